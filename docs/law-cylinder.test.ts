import { readFileSync } from 'node:fs';
import { advance, LEHMER_MODULUS, Lehmer, seedState } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { pathOf } from 'ludus/cylinder';
import { DIRECTIONS, type Dialect, MAX_NUMBER, PLACING_ATTEMPTS, SHOOT } from 'ludus/cylinder/testing.ts';
import { MAD_MAX } from 'ludus/madmax/rules.ts';
import { GAMES } from 'ludus/registry.ts';
import { STAR_WAR } from 'ludus/starwar/rules.ts';
import { describe, expect, test } from 'vitest';
import { section, table } from './document.ts';

// The numbers and tables in cylinder.md, madmax.md, starwar.md, and cpp.md are the same as in the code.

const header = (path: string) => readFileSync(new URL(`../packages/games/${path}`, import.meta.url), 'utf8');
const core = header('cylinder/sdk/cpp/ludus/core.hh');

/** A setting's range as the tables write it: `5`, `5 … 30`, `≥ 1`. */
const range = (min: number, max: number) =>
  min === max ? `${min}` : max === MAX_NUMBER ? `≥ ${min}` : `${min} … ${max}`;

/** The error message for the text of a board; '' if the board is valid. */
function complaint(id: string, text: string): string {
  const read = GAMES.find((game) => game.id === id)!.readBoard(text);
  return read.ok ? '' : describeProblem(read.problem);
}

describe.each<[string, Dialect, string]>([
  ['madmax', MAD_MAX, 'Mad Max'],
  ['starwar', STAR_WAR, 'Star War'],
])('%s', (id, dialect, title) => {
  const settings = table(section(`${id}.md`, '2.1'));

  test('§2.1 lists the settings with their ranges, in file order', () => {
    expect(settings.map(([name, , allowed]) => [name, allowed])).toEqual(
      dialect.fields.map(({ name, min, max }) => [name, range(min, max)]),
    );
  });

  test('§2.1 names calls that the C++ headers declare', () => {
    const own = header(`${id}/sdk/cpp/Player.hh`);
    for (const [, call] of settings) expect(own + core).toContain(`int ${call} const`);
  });

  test('formats.md lists the same settings and ranges as §2.1', () => {
    const page = readFileSync(new URL('formats.md', import.meta.url), 'utf8');
    const both = table(page.slice(page.indexOf(`| ${MAD_MAX === dialect ? 'Mad Max ' : 'Mad Max'}`)));
    const offset = title === 'Mad Max' ? 0 : 2;
    const rows = both.map((row) => row.slice(offset, offset + 2)).filter(([name]) => name !== '');
    // In that table, the bound of the window is spelled out as a number.
    const spelled = rows.map(([name, allowed]) => [name, allowed === '10 … nb_uni_cols' ? '≥ 10' : allowed]);
    expect(spelled).toEqual(settings.map(([name, , allowed]) => [name, allowed]));
  });

  test('§1 states the file header, the words for units and their ids, and the symbols', () => {
    const words = section(`${id}.md`, '1');
    expect(words).toContain(`\`${dialect.header} v1\``);
    expect(words).toContain(`\`${dialect.unitsWord}\`, and the column of their ids \`${dialect.idWord}\``);
    const signs = table(words).map(([, , sign]) => sign);
    expect(new Set(signs.filter((sign) => sign !== ''))).toEqual(new Set(dialect.symbols.replace(' ', '')));
    const name = dialect.unitsWord.slice(0, -1);
    expect(table(words)[0].slice(0, 2)).toEqual([name, 'unit']);
  });

  test('§2.2 states the order of the prizes', () => {
    const kinds: Record<string, string> = { M: 'missile', P: 'point', W: 'water', G: 'gas' };
    const order = [...dialect.symbols.slice(1, 4)].flatMap((sign) => kinds[sign] ?? []);
    expect(section(`${id}.md`, '2.2')).toContain(`in the order ${order.join(', ')} (`);
  });

  test('§3 states the cell in which a dead unit is printed, and §2.1 has init_gas only if units burn gas', () => {
    const own = section(`${id}.md`, dialect.burnsGas ? '3.3' : '3.1');
    expect(own).toMatch(dialect.diesAtCollision ? /in the cell of the collision/ : /where its move began/);
    expect(settings.some(([name]) => name === 'init_gas')).toBe(dialect.burnsGas);
  });
});

describe('cylinder.md', () => {
  test('§2.1 defines the random number generator', () => {
    const rules = section('cylinder.md', '2.1');
    const [, multiplier, modulus] = /x ← (\d+) · x mod (\d+)\./.exec(rules)!.map(Number);
    expect(modulus).toBe(LEHMER_MODULUS);
    let x = 1;
    for (let i = 0; i < 1000; i++) {
      const next = Number((BigInt(multiplier) * BigInt(x)) % BigInt(modulus));
      expect(advance(x)).toBe(next);
      x = next;
    }
    const [, , limit] = /x ← (\d+) \+ abs\(s\) mod (\d+)/.exec(rules)!.map(Number);
    for (const seed of [0, 7, -7, limit, 2147483647, -2147483648])
      expect(seedState(seed)).toBe(1 + (Math.abs(seed) % limit));
    const [, most] = /x − 1: 0 … (\d+)/.exec(rules)!.map(Number);
    expect(most).toBe(modulus - 2);
  });

  test('a permutation draws one number per element, including the last, as in §2.1', () => {
    const [one, other] = [new Lehmer(7), new Lehmer(7)];
    one.permutation(4);
    for (let i = 0; i < 4; i++) other.next();
    expect(one.state).toBe(other.state);
  });

  test('§5.1 lists the directions and their codes', () => {
    const written = table(section('cylinder.md', '5.1'));
    expect(written).toEqual(DIRECTIONS.map(({ name, row, column }, code) => [code, name, row, column].map(String)));
    expect(section('cylinder.md', '5.1')).toContain(`${SHOOT} for a shot`);
  });

  test('§5.2 lists the paths that pathOf returns', () => {
    const written = table(section('cylinder.md', '5.2'));
    const cells = (index: number) => pathOf(DIRECTIONS[index]).map(({ row, column }) => `(${row}, ${column})`);
    expect(written).toEqual(DIRECTIONS.map(({ name }, index) => [name, cells(index).join(' ') || 'none']));
  });

  test('§6 states the maximum number of attempts to place an item', () => {
    expect(section('cylinder.md', '6')).toMatch(new RegExp(`^\\s*At most ${PLACING_ATTEMPTS} attempts`));
  });

  test('§7.2 states the limits on numbers and on the number of cells, and larger values are rejected', () => {
    const text = section('cylinder.md', '7.2');
    expect(text).toContain(`no number is above ${MAX_NUMBER},`);
    const [, cells] = /at most (\d+) cells/.exec(text)!;
    const values = [4, 1, 5000, 5000, 10, 1, 1, 0, 0, 0, 0, 0];
    const lines = STAR_WAR.fields.map(({ name }, i) => `${name} ${values[i]}`);
    const board = `starwar v1 secgame ? seed ? ${lines.join(' ')} names ? ? ? ? rnd 0 0`;
    expect(complaint('starwar', board)).toContain(`at most ${cells} cells`);
    expect(complaint('starwar', board.replace('nb_rnds 1 ', `nb_rnds ${MAX_NUMBER + 1} `))).toContain(`${MAX_NUMBER}`);
  });
});

describe('cpp.md', () => {
  const types = table(section('cpp.md', '1.2'));
  const about = (name: string) => types.find(([first]) => first === name)![1];

  test.each([
    ['madmax', 'Mad Max'],
    ['starwar', 'Star War'],
  ])('§1.2 lists the cell contents in %s', (id, title) => {
    const [, kinds] = /enum CType \{([^}]*)\}/.exec(header(`${id}/sdk/cpp/Player.hh`))!;
    expect(about('CType')).toContain(`${title}: ${kinds.trim()}`);
  });

  test.each([
    ['madmax', 'Car', 'cid'],
    ['starwar', 'Starship', 'sid'],
    ['madmax', 'Missile', 'cid'],
    ['starwar', 'Missile', 'sid'],
  ])('in %s, §1.2 lists the fields of a %s', (id, name, idWord) => {
    const [, body] = new RegExp(`struct ${name} \\{([\\s\\S]*?)\\n {2}${name}\\(`).exec(
      header(`${id}/sdk/cpp/Player.hh`),
    )!;
    const fields = [...body.matchAll(/^ {2}[\w:]+ (\w+);/gm)].map(([, field]) => field);
    const written = about(name).replace(/(\w+) \(Star War: (\w+)\)/, id === 'starwar' ? '$2' : '$1');
    expect(written.split(', ')).toEqual(fields);
    expect(fields).toContain(idWord);
  });

  test('the C++ headers declare move, shoot, and the calls that §1.3 names', () => {
    const all = core + header('madmax/sdk/cpp/Player.hh') + header('starwar/sdk/cpp/Player.hh');
    const calls = table(section('cpp.md', '1.3')).flatMap(([names]) => names.match(/\w+(?=\()/g) ?? []);
    expect(calls.length).toBeGreaterThan(15);
    for (const call of [...calls, 'move', 'shoot']) expect(all).toMatch(new RegExp(`\\b${call}\\(`));
  });
});
