import type { Game } from '@ludus/game/game.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { printBoard, readBoard } from './codec/board.ts';
import { REPLAY_EXTENSION, replayCodec } from './codec/replay.ts';
import type { Dialect } from './dialect.ts';
import { cylinderDialogue } from './dialogue.ts';
import { generateBoard } from './generator.ts';
import { Instructions, moveText } from './instructions.ts';
import * as layout from './layout.ts';
import type { CylinderBoard } from './position.ts';
import { CylinderState, recordOf } from './state.ts';
import { playRound } from './turn.ts';

// Copied for speed: see layout.ts.
const { ELAPSED, GENERATOR, NEXT_MISSILE, PLACE } = layout;

/** A `.res` shows shares of budgets to players and readers, so the states of these games contain them. */
export interface CylinderGame extends Game<CylinderBoard, CylinderState, Instructions> {
  charge(state: CylinderState, seat: number, share: number): void;
}

/** Builds one of the two games from the shared parts and a dialect. */
export function cylinderGame(id: string, title: string, dialect: Dialect): CylinderGame {
  return {
    id,
    title,
    seats: [4],
    seatsOf: () => 4,
    budget: { per: 'match', cpuMs: 1000 },
    boardExtension: '.cnf',
    replayExtension: REPLAY_EXTENSION,
    readBoard: (text) => readBoard(dialect, text),
    printBoard,
    generateBoard: (seed) => generateBoard(dialect, seed),
    // A board may have been read in a different revision of the game.
    start: (board, seed) => new CylinderState(board.dialect === dialect ? board : { ...board, dialect }, seed),
    clone: (state) => state.clone(),
    restore: (target, source) => target.restore(source),
    newMove: () => new Instructions(),
    clearMove: (move) => move.clear(),
    move: moveText,
    advance: playRound,
    freeze: (state, seat) => state.freeze(seat),
    charge(state, seat, share) {
      if (state.statuses[seat] !== -1) state.statuses[seat] = share;
    },
    setGenerator(state, generator) {
      state.words[GENERATOR] = generator;
    },
    round: (state) => state.words[ELAPSED],
    isOver,
    outcome: (state) => ({ scores: Array.from({ length: 4 }, (_, player) => state.score(player)), reason: 'rounds' }),
    hash: hashState,
    replay: replayCodec(dialect),
    dialogue: cylinderDialogue(dialect),
    scoresAddUp: true,
  };
}

function isOver(state: CylinderState): boolean {
  return state.words[ELAPSED] >= state.settings.rounds;
}

/**
 * Hashes everything that affects the rules: the cells, the units, the missiles, the scores, the frozen players, and the
 * generator.
 */
function hashState(state: CylinderState): number {
  const { settings, words } = state;
  let hash = mix(HASH_START, state.round);
  for (let row = 0; row < settings.rows; row++) {
    const place = state.placeOf(row, 0);
    for (let column = 0; column < state.columns; column++) hash = mix(hash, state.cells[place + column]);
  }
  for (let unit = 0; unit < state.units; unit++) {
    hash = mix(hash, words[recordOf(unit) + PLACE]);
    hash = mix(hash, state.unitMissiles(unit));
    hash = mix(hash, state.unitGas(unit));
    hash = mix(hash, state.unitAlive(unit) ? 1 : 0);
    hash = mix(hash, state.unitTime(unit));
  }
  hash = mix(hash, words[NEXT_MISSILE]);
  hash = mix(hash, state.missileCount);
  for (let i = 0; i < state.missileCount; i++) {
    hash = mix(hash, state.missileId(i));
    hash = mix(hash, state.missileOwner(i));
    hash = mix(hash, state.missileRow(i));
    hash = mix(hash, state.missileColumn(i));
  }
  for (let player = 0; player < settings.players; player++) hash = mix(hash, state.score(player));
  for (const status of state.statuses) hash = mix(hash, status < 0 ? 1 : 0);
  return mix(hash, words[GENERATOR]);
}
