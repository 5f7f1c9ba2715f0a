import { expect, test } from 'vitest';
import { localImports, localPath, withPaths } from './local-imports.ts';
import { bundleScript } from './quickjs/bundle-script.ts';
import { eraser } from './quickjs/our-engine.ts';

test.each([
  ['Mine.ts', './helper.ts', 'helper.ts'],
  ['Mine.ts', './lib/a.ts', 'lib/a.ts'],
  ['lib/a.ts', './b.ts', 'lib/b.ts'],
  ['lib/a.ts', '../b.ts', 'b.ts'],
  ['Mine.ts', '../b.ts', undefined],
  ['Mine.ts', './helper', undefined],
  // A player must not be able to replace the game's side.
  ['Mine.ts', './ludus/-guest.ts', undefined],
  ['Mine.ts', './.hidden.ts', undefined],
])('localPath(%j, %j) returns %s', (from, name, path) => {
  expect(localPath(from, name)).toBe(path);
});

const SOURCE = `import { one } from './one.ts';
import {
  two,
} from "./two.ts"; export * from './three.ts';
const said = "import './four.ts'";
import './gone.ts';
`;

test('withPaths replaces imports with paths, and keeps the text’s length', () => {
  expect(localImports('Mine.ts', SOURCE)).toEqual(['one.ts', 'two.ts', 'three.ts', 'gone.ts']);
  const made = withPaths('Mine.ts', SOURCE, (path) => path !== 'gone.ts');
  expect(made.length).toBe(SOURCE.length);
  expect(made).toContain("from 'one.ts'  ;");
  expect(made).toContain('from "two.ts"  ; export');
  expect(made).toContain("import './gone.ts'");
  expect(made).toContain(`"import './four.ts'"`);
});

test.each([
  'import\n'.repeat(150_000),
  `import ${'from '.repeat(200_000)}`,
  'import from\n'.repeat(90_000),
  `import ${' '.repeat(2 ** 20)}x`,
  `${'\nexport'.repeat(150_000)} {} from './one.ts'`,
])('a long text with unfinished imports is read to its end (%#)', (text) => {
  const found = text.endsWith("'") ? ['one.ts'] : [];
  expect(localImports('Mine.ts', text)).toEqual(found);
  expect(withPaths('Mine.ts', text, () => true).length).toBe(text.length);
});

test('localImports finds an import over several lines with names that resemble keywords', () => {
  const source = "import {\n  exported,\n  important as other,\n  // and more\n} from './one.ts';";
  expect(localImports('Mine.ts', source)).toEqual(['one.ts']);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const files: Readonly<Record<string, string>> = {
  'one.ts': "import { back } from './Mine.ts';\nexport const one: number = back;",
  'unused.ts': '',
};

test('a bundled player contains only the files that it imports', async () => {
  const source = "import { one } from './one.ts';\nexport const back = 1;\nexport default () => one;";
  const beside = (path: string) => (files[path] === undefined ? undefined : bytes(files[path]));
  const made = { game: 'trails', guest: [{ name: 'ludus/trails', text: '' }], eraser };
  const script = await bundleScript('Mine.ts', bytes(source), { ...made, beside });
  expect(script.guest.map(({ name }) => name)).toEqual(['ludus/trails', 'one.ts']);
  expect(script.guest[1].text).toBe("import { back } from 'Mine.ts'  ;\nexport const one         = back;");
  expect(script.player.text).toContain("from 'one.ts'  ;");
  const alone = await bundleScript('Mine.ts', bytes(source), made);
  expect(alone).toMatchObject({ guest: made.guest, player: { text: source } });
  const broken = bundleScript('Mine.ts', bytes(source), { ...made, beside: () => bytes('enum A { B }') });
  await expect(broken).rejects.toThrow(/^one\.ts:1:1: /);
  const long = bundleScript('Mine.ts', bytes(source), { ...made, beside: () => new Uint8Array(2 ** 20) });
  await expect(long).rejects.toThrow('Mine.ts and its imports have more than');
});
