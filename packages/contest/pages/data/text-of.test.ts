import { expect, test } from 'vitest';
import { textOf } from './text-of.ts';

test('textOf decodes UTF-8, UTF-16, and Windows-1252', () => {
  const roster = 'id,name\n1,Núria Müller\n';
  expect(textOf(new TextEncoder().encode(roster))).toEqual({ text: roster, windows: false });
  expect(textOf(Buffer.from(`\uFEFF${roster}`))).toEqual({ text: roster, windows: false });
  expect(textOf(Buffer.from(roster, 'latin1'))).toEqual({ text: roster, windows: true });
  // Latin-1 doesn't contain the euro sign and the typographic apostrophe.
  expect(textOf(Uint8Array.of(0x80, 0x92, 0xe9))).toEqual({ text: '€’é', windows: true });
  expect(textOf(Buffer.from(`\uFEFF${roster}`, 'utf16le'))).toEqual({ text: roster, windows: false });
  expect(textOf(Buffer.from(`\uFEFF${roster}`, 'utf16le').swap16())).toEqual({ text: roster, windows: false });
  expect(textOf(new Uint8Array())).toEqual({ text: '', windows: false });
});
