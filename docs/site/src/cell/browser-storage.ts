/** A reader's text in a lesson, and the code that reached its goal, by language, in this browser. */
export type Shelf = 'written' | 'reached';

interface Place {
  readonly game: string;
  readonly lesson: number;
  readonly language: string;
}

const keyOf = (shelf: Shelf, { game, lesson, language }: Place): string =>
  `ludus-lesson/${game}/${lesson}/${language}/${shelf}`;

/** The stored player; undefined if there is none, or without storage. */
export function kept(shelf: Shelf, place: Place): string | undefined {
  try {
    return localStorage.getItem(keyOf(shelf, place)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a player; without one, deletes it. */
export function keep(shelf: Shelf, place: Place, source?: string): void {
  try {
    if (source === undefined) localStorage.removeItem(keyOf(shelf, place));
    else localStorage.setItem(keyOf(shelf, place), source);
  } catch {
    // Without storage, it is lost when the page is closed.
  }
}
