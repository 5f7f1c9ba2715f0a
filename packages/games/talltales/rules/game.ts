import type { Game } from '@ludus/game/game.ts';
import { type GameWithoutReplay, textReplay } from '@ludus/game/text-replay.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { LIMITS, printBoard, readBoard, type TalltalesBoard } from './board.ts';
import { dialogue } from './dialogue.ts';
import { generateBoard } from './generator.ts';
import { NOTHING, newMove, parseMove, printMove, type TalltalesMove } from './move.ts';
import { advance, freeze, isOver, legalActions, observe, reasonOf, redeal, refuse } from './rules.ts';
import { NO_SEAT, TalltalesState } from './state.ts';

const [FEWEST, MOST] = LIMITS.players;

const move = {
  print: printMove,
  read(text: string, into: TalltalesMove) {
    if (!parseMove(text, into)) throw new Error(`${JSON.stringify(text)} isn’t a move of Tall Tales`);
  },
};

/** The whole game except its replays, which use the general format. */
const rules: GameWithoutReplay<TalltalesBoard, TalltalesState, TalltalesMove> = {
  id: 'talltales',
  title: 'Tall Tales',
  seats: Array.from({ length: MOST - FEWEST + 1 }, (_, n) => FEWEST + n),
  seatsOf: ({ players }) => players,
  budget: { per: 'move', cpuMs: 100 },
  boardExtension: '.board',
  replayExtension: '.talltales',
  readBoard,
  printBoard,
  generateBoard: (seed) => generateBoard(seed),
  start: (board, seed) => new TalltalesState(board, seed),
  clone: (state) => state.clone(),
  restore: (target, source) => target.restore(source),
  setGenerator: ({ chance }, generator) => chance.seed(generator),
  observe,
  redeal,
  actors: ({ turn }) => (turn === NO_SEAT ? [] : [turn]),
  refuse: (state, seat, { action }) => refuse(state, seat, action),
  legal: (state, seat) => legalActions(state, seat).map((action) => ({ action })),
  illegalMove: { kind: 'ask', times: 2 },
  newMove,
  clearMove(buffer) {
    buffer.action = NOTHING;
  },
  move,
  advance,
  freeze,
  round: ({ round }) => round,
  isOver,
  outcome: (state) => ({ scores: [...state.points], reason: reasonOf(state) }),
  hash,
  dialogue,
  scoresAddUp: true,
};

/** Tall Tales: dice under cups, claims, and calls. */
export const talltales: Game<TalltalesBoard, TalltalesState, TalltalesMove> = { ...rules, replay: textReplay(rules) };

/** Hashes everything that affects the rules and the players. */
function hash(state: TalltalesState): number {
  const { told, lastTold } = state;
  let value = HASH_START;
  const add = (list: Uint8Array | Uint16Array, length = list.length) => {
    for (let n = 0; n < length; n++) value = mix(value, list[n]);
  };
  for (const number of [state.round, state.bout, state.deal, state.turn, state.next, told, lastTold])
    value = mix(value, number);
  for (const number of [state.lastWild, state.lastCaller, state.lastLoser]) value = mix(value, number);
  for (const list of [state.cups, state.open, state.left, state.shaken, state.failed, state.lastDice]) add(list);
  for (const list of [state.points, state.tested, state.caught, state.calls, state.rightCalls]) add(list);
  add(state.claims, told);
  add(state.claimers, told);
  add(state.lastClaims, lastTold);
  add(state.lastClaimers, lastTold);
  return state.chance.mixInto(value, mix);
}
