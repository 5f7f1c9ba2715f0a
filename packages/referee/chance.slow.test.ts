import { readFileSync } from 'node:fs';
import type { MatchInfo } from '@ludus/game/game.ts';
import { HIDDEN_GENERATOR_STATE, SecretRandomness } from '@ludus/game/secret-randomness.ts';
import { advance, LEHMER_MODULUS, seedState } from '@ludus/kernel/lehmer.ts';
import { type CylinderState, EMPTY, GENERATOR, OBSTACLE } from 'ludus/cylinder/testing.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';
import { playMatch } from './match.ts';
import { verifyReplay } from './verify.ts';

/**
 * A passive attacker. Every player sees where prizes are placed. A placement is two consecutive numbers, and the
 * originals' generator advances five steps per round (docs/cylinder.md §3). So a few placements determine the
 * generator's state.
 */
const PLAIN_SEED = 80;
const text = readFileSync(new URL('../games/starwar/boards/default.cnf', import.meta.url), 'utf8');

interface ObservedPrize {
  readonly round: number;
  readonly row: number;
  /** The column, counted from the first column in which this round can place prizes. */
  readonly column: number;
}

/** Plays a match of Demos, and lists the rounds in which exactly one prize and no unit was added. */
async function watch(seed: number, key: string | undefined, rounds: number) {
  const board = starwar.readBoard(text.replace(/nb_rnds\s+\d+/, `nb_rnds ${rounds}`));
  if (!board.ok) throw new Error(board.problem.message);
  const { rows, universeColumns: columns, windowColumns: window, players, unitsPerPlayer } = board.value.settings;
  const units = players * unitsPerPlayer;
  const seen: ObservedPrize[] = [];
  const generators: number[] = [];
  const chunks: string[] = [];
  const cells = new Uint8Array(rows * columns);
  const living = new Uint8Array(units);
  await playMatch({
    game: starwar,
    board: board.value,
    seed,
    runners: Array.from({ length: players }, () => builtinPlayer('starwar', 'Demo').open()),
    limited: key !== undefined,
    ...(key !== undefined && { key }),
    record: (part) => chunks.push(part),
    onRound(state: CylinderState, round) {
      generators.push(state.words[GENERATOR]);
      let quiet = round > 0;
      for (let unit = 0; unit < units; unit++) {
        const alive = Number(state.unitAlive(unit));
        if (alive > living[unit]) quiet = false;
        living[unit] = alive;
      }
      const fresh: number[] = [];
      for (let row = 0, place = 0; row < rows; row++)
        for (let column = 0; column < columns; column++, place++) {
          const content = state.contentAt(row, column);
          if (content !== EMPTY && content !== OBSTACLE && content !== cells[place]) fresh.push(place);
          cells[place] = content;
        }
      if (!quiet || fresh.length !== 1) return;
      const first = (state.round + window) % columns;
      seen.push({
        round: round - 1,
        row: Math.floor(fresh[0] / columns),
        column: ((fresh[0] % columns) - first + columns) % columns,
      });
    },
  });
  return { seen, generators, replay: chunks.join(''), rows, columns, window };
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  readonly window: number;
}

/** a·b mod (2³¹−1), in parts that a double represents exactly. */
function times(a: number, b: number): number {
  return ((((a >>> 15) * b) % LEHMER_MODULUS) * 0x8000 + (a & 0x7fff) * b) % LEHMER_MODULUS;
}

/** The factor of a generator's number after the given number of rounds with five steps. */
function leap(rounds: number): number {
  let factor = 1;
  for (let steps = 5 * rounds; steps > 0; steps--) factor = advance(factor);
  return factor;
}

/** The location of the first thing placed in a round, computed from the first number drawn in that round. */
function placed(drawn: number, { rows, columns, window }: Size): { row: number; column: number } {
  return { row: (drawn - 1) % rows, column: (advance(drawn) - 1) % (columns - window) };
}

/** The player that moves first in a round, computed from the first number drawn in that round. */
const firstPlayer = (drawn: number): number => (drawn - 1) % 4;

/**
 * The first number drawn in the round of the first of these prizes, for a generator that places all of them where they
 * were seen. Examines all candidates (2³¹ divided by the rows) in order.
 */
function explain([first, ...others]: readonly ObservedPrize[], size: Size): number | undefined {
  const columns = size.columns - size.window;
  const leaps = others.map(({ round }) => leap(round - first.round));
  for (let drawn = first.row + 1; drawn < LEHMER_MODULUS; drawn += size.rows) {
    if ((advance(drawn) - 1) % columns !== first.column) continue;
    let fits = true;
    for (let i = 0; fits && i < others.length; i++) {
      const there = placed(times(drawn, leaps[i]), size);
      fits = there.row === others[i].row && there.column === others[i].column;
    }
    if (fits) return drawn;
  }
  return undefined;
}

test('the attacker computes modulo 2³¹−1 like the generator', () => {
  for (const x of [1, 2, 48271, 0x7fff, 0x8000, LEHMER_MODULUS - 1]) expect(times(x, 48271)).toBe(advance(x));
  const big = (a: number, b: number) => Number((BigInt(a) * BigInt(b)) % BigInt(LEHMER_MODULUS));
  for (let x = 1, y = 7; x < 2_000_000_000; x = 3 * x + 1, y = advance(y)) expect(times(x, y)).toBe(big(x, y));
});

test('without a budget, four prizes reveal most later placements and all move orders to an attacker', async () => {
  // A placement that needs several attempts draws more numbers. With this seed, the first four succeed immediately.
  const { seen, generators, ...size } = await watch(PLAIN_SEED, undefined, 1000);
  const [first] = seen;
  const drawn = explain(seen.slice(0, 4), size)!;
  expect(drawn).toBeDefined();
  const coming = seen.slice(4);
  const right = coming.filter(({ round, row, column }) => {
    const there = placed(times(drawn, leap(round - first.round)), size);
    return there.row === row && there.column === column;
  });
  expect(coming.length).toBeGreaterThan(8);
  expect(right.length / coming.length).toBeGreaterThan(0.5);
  // This number also determines the move order in each later round.
  for (let round = first.round; round < 1000; round++)
    expect(times(drawn, leap(round - first.round))).toBe(advance(generators[round]));
});

test('with a budget, an attacker predicts placements and move orders no better than chance', async () => {
  const byPrizes = new Score();
  const bySeed = new Score();
  for (let match = 0; byPrizes.guesses < (IS_LONG_RUN ? 4000 : 400); match++) {
    const key = match.toString(16).padStart(64, '5');
    const seal = new SecretRandomness(key);
    const { seen, generators, ...size } = await watch(100 + match, key, 1000);
    // Players can't read the board's generator while they choose their moves.
    expect(new Set(generators)).toEqual(new Set([HIDDEN_GENERATOR_STATE]));
    const start = advance(seedState(100 + match));
    for (let n = 2; n < seen.length; n++) {
      const order = firstPlayer(advance(seal.boardState(seen[n].round)));
      // The states that explain the last two prizes. Only about 16,000 of the 143 million candidates for the first
      // prize must be tried.
      const drawn = explain(seen.slice(n - 2, n), size);
      expect(drawn).toBeDefined();
      byPrizes.add(times(drawn!, leap(seen[n].round - seen[n - 2].round)), seen[n], order, size);
      // The numbers drawn from the match seed alone, as in a plain match.
      bySeed.add(times(start, leap(seen[n].round)), seen[n], order, size);
    }
  }
  byPrizes.mustBeChance();
  bySeed.mustBeChance();
});

/** The number of correct guesses, and the number expected by chance. */
class Score {
  guesses = 0;
  private rows = 0;
  private places = 0;
  private orders = 0;
  private size: Size = { rows: 1, columns: 1, window: 0 };

  /** `drawn`: the attacker's guess of the first number drawn in the round. */
  add(drawn: number, prize: ObservedPrize, order: number, size: Size): void {
    const there = placed(drawn, size);
    this.guesses++;
    this.size = size;
    if (there.row === prize.row) this.rows++;
    if (there.row === prize.row && there.column === prize.column) this.places++;
    if (firstPlayer(drawn) === order) this.orders++;
  }

  mustBeChance(): void {
    const { rows, columns, window } = this.size;
    expect(atLeast(this.rows, this.guesses, 1 / rows)).toBeGreaterThan(0.01);
    expect(atLeast(this.places, this.guesses, 1 / (rows * (columns - window)))).toBeGreaterThan(0.01);
    expect(atLeast(this.orders, this.guesses, 1 / 4)).toBeGreaterThan(0.01);
  }
}

/** The probability of at least `right` correct guesses by chance. */
function atLeast(right: number, of: number, chance: number): number {
  let log = of * Math.log1p(-chance);
  let below = 0;
  for (let n = 0; n < right; n++) {
    below += Math.exp(log);
    log += Math.log((of - n) / (n + 1)) + Math.log(chance / (1 - chance));
  }
  return 1 - below;
}

test('atLeast computes binomial probabilities', () => {
  expect(atLeast(0, 10, 0.5)).toBe(1);
  expect(atLeast(10, 10, 0.5)).toBeCloseTo(1 / 1024, 12);
  expect(atLeast(300, 1000, 0.25)).toBeLessThan(0.001);
});

test('a replay with secret randomness ends with its key, and doesn’t verify with another key', async () => {
  const key = '0123456789abcdef'.repeat(4);
  const { replay } = await watch(5, key, 60);
  expect(replay.endsWith(`sealed ${key}\n`)).toBe(true);
  expect(replay.indexOf(key)).toBe(replay.lastIndexOf(key));
  expect(verifyReplay(replay, [starwar])).toMatchObject({ kind: 'ok', rounds: 60 });
  const other = replay.replace('sealed 0', 'sealed 1');
  expect(verifyReplay(other, [starwar])).toMatchObject({
    kind: 'differs',
    message: expect.stringMatching(/^expected .*, found .*; the key in the last line may belong to a different match$/),
  });
  expect(verifyReplay(replay.slice(0, -70), [starwar]).kind).toMatch(/truncated|differs/);
  expect(verifyReplay(replay.slice(0, replay.length >> 1), [starwar]).kind).toBe('truncated');
  const { info } = (starwar.replay.open(replay) as { value: { info: MatchInfo } }).value;
  expect(info.key).toBe(key);
});
