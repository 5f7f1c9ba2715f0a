interface Received {
  /** An ISO instant; none where it is not known. */
  readonly at?: string | null | undefined;
}

/** Which of two sides of a pair was submitted first, 0 or 1; undefined if that is not known, or at the same time. */
export function firstOf(one: Received, other: Received): 0 | 1 | undefined {
  if (!one.at || !other.at) return undefined;
  const distance = Date.parse(one.at) - Date.parse(other.at);
  if (distance === 0) return undefined;
  return distance < 0 ? 0 : 1;
}
