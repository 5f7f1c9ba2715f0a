import type { starters } from '../../api/starters.ts';
import { type Language, languageOf } from '../../words.ts';
import { contestOf, type Handlers } from '../handler.ts';
import { notFound } from '../refusal.ts';

export const starterHandlers: Handlers<keyof typeof starters> = {
  async starters({ context, playground }, asked) {
    const { game, languages } = contestOf(asked).form;
    const played: readonly Language[] = (await playground?.languagesOf(game)) ?? [];
    return context.catalog.startersOf(game).flatMap(({ file, name }) => {
      const language = languageOf(file, languages);
      // Files without a bot accompany a bot, and the server has its own copies of these files.
      return name !== undefined && language && languages.includes(language)
        ? [{ file, language, playground: played.includes(language) }]
        : [];
    });
  },

  async starter({ context }, asked) {
    const { game } = contestOf(asked).form;
    const { file } = asked.params;
    const found = context.catalog.startersOf(game).find((starter) => starter.file === file);
    if (!found) throw notFound(`starter ${file}`);
    return { content: found.text, file };
  },
};
