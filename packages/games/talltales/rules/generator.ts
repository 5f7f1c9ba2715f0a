import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { FACES, NO_FACE, type TalltalesBoard } from './board.ts';

/** Number of wild faces of a generated board. */
const WILDS = 24;
const BOUTS = 12;

/** The generated board of a seed and a number of players (docs/talltales.md §7): dice and wild faces vary. */
export function generateBoard(seed: number, players = 2): TalltalesBoard {
  const random = new Lehmer(seed);
  // Skips the first numbers, because they are similar for similar seeds. A negative seed skips one more number, because
  // its absolute value starts the same generator.
  for (let skipped = seed < 0 ? 9 : 8; skipped > 0; skipped--) random.next();
  const dice = players < 4 ? random.range(4, 6) : random.range(2, players === 6 ? 3 : 4);
  return { players, dice, bouts: BOUTS, wilds: drawWilds(random) };
}

/** Another board with this board's settings: only the wild faces vary. */
export function generateLike({ players, dice, bouts, wilds }: TalltalesBoard, seed: number): TalltalesBoard {
  const drawn = generateBoard(seed, players).wilds;
  return { players, dice, bouts, wilds: wilds.map((_, n) => drawn[n % drawn.length]) };
}

/** One deal in seven has no wild face. */
const drawWilds = (random: Lehmer): number[] => Array.from({ length: WILDS }, () => random.range(NO_FACE, FACES));
