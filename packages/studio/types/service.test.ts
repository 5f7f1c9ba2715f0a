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

test('a player is checked together with its imports, and each error has a position', () => {
  expect(service.mistakes(`${HEAD}  game.log(game.round);\n  console.log([3, 1].toSorted());\n};`)).toEqual([]);
  const source = `${HEAD}  const wrong: string = game.round;\n  game.nothing();\n};`;
  const found = service.mistakes(source);
  expect(found.map(({ from, to }) => source.slice(from, to))).toEqual(['wrong', 'nothing']);
  expect(found[1].message).toContain("Property 'nothing' does not exist");
  expect(service.mistakes("import { x } from 'elsewhere';\nexport default x;")[0].message).toContain('elsewhere');
});

test('a bracket that is never closed is reported on its line', () => {
  const source = 'export default () => {\n  if (true) {\n    console.log(1);\n};\n';
  const [{ from, to, message }] = service.mistakes(source);
  expect([source.slice(0, from).split('\n').length, source.slice(from, to), message]).toEqual([
    2,
    '{',
    'This { isn’t closed.',
  ]);
});

test('if the text can’t be parsed, only the first error is reported, without its consequences', () => {
  const source = 'export default () => {\n  const a = ;\n  const b: string = 1;\n  const d = ;\n};\n';
  expect(
    service.mistakes(source).map(({ from, message }) => [source.slice(0, from).split('\n').length, message]),
  ).toEqual([[2, 'Expression expected.']]);
});

test('a game’s API for bots is listed without the referee’s part', () => {
  const [player, ...others] = service.api('trails');
  expect(player.name).toBe('TrailsPlayer');
  expect(player.about).toContain('A player of Trails');
  expect(player.members).toContainEqual({
    signature: 'lives(player: number): boolean',
    about: 'Whether that player is alive.',
  });
  expect(others.at(-1)!.members.map(({ signature }) => signature.split(/\W/)[0])).toContain('DIRECTIONS');
  expect(JSON.stringify([player, ...others])).not.toMatch(/playRound|connect/);
  const inherited = service.api('madmax').find(({ name }) => name === 'MadMaxPlayer')!;
  expect(inherited).toMatchObject({ base: 'MadMaxApi' });
  expect(inherited.members.map(({ signature }) => signature)).toEqual(['play(): void']);
  expect(service.api('none')).toEqual([]);
});

test('the type service completes and describes a name', () => {
  const source = `${HEAD}  game.ro\n};`;
  const at = source.indexOf('game.ro') + 'game.ro'.length;
  const found = service.completions(source, at)!;
  expect(source.slice(found.from, at)).toBe('ro');
  expect(found.options.map(({ label }) => label)).toContain('round');
  const hover = service.hover(`${HEAD}  game.round;\n};`, HEAD.length + '  game.r'.length)!;
  expect(hover.text).toContain('round: number');
});

test.each(['madmax', 'starwar', 'angrymob', 'trails'])('the samples of %s have no type errors', (game) => {
  const samples = [...modules].filter(([path]) => path.startsWith(`games/${game}/samples/`) && /\.ts$/.test(path));
  for (const [path, text] of samples) expect(service.mistakes(text), path).toEqual([]);
  const one = `import * as api from 'ludus/${game}';\nexport default api;`;
  expect(service.mistakes(one)).toEqual([]);
});

test('types work across all files of a player', () => {
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
