/**
 * Limits of a module's contents. Each engine has its own, higher limits, and an engine's compile time grows faster than
 * the module's size. Ludus's limits are the same everywhere, and exceed the needs of C++ compilers.
 */
export const LIMITS = {
  /** Number of bytes of a module. */
  bytes: 16 * 2 ** 20,
  /** Number of parameters of a function or block, and number of its results. */
  values: 100,
  /** Number of types, number of exports, number of data segments, and number of element segments. */
  entries: 10_000,
  /** Number of functions, and number of globals. */
  functions: 200_000,
  /** Number of bytes of one function. */
  code: 128 * 1024,
  /** Number of local variables of one function, including parameters. */
  locals: 5_000,
  /** Maximum height of a function's operand stack, in values. */
  operands: 2_000,
  /** Depth of nested blocks. */
  nesting: 2_000,
  /** Total number of blocks, branches, and calls of one function. */
  branches: 20_000,
  /**
   * The sum over all functions of a product: the number of variables and operands, multiplied by the number of blocks,
   * branches, and calls. Compilers process every variable at each block, branch, and call.
   */
  work: 8_000_000,
  tables: 10,
  /** Number of entries of one table. */
  tableEntries: 100_000,
} as const;

export const PAGE_BYTES = 65536;
