import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, gameCommands } from '@ludus/cli/commands.ts';
import { KITS } from '@ludus/cli/games.ts';
import { partsOf } from '@ludus/cli/rules.ts';
import { type AnyKit, LANGUAGES } from 'ludus/kit.ts';
import { expect, test } from 'vitest';
import { publishedFiles, ROOT } from './sources.ts';

const published = new Set(publishedFiles());

const texts = KITS.flatMap((kit) =>
  LANGUAGES.filter(({ id }) => kit.samples?.[id] !== undefined).map(
    ({ id }) => [kit.game.id, id, partsOf(kit, id).map(({ text }) => text)] as const,
  ),
);

test.each(texts)(
  'the package contains each page that the rules of %s in %s link to or name',
  (_game, _language, parts) => {
    const prose = parts.map((text) => text.replace(/^```[\s\S]*?^```/gm, ''));
    const links = prose.flatMap((text) => [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, link]) => link));
    const named = parts.flatMap((text) => [...text.matchAll(/\bdocs\/([\w-]+\.md)/g)].map(([, page]) => page));
    expect(links.length).toBeGreaterThan(0);
    expect([...links, ...named].filter((page) => !published.has(`docs/${page}`))).toEqual([]);
  },
);

const pagesOf = ({ game, pages = [`${game.id}.md`] }: AnyKit): readonly string[] => pages;

test.each(texts)('the rules of %s in %s use no words of games that have other rules pages', (id, _language, parts) => {
  const kit = KITS.find(({ game }) => game.id === id)!;
  const others = KITS.filter((other) => !pagesOf(other).some((page) => pagesOf(kit).includes(page)));
  const lines = parts.flatMap((text) => text.split('\n'));
  const isForeign = (line: string) =>
    others.some(({ game, words }) => words?.test(line) || line.includes(game.title) || line.includes(game.id));
  expect(lines.filter(isForeign)).toEqual([]);
});

test.each(texts)(
  'the package contains each command that the rules of %s in %s name',
  async (_game, _language, parts) => {
    const known = Object.keys({ ...COMMANDS, ...(await gameCommands()) });
    const text = parts.join('\n');
    const named = [...text.matchAll(/(?:^ *|`|npx )ludus ([a-z]\w*)/gm)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(text.match(/npm run .*|node (?:bench|packages|tools)\/.*/g)).toBeNull();
  },
);

test('the package contains all headers for the command that compiles a C++ bot without ludus', () => {
  const [, command] = /^(g\+\+ .*)$/m.exec(readFileSync(join(ROOT, 'docs/cpp.md'), 'utf8'))!;
  const folders = [...command.matchAll(/-I\$LUDUS\/(\S+)/g)].map(([, folder]) => `packages/${folder}`);
  expect(folders.length).toBeGreaterThan(0);
  const headers = folders.flatMap((folder) => globSync(`${folder}/**/*.hh`, { cwd: ROOT }));
  expect(headers.map((file) => file.replaceAll('\\', '/')).filter((file) => !published.has(file))).toEqual([]);
});

test('the package contains the pages of lessons', () => {
  expect([...published].filter((file) => file.endsWith('/lesson.md'))).not.toEqual([]);
});
