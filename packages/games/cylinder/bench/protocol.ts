import type { Game } from '@ludus/game/game.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import * as lehmer from '@ludus/kernel/lehmer.ts';
import * as directions from '../rules/directions.ts';
import { Instructions } from '../rules/instructions.ts';
import * as layout from '../rules/layout.ts';
import type { CylinderBoard } from '../rules/position.ts';
import type { CylinderView } from '../rules/position-view.ts';
import type { CylinderState } from '../rules/state.ts';

// Copied for speed: see layout.ts.
const { DEAD, GENERATOR, PER_PLAYER, RECORD_SHIFT, TURN, UNITS } = layout;
const { SHOOT } = directions;
const { advance: step, seedState } = lehmer;

/**
 * The bench protocol plays whole matches with seeds 1 to N, and prints nothing. Every living unit gets a random
 * instruction each round (k = 0 to 10, of which 9 and 10 are shots). Other engines that follow this protocol get the
 * same checksums.
 */
export class BenchProtocol {
  private readonly game: Game<CylinderBoard, CylinderState, Instructions>;
  private readonly initial: CylinderState;
  /** The match that is being played. */
  readonly state: CylinderState;
  private readonly generators = new Int32Array(4);
  private readonly asked: readonly Instructions[];

  constructor(game: Game<CylinderBoard, CylinderState, Instructions>, board: CylinderBoard) {
    this.game = game;
    this.initial = game.start(board, 0);
    this.state = game.start(board, 0);
    const { players, unitsPerPlayer } = board.settings;
    this.asked = Array.from({ length: players }, () => new Instructions(unitsPerPlayer));
  }

  /** Calls `onStart` before the first round, and `onRound` after each. */
  playMatch(
    seed: number,
    onStart?: (state: CylinderState) => void,
    onRound?: (asked: readonly Instructions[], state: CylinderState) => void,
  ): void {
    const { game, state, asked, generators } = this;
    game.restore(state, this.initial);
    state.words[GENERATOR] = seedState(seed);
    for (let player = 0; player < generators.length; player++) generators[player] = seedState(seed + player);
    const { rounds } = state.settings;
    onStart?.(state);
    for (let round = 0; round < rounds; round++) {
      ask(state, asked, generators);
      game.advance(state, asked);
      onRound?.(asked, state);
    }
  }

  /**
   * Plays seeds 1 to `matches` like `playMatches`, but with `boards` concurrent matches in one call, which take turns
   * to advance by one round. This measures a batch of boards for learning. The sums are the same as from `playMatches`.
   */
  playBatches(matches: number, boards: number): number[] {
    const { game, initial } = this;
    const { players, unitsPerPlayer, rounds } = initial.settings;
    const states = Array.from({ length: boards }, () => game.clone(initial));
    const lists = states.map(() => Array.from({ length: players }, () => new Instructions(unitsPerPlayer)));
    const generators = states.map(() => new Int32Array(4));
    const sums = [0, 0, 0, 0];
    for (let first = 1; first <= matches; first += boards) {
      const count = Math.min(boards, matches - first + 1);
      for (let i = 0; i < count; i++) {
        game.restore(states[i], initial);
        states[i].words[GENERATOR] = seedState(first + i);
        for (let player = 0; player < 4; player++) generators[i][player] = seedState(first + i + player);
      }
      for (let round = 0; round < rounds; round++)
        for (let i = 0; i < count; i++) {
          ask(states[i], lists[i], generators[i]);
          game.advance(states[i], lists[i]);
        }
      for (let i = 0; i < count; i++)
        for (let player = 0; player < sums.length; player++) sums[player] += states[i].score(player);
    }
    return sums;
  }

  /** Plays seeds 1 to `matches`; returns the sums of the players' final scores. */
  playMatches(matches: number): number[] {
    const sums = [0, 0, 0, 0];
    for (let seed = 1; seed <= matches; seed++) {
      this.playMatch(seed);
      for (let player = 0; player < sums.length; player++) sums[player] += this.state.score(player);
    }
    return sums;
  }

  /** The checksums for seeds 1 to `matches`: one over all final boards, and one over the last final board. */
  checksums(matches: number): { readonly hash: number; readonly last: number } {
    let hash = HASH_START;
    let last = 0;
    for (let seed = 1; seed <= matches; seed++) {
      this.playMatch(seed);
      last = foldPosition(this.state, this.state.board.dialect.symbols, this.state.board.dialect.burnsGas);
      hash = mix(hash, last);
    }
    return { hash, last };
  }
}

/** Draws an instruction for every living unit in a round from the players' generators. */
function ask(state: CylinderState, asked: readonly Instructions[], generators: Int32Array): void {
  const { words } = state;
  const perPlayer = words[PER_PLAYER];
  let unit = 0;
  for (let player = 0; player < 4; player++) {
    const list = asked[player];
    const { pairs } = list;
    let length = 0;
    // s = next(), seed(s) leaves a generator in the same state as next().
    let x = step(generators[player]);
    for (const end = (unit + perPlayer) | 0; unit < end; unit = (unit + 1) | 0) {
      if (words[(UNITS + TURN + (unit << RECORD_SHIFT)) | 0] === DEAD) continue;
      x = step(x);
      pairs[length << 1] = unit;
      pairs[(length << 1) | 1] = Math.min(SHOOT, ((x - 1) >>> 0) % 11);
      length = (length + 1) | 0;
    }
    list.length = length;
    generators[player] = x;
  }
}

/** The results for the default boards with N = 1 and N = 1000. */
export const CHECKSUMS: Readonly<
  Record<string, Readonly<Record<number, { scores: readonly number[]; hash: number; last: number }>>>
> = {
  madmax: {
    1: { scores: [60, 40, 120, 90], hash: 0xcc722de1, last: 0x267116fe },
    1000: { scores: [49440, 51720, 53570, 52040], hash: 0x8a156a79, last: 0xe926c6fd },
  },
  starwar: {
    1: { scores: [10, 60, 80, 10], hash: 0x630c4d4f, last: 0x35035710 },
    1000: { scores: [41880, 34810, 39820, 33840], hash: 0x0a066f02, last: 0x07a3e2fe },
  },
};

/** Adds the part of a position that is visible in a `.res` to the protocol's checksum. */
function foldPosition(view: CylinderView, symbols: string, burnsGas: boolean): number {
  const { rows, universeColumns, players, unitsPerPlayer } = view.settings;
  let hash = HASH_START;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < universeColumns; column++)
      hash = mix(hash, symbols.charCodeAt(view.contentAt(row, column)));
  for (let unit = 0; unit < players * unitsPerPlayer; unit++) {
    hash = mix(hash, view.unitRow(unit));
    hash = mix(hash, view.unitColumn(unit));
    hash = mix(hash, view.unitMissiles(unit));
    if (burnsGas) hash = mix(hash, view.unitGas(unit));
    hash = mix(hash, view.unitAlive(unit) ? 1 : 0);
    hash = mix(hash, view.unitTime(unit));
  }
  hash = mix(hash, view.missileCount);
  for (let i = 0; i < view.missileCount; i++) {
    hash = mix(hash, view.missileId(i));
    hash = mix(hash, view.missileOwner(i));
    hash = mix(hash, view.missileRow(i));
    hash = mix(hash, view.missileColumn(i));
  }
  for (let player = 0; player < players; player++) hash = mix(hash, view.score(player));
  return hash;
}
