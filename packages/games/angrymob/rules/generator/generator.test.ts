import { readFileSync } from 'node:fs';
import { HASH_START, hashText, mix } from '@ludus/kernel/hash.ts';
import { describe, expect, test } from 'vitest';
import { printMap, readMap } from '../board.ts';
import { mapProblem } from './check.ts';
import { drawMap, generateMap, generateMapOf } from './generator.ts';
import { LAYOUTS } from './neutrals.ts';
import { STYLES } from './styles.ts';

// Mutation testing runs this thousands of times.
const MAPS = process.env.LUDUS_PROPERTY_RUNS ? 40n : 500n;
const EVERY_BIT = process.env.LUDUS_PROPERTY_RUNS ? 9n : 1n;

const golden = (name: string) => readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8');

describe('the map generator', () => {
  const lines = golden('maps.txt').trim().split('\n');
  test('has at least twenty golden maps, with every style', () => {
    expect(lines.length).toBeGreaterThanOrEqual(20);
    expect(new Set(lines.map((line) => line.split(' ')[1])).size).toBe(STYLES.length);
  });
  test.each(lines)('draws the golden map %s', (line) => {
    const seed = BigInt(line.split(' ')[0]);
    const { map, style, layout } = drawMap(seed);
    expect(`${seed} ${style} ${layout} ${map.rows} ${map.columns} ${hashText(printMap(map)).toString(16)}`).toBe(line);
  });
  test('draws sixty maps with the expected hash', () => {
    let hash = HASH_START;
    for (let seed = 1001n; seed <= 1060n; seed++) hash = mix(hash, hashText(printMap(generateMap(seed))));
    expect(hash.toString(16)).toBe('99e8606a');
  });
  test.each(['6', '21', '22', '-5'])('draws the complete golden map for seed %s', (seed) => {
    expect(printMap(generateMap(BigInt(seed)))).toBe(golden(`seed${seed}.txt`));
  });
});

test('hundreds of generated maps follow the rules (tools/angrymob-map-properties.ts checks 25,000)', () => {
  const [styles, layouts] = [new Set<string>(), new Set<string>()];
  const parities = new Set<string>();
  let [small, piles] = [0, 0];
  for (let seed = -MAPS / 3n; seed < MAPS - MAPS / 3n; seed++) {
    const { map, style, layout } = drawMap(seed * 1_000_003n);
    expect(`seed ${seed}: ${mapProblem(map)}`).toBe(`seed ${seed}: undefined`);
    styles.add(style);
    layouts.add(layout);
    parities.add(`${map.rows % 2} ${map.columns % 2}`);
    for (const units of map.neutrals) {
      if (units > 0) piles++;
      if (units > 0 && units <= 9) small++;
    }
  }
  expect(styles.size).toBe(STYLES.length);
  expect(layouts.size).toBe(LAYOUTS.length);
  expect(parities.size).toBe(4);
  // Most counts of neutral units are from 1 to 9.
  expect(small / piles).toBeGreaterThan(0.95);
});

test('generated maps with a chosen size follow the rules, including the smallest, narrowest, and largest', () => {
  const styles = new Set<string>();
  for (const [rows, columns] of [
    [8, 8],
    [8, 80],
    [60, 8],
    [60, 80],
    [20, 31],
    [33, 33],
  ])
    for (let seed = 1n; seed <= MAPS / 25n; seed++) {
      const map = generateMapOf({ rows, columns }, seed);
      expect([map.rows, map.columns, mapProblem(map)]).toEqual([rows, columns, undefined]);
      expect(printMap(generateMapOf({ rows, columns }, seed))).toBe(printMap(map));
      styles.add(drawMap(seed, { rows, columns }).style);
    }
  expect(styles.size).toBe(STYLES.length);
  expect(() => generateMapOf({ rows: 7, columns: 20 }, 1n)).toThrow('8 to 60 rows');
  expect(() => generateMapOf({ rows: 20, columns: 81 }, 1n)).toThrow(RangeError);
});

test('all 64 bits of the seed affect the map', () => {
  const bits = Array.from({ length: 64 }, (_, bit) => BigInt(bit)).filter((bit) => bit % EVERY_BIT === 0n);
  const texts = new Set(bits.map((bit) => printMap(generateMap(BigInt.asIntN(64, 1n << bit)))));
  expect(texts.size).toBe(bits.length);
});

test('a printed map is read back as the same map', () => {
  for (let seed = 1n; seed <= MAPS / 10n; seed++) {
    const map = generateMap(seed);
    const read = readMap(printMap(map));
    expect(read.ok && read.value).toEqual(map);
  }
});
