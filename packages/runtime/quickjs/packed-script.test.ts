import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteWriter } from '../wasm/bytes.ts';
import { ModuleRejectedError, rejectedModule } from '../wasm/module-problems.ts';
import { isPacked, packScript, unpackScript, withGuest } from './packed-script.ts';
import type { Script } from './script.ts';

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const GUEST = [{ name: 'ludus/-guest', text: 'export {}' }];
const HELPER = { name: 'lib/helper.ts', text: 'export const one = 1;' };
const SCRIPT: Script = {
  game: 'madmax',
  name: 'Mine',
  guest: [...GUEST, HELPER],
  player: { name: 'Mine.ts', text: "export default '½';" },
};
const FILES = [SCRIPT.player, HELPER];

/** A module with a single section that claims to contain a script. */
const holding = (script: unknown): Uint8Array => {
  const json = typeof script === 'string' ? script : JSON.stringify(script);
  const section = new ByteWriter().text('ludus-script').text(json).result();
  return new ByteWriter().bytes(HEAD).byte(0).u32(section.length).bytes(section).result();
};

test('a packed script contains the player’s files, without the engine and the game’s code', () => {
  const packed = packScript(SCRIPT);
  expect(packed).toEqual(holding({ game: 'madmax', name: 'Mine', files: FILES }));
  expect(WebAssembly.validate(packed)).toBe(true);
  const unpacked = unpackScript(packed)!;
  expect(unpacked).toEqual({ game: 'madmax', name: 'Mine', files: FILES });
  expect(withGuest(unpacked, GUEST)).toEqual(SCRIPT);
});

test('a module without a script isn’t unpacked', () => {
  for (const module of [new Uint8Array(HEAD), new Uint8Array([...HEAD, 1, 1, 0]), new Uint8Array(3)]) {
    expect(isPacked(module)).toBe(false);
    expect(unpackScript(module)).toBeUndefined();
  }
});

test.each([
  ['a type section before the script', (packed: Uint8Array) => [...HEAD, 1, 1, 0, ...packed.subarray(8)]],
  ['a type section after the script', (packed: Uint8Array) => [...packed, 1, 1, 0]],
  ['another script', (packed: Uint8Array) => [...packed, ...packed.subarray(8)]],
  ['a custom section', (packed: Uint8Array) => [...packed, 0, 3, 1, 0x78, 7]],
])('a module that contains a script and %s is rejected', (_, around) => {
  const module = new Uint8Array(around(packScript(SCRIPT)));
  expect(isPacked(module)).toBe(true);
  expect(() => unpackScript(module)).toThrow(ModuleRejectedError);
  expect(() => unpackScript(module)).toThrow(/other sections next to its script, such as an engine/);
});

test('a damaged file causes no errors except ModuleRejectedError', () => {
  const whole = packScript(SCRIPT);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
      const bytes = cut ? whole.slice(0, at) : whole.slice();
      if (!cut) bytes[at] = byte;
      isPacked(bytes);
      try {
        unpackScript(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ModuleRejectedError);
      }
    }),
    { numRuns: 2000 },
  );
});

const packed = { game: 'madmax', name: 'Mine', files: FILES };

test.each<[string, unknown]>([
  ['invalid JSON', '{'],
  ['null instead of an object', null],
  ['no name', { ...packed, name: undefined }],
  ['a name with blanks', { ...packed, name: 'Mi ne' }],
  ['a game that isn’t text', { ...packed, game: 7 }],
  ['no files', { ...packed, files: [] }],
  ['files that aren’t a list', { ...packed, files: 'all' }],
  ['a file without text', { ...packed, files: [{ name: 'Mine.ts' }] }],
  ['a file that is null', { ...packed, files: [null] }],
  ['an invalid file name', { ...packed, files: [{ name: 'a\0b', text: '' }] }],
  ['a player named like a game module', { ...packed, files: [{ name: 'ludus/madmax', text: '' }] }],
  ['a file named like a game module', { ...packed, files: [SCRIPT.player, { name: 'ludus/-guest', text: '' }] }],
  ['two files with the same name', { ...packed, files: [SCRIPT.player, HELPER, HELPER] }],
  ['too many files', { ...packed, files: Array.from({ length: 101 }, (_, n) => ({ name: `${n}.js`, text: '' })) }],
])('a packed script with %s is rejected', (_, script) => {
  expect(() => unpackScript(holding(script))).toThrow(rejectedModule('script/damaged'));
});

test('a player with too much source text is rejected', () => {
  const files = [SCRIPT.player, { name: 'long.js', text: '½'.repeat(2 ** 20) }];
  expect(() => unpackScript(holding({ ...packed, files }))).toThrow(
    /the script in it has 2097\d+ bytes, but at most 2097152 are allowed/,
  );
});

test('a script that is far too long is rejected before it is parsed as JSON', () => {
  const long = holding(`{"more":[${'[],'.repeat(4_300_000)}[]]}`);
  expect(() => unpackScript(long)).toThrow('the script in it is too long');
});
