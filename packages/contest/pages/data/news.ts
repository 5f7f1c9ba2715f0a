/** The kinds of events in a watched contest. */
export const KINDS = [
  'match',
  'ladder',
  'submission',
  'announcement',
  'contest',
  'round',
  'board',
  'premiere',
] as const;
export type Kind = (typeof KINDS)[number];

/** The parts of a server's event that pages use. */
export interface News {
  /** The number of the match, the submission, or the round. */
  readonly number?: number;
  /** For a public match: the versions that played. */
  readonly versions?: readonly number[];
}

/** Checks whether a page repeats its request after this event. */
export type NewsFilter = (kind: Kind, news: News) => boolean;

export const everything: NewsFilter = () => true;

/** Accepts only events of this match. */
export const ofMatch =
  (match: number): NewsFilter =>
  (kind, { number }) =>
    kind !== 'match' || number === match;

/** Accepts only events of matches with this version. */
export const ofVersion =
  (version: number): NewsFilter =>
  (kind, { versions = [] }) =>
    kind !== 'match' || versions.includes(version);
