/**
 * What a module may hold at most. Engines take more, each up to a point of its own, and their compilers take time for it that
 * grows faster than the module does; these are ours, the same everywhere, above what compilers of C++ make.
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
