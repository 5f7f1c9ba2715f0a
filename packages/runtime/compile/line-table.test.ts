import { expect, test } from 'vitest';
import { ByteWriter } from '../wasm/bytes.ts';
import { codePlaces, shortName } from './line-table.ts';

test.each([
  ['play', 'play'],
  ['Mine::play()', 'play'],
  ['Mine::search(int, std::vector<int> const&) const', 'search'],
  ['int largest<int>(int)', 'largest'],
  ['(anonymous namespace)::step(Pos)', 'step'],
  ['Mine::~Mine()', '~Mine'],
  ['operator<<(std::ostream&, CType)', ''],
])('the short name of %j is %j', (name, shown) => {
  expect(shortName(name)).toBe(shown);
});

/** A module with an empty code section and these custom sections. */
function moduleWith(sections: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const out = new ByteWriter().bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 10, 1, 0]);
  for (const [name, contents] of Object.entries(sections)) {
    const section = new ByteWriter().text(name).bytes(contents).result();
    out.byte(0).u32(section.length).bytes(section);
  }
  return out.result();
}

/** A DWARF 4 unit for `AIMine.cc` with this line program. */
function unit(program: ArrayLike<number>, lineRange = 14): Uint8Array {
  const header = new ByteWriter()
    .bytes([1, 1, 1, 0xfb, lineRange, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0])
    .bytes(new TextEncoder().encode('AIMine.cc\0'))
    .bytes([0, 0, 0, 0])
    .result();
  const word = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
  const rest = new ByteWriter().bytes([4, 0]).bytes(word(header.length)).bytes(header).bytes(program).result();
  return new ByteWriter().bytes(word(rest.length)).bytes(rest).result();
}

const ADDRESS = [0, 5, 2, 7, 0, 0, 0];
const names = (index: readonly number[]): Uint8Array =>
  new ByteWriter()
    .bytes([1, index.length + 6, 1, ...index, 4])
    .bytes(new TextEncoder().encode('play'))
    .result();

test('codePlaces reads lines and names from a module’s tables', () => {
  const module = moduleWith({ '.debug_line': unit([...ADDRESS, 3, 4, 1]), name: names([2]) });
  expect(codePlaces(module, 'AIMine.cc')).toEqual({ file: 'AIMine.cc', rows: [[7, 5]], names: ['', '', 'play'] });
});

test.each([
  ['an unterminated number', unit([...ADDRESS, 0, ...new Array(200).fill(0x80), 1]), names([2])],
  ['an empty line range', unit([...ADDRESS, 0x20], 0), names([2])],
  ['more than a million rows', unit([...ADDRESS, ...new Uint8Array(1_000_001).fill(1)]), names([2])],
  ['an impossible function index', unit([...ADDRESS, 1]), names([0xff, 0xff, 0xff, 0xff, 0x0f])],
  ['a truncated section', unit([...ADDRESS, 1]).subarray(0, 20), names([2])],
  ['a missing length', new Uint8Array(4), names([2])],
])('codePlaces finds no positions in tables with %s', (_, lines, name) => {
  expect(codePlaces(moduleWith({ '.debug_line': lines, name }), 'AIMine.cc')).toBeUndefined();
});
