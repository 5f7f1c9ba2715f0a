import { DEFAULT_LIMITS, printBoard } from 'ludus/angrymob/rules/board.ts';
import { generateMap } from 'ludus/angrymob/rules/generator/generator.ts';

/** A board that can be chosen. */
export interface BoardChoice {
  readonly game: string;
  /** Without its ending: `maze1`. */
  readonly name: string;
  /** Where it comes from: with Ludus, or out of the folder that is served. */
  readonly from: 'ludus' | 'folder';
  readonly text: string;
}

const FILES = import.meta.glob('../../games/*/boards/*.cnf', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;

/** The boards of the cylinder games that come with Ludus; Angry Mob's maps come from the seed (`mobBoard`). */
export const BUILTIN_BOARDS: readonly BoardChoice[] = Object.entries(FILES).map(([path, text]) => {
  const [, game, name] = /\/([^/]+)\/boards\/([^/]+)\.cnf$/.exec(path)!;
  return { game, name, text, from: 'ludus' };
});

/** An Angry Mob board as the arena makes it: the map of a seed, the usual limits. */
export function mobBoard(seed: number): string {
  return printBoard({ map: generateMap(BigInt(seed)), seed: BigInt(seed), ...DEFAULT_LIMITS });
}
