import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packProgram, readProgram } from './program.ts';

const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/);

test('a packed program is unpacked unchanged, whatever its source contains', () => {
  fc.assert(
    fc.property(name, fc.uint8Array({ maxLength: 200 }), (file, source) => {
      const read = readProgram(packProgram({ file, source }));
      expect(read?.file).toBe(file);
      expect(new Uint8Array(read!.source)).toEqual(source);
    }),
  );
});

test('readProgram rejects a Wasm module, an empty file, an invalid file name, and a missing line end', () => {
  const module = Buffer.from('\0asm\x01\0\0\0');
  expect(readProgram(module)).toBeUndefined();
  expect(readProgram(new Uint8Array())).toBeUndefined();
  for (const file of ['../x.py', '.hidden', 'a b.py', '', '-x.py', `${'x'.repeat(101)}`]) {
    expect(readProgram(Buffer.from(`a program for Ludus\n${file}\nprint()`))).toBeUndefined();
    expect(() => packProgram({ file, source: module })).toThrow();
  }
  expect(readProgram(Buffer.from('a program for Ludus\nno line end'))).toBeUndefined();
});
