import { starterTest } from '@ludus/contest/server/starters.ts';
import type { Language } from 'ludus/kit.ts';
import { expect, test } from 'vitest';
import { KITS } from '../games.ts';
import { scaffoldPlayer } from './player.ts';
import { startersOf } from './starters.ts';

test.each(KITS.map(({ game, samples }) => [game.title, game, samples ?? {}] as const))(
  'each player that new begins in %s is known as a starter',
  async (_, game, samples) => {
    const isStarter = starterTest(startersOf(game));
    for (const language of Object.keys(samples) as Language[]) {
      const { files } = await scaffoldPlayer(game, language, 'Mine');
      expect(isStarter(files[0].text), language).toBe(true);
    }
  },
);
