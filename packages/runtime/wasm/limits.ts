/**
 * Limits of a module's contents. Each engine has different, higher limits, and its compile time grows faster than the
 * module. These limits are the same everywhere, and exceed the needs of C++ compilers.
 */
export const LIMITS = {
  /** Number of bytes of a module. */
  bytes: 16 * 2 ** 20,
  /** Parameters, and separately results, of a function or block. */
  values: 100,
  /** Types, exports, and pieces of data or of elements. */
  entries: 10_000,
  /** Functions, and separately globals. */
  functions: 200_000,
  /** Number of bytes of one function. */
  code: 128 * 1024,
  /** Local variables of one function, including parameters. */
  locals: 5_000,
  /** Values that are on the operand stack of one function at the same time. */
  operands: 2_000,
  /** Nested blocks. */
  nesting: 2_000,
  /** Blocks, branches, and calls of one function. */
  branches: 20_000,
  /**
   * The number of variables and operands, times that of blocks, branches, and calls, summed over all functions.
   * Compilers process every variable at each block, branch, and call.
   */
  work: 8_000_000,
  tables: 10,
  /** Entries of one table. */
  tableEntries: 100_000,
} as const;

export const PAGE_BYTES = 65536;
