import {
  ABSORB_LIMIT,
  angrymob,
  COLUMN_STEP,
  DEFAULT_LIMITS,
  generateMap,
  LAYOUTS,
  MAX_MOVE_BYTES,
  MAX_NEUTRALS,
  MAX_SIDE,
  MapRandom,
  mapFlaw,
  parseMove,
  REASONS,
  ROW_STEP,
  readMap,
  SIDES,
  STYLES,
} from 'ludus/angrymob/rules.ts';
import {
  ARENA_OPTIONS,
  DEFAULT_HOST,
  DEFAULT_PORT,
  MAX_NAME_LENGTH,
  parseArenaOptions,
} from 'ludus/angrymob/testing.ts';
import { describe, expect, test } from 'vitest';
import { section, table } from './document.ts';

// The numbers, tables, and examples in angry-mob.md and arena.md are the same as in the code.

const law = (number: string) => section('angry-mob.md', number);

describe('angry-mob.md', () => {
  test('§1.3 states the map limits', () => {
    expect(law('1.3')).toContain(`1 to ${MAX_SIDE} cells`);
    expect(law('1.3')).toContain(`at most ${MAX_NEUTRALS} neutral units`);
  });

  test('§2.1 lists the directions', () => {
    const steps = table(law('2.1')).map(([d, , row, column]) => [d, row, column].map(Number));
    expect(steps).toEqual(ROW_STEP.map((row, d) => [d, row, COLUMN_STEP[d]]));
  });

  test('§2.4 states the absorption limit', () => {
    expect(law('2.4')).toContain(`at most ${ABSORB_LIMIT} units`);
    expect(law('2.4')).toContain(`dropped to ${ABSORB_LIMIT} again`);
  });

  test('§3.2 states the maximum length of a move', () => {
    expect(law('3.2')).toContain(`longer than ${MAX_MOVE_BYTES} bytes`);
  });

  test('§4.3 states the default limits', () => {
    const limits = table(law('4.3')).map(([name, value]) => [name, Number(value)]);
    expect(Object.fromEntries(limits)).toEqual(DEFAULT_LIMITS);
  });

  test('§4.4 lists the reasons why a game ends, and marks those that mean a win', () => {
    const reasons = table(law('4.4'));
    expect(new Set(reasons.map(([reason]) => reason))).toEqual(new Set(REASONS));
    const won = reasons.filter(([, outcome]) => outcome === 'won').map(([reason]) => reason);
    expect(won).toEqual(['base', 'illegal', 'time', 'disconnect']);
  });

  test('the game plays the example in §6 as described', () => {
    const [, text] = /```\n([\s\S]*?)```/.exec(law('6'))!;
    const read = readMap(text);
    if (!read.ok) throw new Error(read.problem.message);
    const state = angrymob.start({ map: read.value, ...DEFAULT_LIMITS }, 1);
    const at = (i: number, j: number) => i * read.value.columns + j;
    const moves = [...law('6').matchAll(/`([\d ]+)`/g)].map(([, move]) => move);
    expect(moves).toHaveLength(4);
    for (const [blue, red] of [moves.slice(0, 2), moves.slice(2)]) {
      const asked = [blue, red].map((line) => {
        const move = angrymob.newMove();
        parseMove(line, move);
        return move;
      });
      angrymob.advance(state, asked);
    }
    const [blue, red] = state.armies;
    expect([blue.units[at(1, 2)], blue.units[at(0, 1)], red.units[at(5, 5)]]).toEqual([2, 2, 3]);
    expect([blue.total, red.total, state.turn]).toEqual([4, 3, 2]);
  });

  test('§7 lists the map styles, layouts, and sizes', () => {
    expect(table(law('7.2')).map(([style]) => style)).toEqual([...STYLES]);
    expect(table(law('7.3')).map(([layout]) => layout)).toEqual([...LAYOUTS]);
    expect(law('7.4')).toContain(`${SIDES.rows.join(' to ')} rows and ${SIDES.columns.join(' to ')} columns`);
  });

  test('twenty generated maps have the properties that §1.2 states', () => {
    for (let seed = 1n; seed <= 20n; seed++) expect(mapFlaw(generateMap(seed))).toBeUndefined();
  });

  test.each([
    [0n, 0],
    [7n, 0],
    [-3n, 2],
    [2n ** 63n - 1n, 1],
  ])('the generator draws the numbers that §7.6 describes (seed %s, attempt %s)', (seed, attempt) => {
    const random = new MapRandom(seed, attempt);
    const draw = drawsOfThePage(seed, attempt);
    for (let i = 0; i < 100; i++) expect(random.next()).toBe(draw());
  });
});

/** Draws numbers as described in §7.6, step by step with big integers, using the three large numbers from the page. */
function drawsOfThePage(seed: bigint, attempt: number): () => number {
  const [step, first, second] = ['9e3779b97f4a7c15', 'bf58476d1ce4e5b9', '94d049bb133111eb'].map((digits) => {
    expect(law('7.6')).toContain(digits);
    return BigInt(`0x${digits}`);
  });
  const mix = (value: bigint) => {
    let z = BigInt.asUintN(64, value);
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * first);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * second);
    return z ^ (z >> 31n);
  };
  const low = mix(seed + step * BigInt(2 * attempt + 1));
  const high = mix(low + seed);
  let [a, b, c, n] = [BigInt.asUintN(32, low), low >> 32n, BigInt.asUintN(32, high), 1n];
  const draw = () => {
    const sum = BigInt.asUintN(32, a + b + n);
    const rotated = BigInt.asUintN(32, (c << 21n) | (c >> 11n));
    [a, b, c, n] = [b ^ (b >> 9n), BigInt.asUintN(32, c + 8n * c), BigInt.asUintN(32, rotated + sum), n + 1n];
    return Number(sum);
  };
  for (let i = 0; i < 12; i++) draw();
  return draw;
}

describe('arena.md', () => {
  const options = table(section('arena.md', '1'));
  const without = (name: string) => options.find(([option]) => option.startsWith(name))![2];

  test('§1 lists all options except --help, with their values', () => {
    const written = options.map(([option]) => option.replace(' (chosen)', ''));
    const known = ARENA_OPTIONS.filter(({ name }) => name !== '--help');
    expect(written).toEqual(known.map(({ name, value }) => (value === undefined ? name : `${name} ${value}`)));
  });

  test('§1 states the default value of each option that has a default', () => {
    const usual = parseArenaOptions([]);
    for (const name of ['moveLimit', 'delay', 'timeInit', 'timeMove', 'port'] as const)
      expect(without(`-${name}`)).toBe(String(usual[name]));
    expect(without('-port')).toBe(String(DEFAULT_PORT));
    expect(without('-host')).toBe(DEFAULT_HOST);
    expect(without('-size')).toBe('the map fills the page');
  });

  test('§2 states the limits for names and lines', () => {
    expect(section('arena.md', '2')).toContain(`1 to ${MAX_NAME_LENGTH} printable characters`);
    expect(section('arena.md', '2')).toContain(`at most ${MAX_MOVE_BYTES / 1024} KiB`);
  });

  test('§1.1 lists every reason why a game ends', () => {
    const written = table(section('arena.md', '1.1')).flatMap(([reasons]) => reasons.split(', '));
    expect(new Set(written)).toEqual(new Set(REASONS));
  });
});
