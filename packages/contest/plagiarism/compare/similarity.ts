/**
 * The similarity of two programs, 0 … 1: the mean of the common part of both together, and of the smaller one. The first alone
 * would be made small by adding much to a copy, the second alone large by having little. All three are weights of tokens.
 */
export function similarityOf(common: number, left: number, right: number): number {
  const smaller = Math.min(left, right);
  if (smaller <= 0) return 0;
  return (common / smaller + (2 * common) / (left + right)) / 2;
}
