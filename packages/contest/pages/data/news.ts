/** The events of a contest's server while it is watched. */
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

/** The server's event, as far as pages use it. */
export interface News {
  /** Of the match, the submission, the round. */
  readonly number?: number;
  /** Of a match that all may see: the versions that played. */
  readonly versions?: readonly number[];
}

/** Whether a page asks again after news of a kind that it listens to. */
export type Concerns = (kind: Kind, news: News) => boolean;

export const everything: Concerns = () => true;

/** Of the matches only this one. */
export const ofMatch =
  (match: number): Concerns =>
  (kind, { number }) =>
    kind !== 'match' || number === match;

/** Of the matches only those that this version was in. */
export const ofVersion =
  (version: number): Concerns =>
  (kind, { versions = [] }) =>
    kind !== 'match' || versions.includes(version);
