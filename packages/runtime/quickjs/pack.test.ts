import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ModuleRefused } from '../wasm/bytes.ts';
import { DAMAGED, packScript, unpackScript } from './pack.ts';
import type { Script } from './script.ts';

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** Sections 1 and 0 (a custom one, of another name), both short. */
const ENGINE = new Uint8Array([...HEAD, 1, 1, 0, 0, 3, 1, 0x78, 7]);
const SCRIPT: Script = {
  game: 'madmax',
  name: 'Mine',
  guest: [{ name: 'ludus/-guest', text: 'export {}' }],
  player: { name: 'Mine.ts', text: "export default '½';" },
};

test('a packed script comes out as it went in, and so does the engine', () => {
  expect(unpackScript(packScript(ENGINE, SCRIPT))).toEqual({ script: SCRIPT, engine: ENGINE });
  expect(unpackScript(ENGINE)).toBeUndefined();
  expect(WebAssembly.validate(packScript(new Uint8Array(HEAD), SCRIPT))).toBe(true);
});

test('a damaged file is refused, or is another script, or none; nothing else happens', () => {
  const whole = packScript(ENGINE, SCRIPT);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
      const bytes = cut ? whole.slice(0, at) : whole.slice();
      if (!cut) bytes[at] = byte;
      try {
        unpackScript(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ModuleRefused);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a name with blanks', { ...SCRIPT, name: 'Mi ne' }],
  ['no player', { ...SCRIPT, player: undefined }],
  ['a module without text', { ...SCRIPT, guest: [{ name: 'ludus/x' }] }],
  ['a module with a strange name', { ...SCRIPT, player: { name: 'a\0b', text: '' } }],
])('%s is refused', (_, script) => {
  const section = typeof script === 'string' ? script : JSON.stringify(script);
  const packed = packScript(ENGINE, SCRIPT);
  const json = JSON.stringify(SCRIPT);
  const at = Buffer.from(packed).indexOf(json);
  expect(at).toBeGreaterThan(0);
  // The same length, so that the section's own head still fits.
  const bytes = Buffer.alloc(Buffer.byteLength(json), 0x20);
  bytes.write(section.slice(0, json.length));
  packed.set(bytes, at);
  if (Buffer.byteLength(section) <= bytes.length) expect(() => unpackScript(packed)).toThrow(DAMAGED);
});
