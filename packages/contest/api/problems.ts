import { problems } from './problems/en.ts';

type CodeOf<Key> = Key extends `problem.${infer Code}` ? Code : never;
/** The codes of error messages. Only the pages report a network failure. */
export type ProblemCode = Exclude<CodeOf<keyof typeof problems>, 'network'>;
export type ProblemValues = Readonly<Record<string, string | number>>;

/**
 * The API's messages that differ from the pages' messages. `{why}` is a message from a game's reader or a check, and is
 * shown without an introduction.
 */
const OWN: Readonly<Partial<Record<ProblemCode, string>>> = {
  'not-found': 'not found: {what}',
  'board/wrong': '{why}',
  'roster/wrong': '{why}',
  'round/marks': '{why}',
  'contest/no-programs': '{why}',
  'work/stale': '{why}',
  'request/unfit': '{why}',
  'request/invalid': '{why}',
};

/**
 * Converts a message to a part of a line such as `ludus: sign in first`: `Sign in first.` → `sign in first`. Joins two
 * sentences with a colon.
 */
const clause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/(^|\. )(\p{Lu})(?=\p{Ll}|\s)/gu, (_, before: string, letter: string) => {
    return (before && ': ') + letter.toLowerCase();
  });

/**
 * The API's error messages, by code, with placeholders `{name}`. The pages show them in three languages (api/problems).
 */
export const PROBLEMS: Readonly<Record<ProblemCode, string>> = {
  ...(Object.fromEntries(
    Object.entries(problems)
      .map(([key, sentence]) => [key.slice('problem.'.length), clause(sentence)])
      .filter(([code]) => code !== 'network'),
  ) as Record<ProblemCode, string>),
  ...OWN,
};

export const filled = (text: string, values: ProblemValues = {}): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
