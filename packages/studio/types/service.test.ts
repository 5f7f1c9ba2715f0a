import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { typeService } from './service.ts';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
const LIB = dirname(fileURLToPath(import.meta.resolve('typescript-in-script')));

const texts = (folder: string, wanted: RegExp): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file))
    .map((file) => [relative(PACKAGES, join(folder, file)), readFileSync(join(folder, file), 'utf8')]);

const libraries = new Map(
  readdirSync(LIB)
    .filter((file) => /^lib\.(?:es5|es20[12].*|decorators.*)\.d\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(LIB, file), 'utf8')]),
);
const modules = new Map(['games', 'game', 'kernel'].flatMap((name) => texts(join(PACKAGES, name), /(?<!test)\.ts$/)));
const service = typeService(libraries, modules);

const HEAD = "import type { StarWarApi } from 'ludus/starwar';\nexport default (game: StarWarApi) => {\n";

test('a player is checked against what it imports: mistakes with their places', () => {
  expect(service.mistakes(`${HEAD}  game.log(game.round);\n  console.log([3, 1].toSorted());\n};`)).toEqual([]);
  const source = `${HEAD}  const wrong: string = game.round;\n  game.nothing();\n};`;
  const found = service.mistakes(source);
  expect(found.map(({ from, to }) => source.slice(from, to))).toEqual(['wrong', 'nothing']);
  expect(found[1].message).toContain("Property 'nothing' does not exist");
  expect(service.mistakes("import { x } from 'elsewhere';\nexport default x;")[0].message).toContain('elsewhere');
  expect(service.mistakes('export default () => {')[0].message).toContain("'}' expected");
});

test('what may come next, and what a word means', () => {
  const source = `${HEAD}  game.ro\n};`;
  const at = source.indexOf('game.ro') + 'game.ro'.length;
  const found = service.completions(source, at)!;
  expect(source.slice(found.from, at)).toBe('ro');
  expect(found.options.map(({ label }) => label)).toContain('round');
  const hover = service.hover(`${HEAD}  game.round;\n};`, HEAD.length + '  game.r'.length)!;
  expect(hover.text).toContain('round: number');
});

test.each(['madmax', 'starwar', 'angrymob', 'trails'])('the sample of %s has no mistake', (game) => {
  const samples = [...modules].filter(([path]) => path.startsWith(`games/${game}/samples/`) && /\.ts$/.test(path));
  for (const [path, text] of samples) expect(service.mistakes(text), path).toEqual([]);
  const one = `import * as api from 'ludus/${game}';\nexport default api;`;
  expect(service.mistakes(one)).toEqual([]);
});

test('types go across the files of a player', () => {
  const helper = { name: 'helper.ts', text: 'export const best = (): number => 1;\n' };
  const main = { name: 'Mine.ts', text: "import { best } from './helper.ts';\nexport const word: string = best();\n" };
  const mistakes = (file: typeof main, beside: (typeof main)[]) =>
    service.mistakes(file.text, { name: file.name, beside }).map(({ message }) => message);
  expect(mistakes(main, [helper])).toEqual(["Type 'number' is not assignable to type 'string'."]);
  expect(mistakes(main, [{ ...helper, text: helper.text.replace('number => 1', "string => ''") }])).toEqual([]);
  expect(mistakes(main, [])[0]).toContain('./helper.ts');
  expect(mistakes(helper, [main])).toEqual([]);
  const at = main.text.length - 'st();\n'.length;
  const edited = { name: main.name, beside: [helper] };
  expect(service.completions(main.text, at, edited)?.options.map(({ label }) => label)).toContain('best');
  expect(service.hover(main.text, at, edited)?.text).toContain('best(): number');
});
