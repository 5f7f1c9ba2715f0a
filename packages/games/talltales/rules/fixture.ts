import type { ConformanceFixture } from '@ludus/game/conformance.ts';
import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { FACES, LIMITS, MAX_DICE, NO_FACE, type TalltalesBoard } from './board.ts';
import { talltales } from './game.ts';
import { CALL, heightOf, MOVE_WORDS, NOTHING, type TalltalesMove } from './move.ts';
import { legalActions, mostRounds } from './rules.ts';
import { diceAt, NO_SEAT, type TalltalesState } from './state.ts';

/** Tall Tales for the conformance suite, on boards of any kind. */
export const fixture = {
  game: talltales,
  wildBoard,
  wildMove,
  brokenInvariant,
  untold: ['failed', 'next'],
} satisfies ConformanceFixture<TalltalesBoard, TalltalesState, TalltalesMove>;

/** Any board that the reader accepts: mostly few dice, so that bouts end. */
function wildBoard(random: Lehmer): TalltalesBoard {
  const players = random.range(...LIMITS.players);
  const most = Math.min(LIMITS.dice[1], Math.floor(MAX_DICE / players));
  const dice = random.range(1, random.range(0, 5) === 0 ? most : Math.min(most, 2));
  const bouts = random.range(0, 9) === 0 ? LIMITS.bouts[1] : random.range(1, 4);
  const wilds = Array.from({ length: random.range(1, random.range(0, 9) === 0 ? LIMITS.wilds[1] : 4) }, () =>
    random.range(NO_FACE, FACES),
  );
  return { players, dice, bouts, wilds };
}

/** A call, a slightly higher claim, an opening, and occasionally a meaningless number. */
function wildMove(state: TalltalesState, seat: number, random: Lehmer): TalltalesMove {
  const kind = random.range(0, 19);
  if (kind === 0) return { action: [-1, 242, 0.5, Number.NaN, 1e9][random.range(0, 4)] };
  if (kind === 1) return { action: random.range(0, NOTHING) };
  const legal = legalActions(state, seat);
  if (legal.length === 0) return { action: NOTHING };
  if (kind < 7 && legal.includes(CALL)) return { action: CALL };
  const opening = legal.filter((action) => action < CALL && action % 2 === 1);
  if (kind < 12 && opening.length > 0) return { action: opening[random.range(0, Math.min(3, opening.length - 1))] };
  return { action: legal[random.range(0, Math.min(9, legal.length - 1))] };
}

/** Returns a message about the first impossible value in a state; undefined if there is none. */
function brokenInvariant(state: TalltalesState): string | undefined {
  const { board, cups, open, left, shaken, claims, told, turn, round } = state;
  if (round > mostRounds(board)) return `round ${round} is above the maximum of ${mostRounds(board)}`;
  for (let seat = 0; seat < board.players; seat++) {
    const shows = diceAt(cups, seat) + diceAt(open, seat);
    if (left[seat] > board.dice) return `player ${seat} has ${left[seat]} dice, more than ${board.dice}`;
    if (shaken[seat] === 0 && shows !== left[seat])
      return `player ${seat} has ${left[seat]} dice, but ${shows} show faces`;
    if (shaken[seat] === 1 && diceAt(cups, seat) > 0)
      return `the dice of player ${seat} will be shaken, but already show faces`;
  }
  if (turn !== NO_SEAT && left[turn] === 0) return `player ${turn} has no dice, but it is the player’s turn`;
  for (let n = 1; n < told; n++)
    if (heightOf(claims[n]) <= heightOf(claims[n - 1]))
      return `${MOVE_WORDS[claims[n]]} came after ${MOVE_WORDS[claims[n - 1]]}`;
  return undefined;
}
