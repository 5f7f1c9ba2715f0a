/** The text of a player's source, independent of its location. One byte per character. */
export interface CppText {
  readonly name: string;
  readonly text: string;
  readonly includes: readonly { readonly text: string }[];
}

/** Adds a line directive. Messages then name the author's file, no matter where the file is compiled. */
export const asNamed = ({ name, text }: Pick<CppText, 'name' | 'text'>): string =>
  `#line 1 "${shownName({ name })}"\n${text}`;

/** The name in messages and line tables. */
export const shownName = ({ name }: Pick<CppText, 'name'>): string => name.replace(/["\\\p{Cc}]/gu, '_');

/** A game, with the words that identify its players' source files. */
export interface WordedGame {
  readonly id: string;
  readonly title: string;
  /** `words`: words that occur only in this game's players. The pattern has the flag `g`. */
  readonly sdk: { readonly words: RegExp };
}

/** Whether the source contains code that throws or catches exceptions. */
export function usesExceptions(source: CppText): boolean {
  return [source.text, ...source.includes.map(({ text }) => text)].some((text) =>
    /\b(?:try|catch|throw)\b/.test(withoutComments(text)),
  );
}

/** A comment that isn't closed extends to the end of the text. */
const COMMENTS = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

export function withoutComments(text: string): string {
  return text.replace(COMMENTS, '');
}

/** The game that a source was written for, identified by the source's words; undefined if the words are ambiguous. */
export function gameOf<G extends WordedGame>(source: Pick<CppText, 'text'>, games: readonly G[]): G | undefined {
  const text = withoutComments(source.text);
  const counts = games.map((game) => ({ game, count: text.match(game.sdk.words)?.length ?? 0 }));
  counts.sort((a, b) => b.count - a.count);
  return counts.length > 0 && counts[0].count > (counts[1]?.count ?? 0) ? counts[0].game : undefined;
}
