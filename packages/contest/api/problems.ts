import { problems } from './problems/en.ts';

type CodeOf<Key> = Key extends `problem.${infer Code}` ? Code : never;
/** The codes of error messages. Only the pages report a network that fails. */
export type ProblemCode = Exclude<CodeOf<keyof typeof problems>, 'network'>;
export type ProblemValues = Readonly<Record<string, string | number>>;

/** Where the API differs from the pages. `{why}` comes from a game's reader or a check, and says enough without an introduction. */
const OWN: Readonly<Partial<Record<ProblemCode, string>>> = {
  'not-found': 'there is no such thing here: {what}',
  'board/wrong': '{why}',
  'roster/wrong': '{why}',
  'round/marks': '{why}',
  'contest/no-programs': '{why}',
  'work/stale': '{why}',
  'request/unfit': '{why}',
  'request/invalid': '{why}',
};

/** `Sign in first.` → `sign in first`: as a part of a line such as `ludus: sign in first`. Two sentences are joined by a colon. */
const clause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/(^|\. )(\p{Lu})(?=\p{Ll}|\s)/gu, (_, before: string, letter: string) => {
    return (before && ': ') + letter.toLowerCase();
  });

/** The API's error messages, by code, with places `{name}` to fill in. The pages show theirs in three languages (api/problems). */
export const PROBLEMS: Readonly<Record<ProblemCode, string>> = {
  ...(Object.fromEntries(
    Object.entries(problems)
      .map(([key, sentence]) => [key.slice('problem.'.length), clause(sentence)])
      .filter(([code]) => code !== 'network'),
  ) as Record<ProblemCode, string>),
  ...OWN,
};

/** A message with its placeholders filled in. */
export const filled = (text: string, values: ProblemValues = {}): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
