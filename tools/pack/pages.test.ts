import { KITS } from '@ludus/cli/games.ts';
import { partsOf } from '@ludus/cli/rules.ts';
import { LANGUAGES } from 'ludus/kit.ts';
import { expect, test } from 'vitest';
import { publishedFiles } from './sources.ts';

const published = new Set(publishedFiles());

const texts = KITS.flatMap((kit) =>
  LANGUAGES.filter(({ id }) => kit.samples?.[id] !== undefined).map(
    ({ id }) => [kit.game.id, id, partsOf(kit, id).map(({ text }) => text)] as const,
  ),
);

test.each(texts)('the package has each page that the rules of %s in %s link to or name', (_game, _language, parts) => {
  const prose = parts.map((text) => text.replace(/^```[\s\S]*?^```/gm, ''));
  const links = prose.flatMap((text) => [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, link]) => link));
  const named = parts.flatMap((text) => [...text.matchAll(/\bdocs\/([\w-]+\.md)/g)].map(([, page]) => page));
  expect(links.length).toBeGreaterThan(0);
  expect([...links, ...named].filter((page) => !published.has(`docs/${page}`))).toEqual([]);
});

test('the package has the lessons that the tutorial links to', () => {
  expect([...published].filter((file) => file.endsWith('/lesson.md'))).not.toEqual([]);
});
