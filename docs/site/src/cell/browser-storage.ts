/**
 * The two things that this browser stores for each lesson and language: the reader's current code, and the code that
 * reached the goal.
 */
export type Shelf = 'written' | 'reached';

interface Place {
  readonly game: string;
  readonly lesson: number;
  readonly language: string;
}

const keyOf = (shelf: Shelf, { game, lesson, language }: Place): string =>
  `ludus-lesson/${game}/${lesson}/${language}/${shelf}`;

/** The stored player; undefined if there is none or the browser has no storage. */
export function kept(shelf: Shelf, place: Place): string | undefined {
  try {
    return localStorage.getItem(keyOf(shelf, place)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a player, or deletes the stored player if `source` is absent. */
export function keep(shelf: Shelf, place: Place, source?: string): void {
  try {
    if (source === undefined) localStorage.removeItem(keyOf(shelf, place));
    else localStorage.setItem(keyOf(shelf, place), source);
  } catch {
    // Without storage, the player is lost when the page is closed.
  }
}
