/**
 * The limits of a module's contents. Engines have higher limits, each a different one. The time of their compilers grows faster
 * than the module does. These limits are ours, the same everywhere, and above the needs of C++ compilers.
 */
export const LIMITS = {
  /** Bytes of a module. */
  bytes: 16 * 2 ** 20,
  /** Parameters, and results, of a function or block. */
  values: 100,
  /** Types, exports, and pieces of data or of elements. */
  entries: 10_000,
  /** Functions, and globals. */
  functions: 200_000,
  /** Bytes of one function. */
  code: 128 * 1024,
  /** Local variables of one function, parameters included. */
  locals: 5_000,
  /** Values on the operand stack of one function at once. */
  operands: 2_000,
  /** Blocks within one another. */
  nesting: 2_000,
  /** Blocks, branches and calls of one function. */
  branches: 20_000,
  /**
   * Over all functions, variables and operands times blocks, branches and calls: at each of them compilers look at every variable.
   */
  work: 8_000_000,
  tables: 10,
  /** Entries of one table. */
  tableEntries: 100_000,
} as const;

export const PAGE_BYTES = 65536;
