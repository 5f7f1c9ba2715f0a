import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productFiles, ROOT } from './tracked-files.ts';

const files = productFiles(/\.tsx?$/).filter((file) => !file.includes('/conformance/'));
const texts = files.map((file) => ({ file, text: readFileSync(`${ROOT}/${file}`, 'utf8') }));
/** A table of errors: a message by code. */
const TABLE = /^(?:export )?const [A-Z_]+ = \{\n((?: .*\n)+)\} satisfies Sentences;/gm;
const tables = texts.flatMap(({ file, text }) =>
  Array.from(text.matchAll(TABLE), ([table, body]) => ({ file, table, codes: codesIn(body) })),
);

function codesIn(table: string): string[] {
  return Array.from(table.matchAll(/^ {2}'?([\w/-]+)'?: [[(]/gm), ([, code]) => code);
}

test('every code in a table of errors is used somewhere', () => {
  expect(tables.length).toBeGreaterThan(15);
  const unused = tables.flatMap(({ file, table, codes }) =>
    codes
      .filter((code) => !texts.some(({ text }) => text.replace(table, '').includes(`'${code}'`)))
      .map((code) => `${file}: ${code}`),
  );
  expect(unused).toEqual([]);
});

test('error messages are in tables, not at the places where the errors happen', () => {
  const found = texts.flatMap(({ file, text }) =>
    Array.from(
      text.replace(/^ *(?:\/\/|\/?\*).*/gm, '').matchAll(/\bcode: '(?!custom)[\w/-]+',\s*message(?:: ['`].*|\W*$)/gm),
      ([place]) => `${file}: ${place}`,
    ),
  );
  expect(found).toEqual([]);
});
