import { expect, test } from 'vitest';
import { readTokens } from './parser.ts';

const told = async (file: string, text: string): Promise<string> => (await readTokens(file, text)).kinds.join(' ');

test('readTokens replaces names that the program declares, but not other names that it uses', async () => {
  const one = await told('a.cc', 'int far(Pos p) { int best = cell(p).type; return best; }');
  expect(one).toBe('_ _ _ = cell _ type return _');
  expect(await told('b.cc', 'long weit(Pos ort) { /* ! */ auto wert = cell(ort).type; return wert; }')).toBe(one);
});

test('readTokens treats a for loop like the equivalent while loop', async () => {
  const loop = await told('a.cc', 'void f() { for (int i = 0; i < 9; ++i) { g(i); } }');
  expect(await told('b.cc', 'void f() { int i = 0; while (i < 9) { g(i); ++i; } }')).toBe(loop);
  expect(await told('b.cc', 'void f() { int i = 0; do { g(i); i++; } while (i < 9); }')).toContain('loop _ < 0');
});

test.each([
  ['a.ts', 'const far = (p: Pos): number => { let best = game.cell(p); return best; };'],
  ['a.js', 'const weit = (q) => { const x = game.cell(q); return x; }; // !'],
  ['a.java', 'class A { int far(Pos p) { int best = game.cell(p); return best; } }'],
  ['a.rs', 'fn far(p: &Pos) -> i32 { let best: i32 = game.cell(p); return best; } // !'],
  ['a.py', 'def far(p):\n    best = game.cell(p)\n    return best\n'],
])('readTokens gives similar tokens for the same function in each language: %s', async (file, text) => {
  expect(await told(file, text)).toMatch(/^(_ )+(= )?(_ )?(=> )?_ = game cell _ return _$/);
});

test('readTokens treats TypeScript and JavaScript as one language', async () => {
  const typed =
    'class Far { #n: number = 0; run(a: number[], b?: string): void { for (const x of a) this.#n += x as number; } }';
  const bare = 'class Weit { #m = 0; run(c, d) { for (let y of c) this.#m += y; } }';
  expect(await told('a.ts', typed)).toBe(await told('b.js', bare));
});

test('readTokens ignores a Rust bot’s names, types, and comments, but not its statements', async () => {
  const text = `use std::io;
fn best(cells: &[Cell], from: usize) -> Option<usize> {
    let mut found = None;
    for (at, cell) in cells.iter().enumerate() {
        if cell.free && at != from { found = Some(at); }
    }
    found
}`;
  const disguised = `/// Looks around.
pub fn wahl(felder: &Vec<Cell>, von: usize) -> Option<usize> {
    let mut ziel: Option<usize> = None; // nothing yet
    for (nummer, feld) in felder.iter().enumerate() {
        if feld.free && nummer != von { ziel = Some(nummer); }
    }
    ziel
}`;
  const one = await told('a.rs', text);
  expect(one.split(' ').length).toBeGreaterThan(15);
  expect(await told('b.rs', disguised)).toBe(one);
  expect(await told('c.rs', text.replace('found = Some(at)', 'return Some(at)'))).not.toBe(one);
});

test('readTokens returns regions as lines and columns in UTF-16 units', async () => {
  const text = 'int f() {\n  s = "é𝄞"; return stay(1);\n}\n';
  const { kinds, regions } = await readTokens('a.cc', text);
  const { line, column, endLine, endColumn } = regions[kinds.indexOf('stay')];
  expect([line, endLine]).toEqual([1, 1]);
  expect(text.split('\n')[1].slice(column, endColumn)).toBe('stay');
});

test.each([
  ['an empty text', ''],
  ['a text that isn’t a program', '☃ ) } ] >>> "'],
  ['unclosed brackets', '('.repeat(100_000)],
  ['unfinished templates', 'a<b<c<'.repeat(3000)],
])('readTokens reads %s without an error', async (_, text) => {
  const { kinds, regions } = await readTokens('a.cc', text);
  expect(kinds.length).toBe(regions.length);
});

test('readTokens accepts a name that is also a built-in property of objects', async () => {
  expect(await told('a.js', 'constructor(toString, __proto__);')).toBe('constructor toString __proto__');
});
