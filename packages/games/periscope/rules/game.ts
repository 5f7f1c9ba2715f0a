import type { Game } from '@ludus/game/game.ts';
import { type GameWithoutReplay, textReplay } from '@ludus/game/text-replay.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { type PeriscopeBoard, printBoard, readBoard, sideOf } from './board.ts';
import { dialogue } from './dialogue.ts';
import { generateBoard } from './generator.ts';
import { clearMove, newMove, type PeriscopeMove, parseMove, printMove } from './move.ts';
import { observe, redeal } from './observe.ts';
import { advance, freeze, isOver, reasonOf, refuse } from './rules.ts';
import { deal, type PeriscopeState, REPORTS } from './state.ts';

const move = {
  print: printMove,
  read(text: string, into: PeriscopeMove) {
    if (!parseMove(text, into)) throw new Error(`${JSON.stringify(text)} isn’t an order of Periscope`);
  },
};

/** The whole game except its replays, which use the general format. */
const rules: GameWithoutReplay<PeriscopeBoard, PeriscopeState, PeriscopeMove> = {
  id: 'periscope',
  title: 'Periscope',
  seats: [2, 4],
  seatsOf: ({ harbours }) => harbours.length,
  teamsOf: ({ harbours }) => harbours.map((_, seat) => sideOf(seat)),
  budget: { per: 'move', cpuMs: 200 },
  boardExtension: '.board',
  replayExtension: '.periscope',
  readBoard,
  printBoard,
  generateBoard,
  start: deal,
  clone: (state) => state.clone(),
  restore: (target, source) => target.restore(source),
  observe,
  redeal,
  actors: (state) => (isOver(state) ? [] : [state.turn]),
  refuse,
  illegalMove: { kind: 'ask', times: 2 },
  newMove,
  clearMove,
  move,
  advance,
  freeze,
  round: ({ round }) => round,
  isOver,
  outcome: (state) => ({ scores: state.last.map((_, seat) => state.scores[sideOf(seat)]), reason: reasonOf(state) }),
  hash,
  dialogue,
  scoresAddUp: true,
};

/** Periscope. A random deal precedes the first round, and nothing after it is random. */
export const periscope: Game<PeriscopeBoard, PeriscopeState, PeriscopeMove> = { ...rules, replay: textReplay(rules) };

/** Hashes everything that affects the rules, and everything that players learn. */
function hash(state: PeriscopeState): number {
  const { cells, wrecks, charts, scores, failed, contacts, last, round, turn } = state;
  let value = mix(mix(HASH_START, round), turn);
  for (const list of [cells, wrecks, charts, scores, failed, contacts])
    for (const each of list) value = mix(value, each);
  for (const { report, cell, direction, end, sunk } of last)
    for (const each of [REPORTS.indexOf(report), cell, direction, end, sunk]) value = mix(value, each);
  return value;
}
