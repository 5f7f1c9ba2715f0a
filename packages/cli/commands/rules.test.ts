import { LANGUAGES } from 'ludus/kit.ts';
import { describe, expect, test } from 'vitest';
import { KITS } from '../games.ts';
import { starterText } from '../scaffold/starters.ts';
import { partsOf } from './rules.ts';

describe.each(KITS.map((kit) => [kit.game.id, kit] as const))('the rules of %s', (_id, kit) => {
  test('include a page, the whole practice ladder, and commands', () => {
    const parts = partsOf(kit);
    const [page] = parts;
    expect(page.title).toBe(`Rules: ${kit.game.title}`);
    expect(page.text).toMatch(/^# .+/);
    const ladder = parts.find(({ title }) => title === 'Practice ladder')!;
    for (const { name } of kit.ladder!.opponents) expect(ladder.text).toContain(`**${name}**`);
    expect(parts.at(-1)!.title).toBe('Commands');
  });

  test.each(LANGUAGES.filter(({ id }) => kit.samples?.[id] !== undefined))(
    'include a complete bot in $title',
    ({ id }) => {
      const [bot] = partsOf(kit, id).filter(({ title }) => title.startsWith('A complete bot'));
      expect(bot.text).toContain(`\`\`\`${id}\n`);
      expect(bot.text).toContain(starterText(kit.game, kit.samples![id]!, 'Mine').trim());
    },
  );
});

test('rules printed with a TypeScript bot include the library that the bot imports', () => {
  for (const kit of KITS) {
    const [library] = partsOf(kit, 'typescript').filter(({ title }) => title.startsWith('The library'));
    expect(library.text).toMatch(/^export (abstract class|class|interface|function|type) /m);
  }
});
