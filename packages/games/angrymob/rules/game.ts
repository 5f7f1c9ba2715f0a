import type { Game, Outcome } from '@ludus/game/game.ts';
import { HASH_START, hashText, mix } from '@ludus/kernel/hash.ts';
import { DEFAULT_LIMITS, type MobBoard, printBoard, readBoard } from './board.ts';
import { dialogue } from './dialogue.ts';
import { generateMap } from './generator/generator.ts';
import { MobMove, moveText } from './moves.ts';
import { replay } from './replay.ts';
import { advance, freeze } from './rules.ts';
import { MobState } from './state.ts';

/**
 * Angry Mob. A round is a turn. Nothing in the rules is random, so the match seed affects only the players. The map's
 * 64-bit seed is part of the board.
 */
export const angrymob: Game<MobBoard, MobState, MobMove> = {
  id: 'angrymob',
  title: 'Angry Mob',
  seats: [2],
  seatsOf: () => 2,
  budget: { per: 'move', cpuMs: 1000 },
  boardExtension: '.txt',
  replayExtension: '.mob',
  readBoard,
  printBoard,
  generateBoard: (seed) => ({ map: generateMap(BigInt(seed)), seed: BigInt(seed), ...DEFAULT_LIMITS }),
  start: (board) => new MobState(board),
  clone: (state) => state.clone(),
  restore: (target, source) => target.restore(source),
  newMove: () => new MobMove(),
  clearMove: (move) => move.clear(),
  move: moveText,
  advance,
  freeze,
  round: (state) => state.turn,
  isOver: (state) => state.reason !== undefined,
  outcome,
  hash,
  replay,
  dialogue,
};

function outcome(state: MobState): Outcome {
  const { winner } = state;
  const scores = winner < 0 ? [0.5, 0.5] : [winner === 0 ? 1 : 0, winner === 1 ? 1 : 0];
  return { scores, reason: state.reason ?? 'move-limit', illegal: [...state.sentences] };
}

function hash(state: MobState): number {
  const [blue, red] = state.armies;
  let value = mix(mix(HASH_START, state.turn), state.winner);
  value = hashText(`${state.reason} ${state.faults.join(' ')}`, value);
  for (let cell = 0; cell < state.neutrals.length; cell++) {
    value = mix(mix(mix(value, blue.units[cell]), red.units[cell]), state.neutrals[cell]);
  }
  return value;
}
