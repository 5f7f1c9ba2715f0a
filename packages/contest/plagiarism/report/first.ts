interface DatedSource {
  /** The time of submission as an ISO instant, if known. */
  readonly at?: string | null | undefined;
}

/**
 * Returns which side of a pair was submitted first, 0 or 1. Undefined if the order isn't known, or if both sides were
 * submitted at the same time.
 */
export function firstOf(one: DatedSource, other: DatedSource): 0 | 1 | undefined {
  if (!one.at || !other.at) return undefined;
  const distance = Date.parse(one.at) - Date.parse(other.at);
  if (distance === 0) return undefined;
  return distance < 0 ? 0 : 1;
}
