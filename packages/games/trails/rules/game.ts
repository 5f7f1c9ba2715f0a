import type { Game } from '@ludus/game/game.ts';
import { type GameWithoutReplay, textReplay } from '@ludus/game/text-replay.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { LIMITS, printBoard, readBoard, type TrailsBoard } from './board.ts';
import { dialogue } from './dialogue.ts';
import { AHEAD } from './directions.ts';
import { generateBoard } from './generator.ts';
import { newMove, parseMove, printMove, type TrailsMove } from './move.ts';
import { advance, freeze, isOver, reasonOf, scores } from './rules.ts';
import { TrailsState } from './state.ts';

const [FEWEST, MOST] = LIMITS.players;

const move = {
  print: printMove,
  read(text: string, into: TrailsMove) {
    if (!parseMove(text, into)) throw new Error(`${JSON.stringify(text)} isn’t a move of Trails`);
  },
};

/** The whole game except its replays, which use the general format. */
const rules: GameWithoutReplay<TrailsBoard, TrailsState, TrailsMove> = {
  id: 'trails',
  title: 'Trails',
  seats: Array.from({ length: MOST - FEWEST + 1 }, (_, n) => FEWEST + n),
  seatsOf: (board) => board.starts.length,
  budget: { per: 'move', cpuMs: 100 },
  boardExtension: '.board',
  replayExtension: '.trails',
  readBoard,
  printBoard,
  generateBoard: (seed) => generateBoard(seed),
  start: (board) => new TrailsState(board),
  clone: (state) => state.clone(),
  restore: (target, source) => target.restore(source),
  newMove,
  clearMove(buffer) {
    buffer.direction = AHEAD;
  },
  move,
  advance,
  freeze,
  round: (state) => state.round,
  isOver,
  outcome: (state) => ({ scores: scores(state), reason: reasonOf(state) }),
  hash,
  dialogue,
};

/** Trails. Nothing in the rules is random, so the match seed affects only the players. */
export const trails: Game<TrailsBoard, TrailsState, TrailsMove> = { ...rules, replay: textReplay(rules) };

/** Hashes everything that affects the rules. */
function hash(state: TrailsState): number {
  let value = mix(HASH_START, state.round);
  for (const content of state.cells) value = mix(value, content);
  for (let seat = 0; seat < state.players; seat++) {
    value = mix(mix(value, state.heads[seat]), state.headings[seat]);
    value = mix(mix(mix(value, state.endedIn[seat]), state.causes[seat]), state.failed[seat]);
  }
  return value;
}
