/** The text of a player's source, independent of its place. One character a byte. */
export interface CppText {
  readonly name: string;
  readonly text: string;
  readonly includes: readonly { readonly text: string }[];
}

/** Messages point at the author's file, wherever it is compiled. */
export const asNamed = ({ name, text }: Pick<CppText, 'name' | 'text'>): string =>
  `#line 1 "${shownName({ name })}"\n${text}`;

/** As messages and line tables name it. */
export const shownName = ({ name }: Pick<CppText, 'name'>): string => name.replace(/["\\\p{Cc}]/gu, '_');

/** A game as its words are known. */
export interface WordedGame {
  readonly id: string;
  readonly title: string;
  /** `words`: that only players of this game have; with the flag `g`. */
  readonly sdk: { readonly words: RegExp };
}

/** Whether the source mentions throwing or catching. */
export function usesExceptions(source: CppText): boolean {
  return [source.text, ...source.includes.map(({ text }) => text)].some((text) =>
    /\b(?:try|catch|throw)\b/.test(withoutComments(text)),
  );
}

/** One that does not end is the rest of the text. */
const COMMENTS = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

export function withoutComments(text: string): string {
  return text.replace(COMMENTS, '');
}

/** The game that a source was written for, by the words that it uses; undefined if they do not tell. */
export function gameOf<G extends WordedGame>(source: Pick<CppText, 'text'>, games: readonly G[]): G | undefined {
  const text = withoutComments(source.text);
  const counts = games.map((game) => ({ game, count: text.match(game.sdk.words)?.length ?? 0 }));
  counts.sort((a, b) => b.count - a.count);
  return counts.length > 0 && counts[0].count > (counts[1]?.count ?? 0) ? counts[0].game : undefined;
}
