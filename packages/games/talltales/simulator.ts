import type { Simulator, Table } from '@ludus/env/simulator.ts';
import { FACES, type TalltalesBoard } from './rules/board.ts';
import { generateLike } from './rules/generator.ts';
import { CALL, countOf, faceOf, MOVE_WORDS, NOTHING, opens, type TalltalesMove } from './rules/move.ts';
import { isOver, legalActions, mostRounds } from './rules/rules.ts';
import { diceAt, NO_SEAT, type TalltalesState } from './rules/state.ts';

type TalltalesTable = Table<TalltalesBoard, TalltalesState>;

const ACTION_NAMES = [...MOVE_WORDS, 'nothing'];
const FACE_NAMES = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];

/** A player's number relative to the observing player; −1 for none. */
const seenAs = (player: number, seat: number, players: number): number =>
  player === NO_SEAT ? -1 : (player - seat + players) % players;

/** One row about the deal. */
const deal: TalltalesTable = {
  name: 'deal',
  fields: ['bout', 'deal', 'wild', 'total', 'claims', 'turn', 'last_wild', 'last_caller', 'last_loser'],
  most: () => 1,
  counted: false,
  write(state, seat, most, out, at) {
    const { bout, told, turn, wild, total, players, lastWild, lastCaller, lastLoser } = state;
    const seats = [turn, lastCaller, lastLoser].map((player) => seenAs(player, seat, players));
    if (most > 0) out.set([bout, state.deal, wild, total, told, seats[0], lastWild, seats[1], seats[2]], at);
    return 1;
  },
};

/**
 * One row per player, with the observing player first. Other players' cups are empty; `last_…` are all dice of the
 * previous deal.
 */
const playersTable: TalltalesTable = {
  name: 'players',
  fields: [
    ...['player', 'dice', 'under', 'points', 'caught', 'tested', 'right', 'calls'],
    ...['cup', 'open', 'last'].flatMap((where) => FACE_NAMES.map((name) => `${where}_${name}`)),
  ],
  most: ({ players }) => players,
  counted: false,
  write(state, seat, most, out, at) {
    const { players, left, open, points, caught, tested, rightCalls, calls, cups, lastDice } = state;
    for (let n = 0; n < Math.min(most, players); n++) {
      const of = (seat + n) % players;
      const under = left[of] - diceAt(open, of);
      const line = [n, left[of], under, points[of], caught[of], tested[of], rightCalls[of], calls[of]];
      for (const dice of [cups, open, lastDice]) line.push(...dice.subarray(of * FACES, (of + 1) * FACES));
      out.set(line, at + n * line.length);
    }
    return players;
  },
};

/** One row per claim of the deal, or of the previous deal. */
const claimsTable = (name: string, isLast: boolean): TalltalesTable => ({
  name,
  fields: ['player', 'count', 'face', 'opens'],
  most: ({ players, dice }) => FACES * players * dice,
  counted: true,
  write(state, seat, most, out, at) {
    const { players } = state;
    const told = isLast ? state.lastTold : state.told;
    const [claims, claimers] = isLast ? [state.lastClaims, state.lastClaimers] : [state.claims, state.claimers];
    for (let n = 0; n < Math.min(most, told); n++) {
      const claim = claims[n];
      const line = [seenAs(claimers[n], seat, players), countOf(claim), faceOf(claim), opens(claim) ? 1 : 0];
      out.set(line, at + 4 * n);
    }
    return told;
  },
});

/**
 * Tall Tales for learning and search: a unit is a player, and an action is a claim, a call, or no move
 * (docs/talltales.md §12).
 */
export const talltalesSimulator: Simulator<TalltalesBoard, TalltalesState, TalltalesMove> = {
  actionNames: ACTION_NAMES,
  noAction: NOTHING,
  units: ({ players }) => players,
  rounds: mostRounds,
  settings: ({ players, dice, bouts, wilds }) => ({ players, dice, bouts, wilds: wilds.length }),
  like: generateLike,
  ask(actions, from, moves) {
    for (let seat = 0; seat < moves.length; seat++) {
      const action = actions[from + seat];
      moves[seat].action = action <= CALL ? action : NOTHING;
    }
  },
  actionsOf(moves, _state, out, at) {
    for (const [seat, { action }] of moves.entries())
      out[at + seat] = MOVE_WORDS[action] === undefined ? NOTHING : action;
  },
  writeMask(state, out, at) {
    const { players, turn } = state;
    const count = ACTION_NAMES.length;
    out.fill(0, at, at + players * count);
    for (let seat = 0; seat < players; seat++) out[at + seat * count + NOTHING] = 1;
    if (isOver(state) || turn === NO_SEAT) return;
    for (const action of legalActions(state, turn)) out[at + turn * count + action] = 1;
  },
  scores: ({ points }, into, at) => into.set(points, at),
  reseed: ({ chance }, seed) => chance.seed(seed),
  planes: [],
  planeMost: 1,
  shape: () => [0, 0],
  writePlanes: () => {},
  tables: [deal, playersTable, claimsTable('claims', false), claimsTable('told', true)],
};
