/** The packages from the bottom up, by level: each imports only from levels below its own (docs/architecture.md). */
export const LEVELS: readonly (readonly string[])[] = [
  ['kernel'],
  ['game'],
  ['shell', 'runtime', 'viewer', 'env'],
  ['referee'],
  ['lab'],
  ['games'],
  ['studio'],
  ['contest'],
  ['cli'],
];
