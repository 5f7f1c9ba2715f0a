/**
 * Returns the similarity of two programs, 0 to 1. It is the mean of two shares: the common share of both programs
 * together, and the common share of the smaller program. The first share alone would be low for a copy with much added
 * code. The second share alone would be high for a tiny program. All arguments are weights of tokens.
 */
export function similarityOf(common: number, left: number, right: number): number {
  const smaller = Math.min(left, right);
  if (smaller <= 0) return 0;
  return (common / smaller + (2 * common) / (left + right)) / 2;
}
