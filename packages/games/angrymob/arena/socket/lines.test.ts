import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineBuffer, MAX_LINE_BYTES } from './lines.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

function linesOf(buffer: LineBuffer): string[] {
  const lines: string[] = [];
  for (let line = buffer.shift(); line !== undefined; line = buffer.shift()) lines.push(line.text);
  return lines;
}

test('LineBuffer returns the same lines however the bytes are split', () => {
  const bytes = fc.array(fc.constantFrom('a', ' ', '\r', '\n', '\xff', '\0', '7'), { maxLength: 60 });
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(10), { minLength: 1 }), (characters, cuts) => {
      const text = characters.join('');
      const buffer = new LineBuffer();
      let at = 0;
      for (let n = 0; at < text.length; n++) {
        const length = 1 + cuts[n % cuts.length];
        buffer.push(latin1(text.slice(at, at + length)), n);
        at += length;
      }
      const wanted = text.split('\n').slice(0, -1);
      expect(linesOf(buffer)).toEqual(wanted.map((line) => line.replace(/\r$/, '')));
      expect(buffer.heldBytes).toBe(text.length - text.lastIndexOf('\n') - 1);
    }),
  );
});

test('a line of 64 KiB is accepted with either line ending, and a longer line ends the stream', () => {
  const full = 'x'.repeat(MAX_LINE_BYTES);
  for (const end of ['\n', '\r\n']) {
    const buffer = new LineBuffer();
    buffer.push(latin1(`${full}${end}`), 0);
    expect(linesOf(buffer)).toEqual([full]);
  }
  for (const text of [`${full}x\n`, `${full}x\r\n`, `${full}xx`]) {
    const buffer = new LineBuffer();
    buffer.push(latin1(`first\n${text}`), 0);
    expect(linesOf(buffer)).toEqual(['first']);
    expect(buffer.overlong).toBe(true);
    buffer.push(latin1('later\n'), 0);
    expect(buffer.hasLine).toBe(false);
    expect(buffer.heldBytes).toBe(0);
  }
});
