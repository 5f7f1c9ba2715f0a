import { readdirSync } from 'node:fs';
import type { AnyKit } from 'ludus/kit.ts';
import { KITS } from 'ludus/registry.ts';
import { ROOT } from './root.ts';

/** A page of the tutorial. */
export interface LessonPage {
  readonly kit: AnyKit;
  /** The lesson's number, counted from 1. */
  readonly number: number;
  /** The slug, such as `tutorial/3-room`. */
  readonly slug: string;
  /** The label, such as `3. Count the room`. */
  readonly label: string;
  /** Path of the lesson's text in the repository. */
  readonly file: string;
  /** Path of the folder in the repository with the lesson's text and players. */
  readonly folder: string;
}

/** The lessons of all games. */
export const LESSON_PAGES: readonly LessonPage[] = KITS.flatMap((kit) => {
  const { lessons, game } = kit;
  if (!lessons) return [];
  const above = `packages/games/${game.id}/lessons`;
  const folders = readdirSync(`${ROOT}/${above}`)
    .filter((name) => /^\d/.test(name))
    .sort();
  return lessons.map(({ title }, n) => ({
    kit,
    number: n + 1,
    slug: `tutorial/${folders[n]}`,
    label: `${n + 1}. ${title}`,
    folder: `${above}/${folders[n]}`,
    file: `${above}/${folders[n]}/lesson.md`,
  }));
});
