import { describeProblem } from '@ludus/kernel/result.ts';
import type { AnyGame } from '../game.ts';
import { teamsOn } from '../teams.ts';
import { differentLine, type Place } from './failure.ts';

/** Adjacent seeds, and the smallest and largest 32-bit seeds. */
const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7, 1000, 1001, -1, -2, -2147483648, 2147483647];

/**
 * Checks that generated boards all have the same number of players, can be read as printed, and differ between seeds.
 */
export function checkGenerated(game: AnyGame, place: Place): void {
  const { generateBoard } = game;
  if (generateBoard === undefined) return;
  const made = SEEDS.map((seed) => ({ seed, board: generateBoard(seed) }));
  const texts = new Map<string, number>();
  const [{ board: first }] = made;
  for (const { seed, board } of made) {
    const text = game.printBoard(board);
    place.boardText = text;
    const read = game.readBoard(text);
    place.expect(
      read.ok,
      () =>
        `\`readBoard\` rejects the board that \`generateBoard\` makes from the seed ${seed}: ${read.ok ? '' : describeProblem(read.problem)}`,
    );
    place.expect(
      game.seatsOf(board) === game.seatsOf(first),
      () =>
        `\`generateBoard\` makes boards for ${game.seatsOf(first)} and for ${game.seatsOf(board)} players (seeds ${SEEDS[0]} and ${seed}), but its boards must all have the same number of players`,
    );
    place.expect(
      String(teamsOn(game, board)) === String(teamsOn(game, first)),
      () =>
        `\`generateBoard\` makes boards with different teams (seeds ${SEEDS[0]} and ${seed}), but its boards must all have the same teams`,
    );
    texts.set(text, seed);
  }
  const again = game.printBoard(generateBoard(SEEDS[0]));
  const once = game.printBoard(first);
  place.expect(
    again === once,
    () => `\`generateBoard\`: the same call had two different results: ${differentLine(once, again)}`,
  );
  place.expect(
    texts.size > SEEDS.length / 2,
    () => `\`generateBoard\` makes only ${texts.size} different boards from ${SEEDS.length} seeds: ${SEEDS.join(', ')}`,
  );
}
