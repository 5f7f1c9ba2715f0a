import { expect, test } from 'vitest';
import { readTokens, UnreadableSourceError } from './parser.ts';

const told = async (file: string, text: string): Promise<string> => (await readTokens(file, text)).kinds.join(' ');

const TOO_MUCH = [
  ['a.cc', 'a<b<c<'.repeat(80_000), 'int a = b;', '_ = b'],
  // The parser runs out of memory for this source.
  ['a.java', 'A<'.repeat(50_000), 'class A { int a = B.b; }', '_ _ = B b'],
] as const;
test.each(TOO_MUCH)(
  'readTokens rejects a source that needs too many resources, and then reads the next source: %s',
  async (file, text, next, tokens) => {
    await expect(told(file, text)).rejects.toThrow(UnreadableSourceError);
    expect(await told(file, next)).toBe(tokens);
    expect(await told('b.py', 'a = b')).toBe('_ = b');
  },
);

test('readTokens rejects a source that is too long or in an unknown language', async () => {
  await expect(told('a.cc', ' '.repeat(600_000))).rejects.toThrow('it is longer than 512 KiB');
  await expect(told('a.txt', '')).rejects.toThrow('its extension doesn’t belong to a language that can be compared');
});
