import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { starterTest } from '@ludus/contest/server.ts';
import type { Language } from 'ludus/kit.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodePartsOf } from '../context.ts';
import { KITS } from '../games.ts';
import { spokenKit } from '../lab/guess-game.ts';
import { scaffoldPlayer } from './player.ts';
import { startersOf } from './starters.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-starters-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a new player’s README explains how to install Ludus on another machine', async () => {
  const { files } = await scaffoldPlayer(KITS[0].game, 'typescript', 'Mine');
  const text = files.find(({ name }) => name === 'README.md')!.text;
  expect(text).toMatch(/`npm run pack` in a clone[^.]* and `npm install CLONE\/dist\/ludus-[\d.]+\.tgz` here\.\n/);
});

test('a new player’s npm scripts name one opponent for each of the other teams, so that the player gets all seats of its team', async () => {
  const { game } = KITS.find((kit) => kit.game.teamsOf && kit.samples?.typescript)!;
  const inTeams = { ...game, seatsOf: () => 4, teamsOf: () => [0, 1, 0, 1] };
  const { files } = await scaffoldPlayer(inTeams, 'typescript', 'Mine');
  const { scripts } = JSON.parse(files.find(({ name }) => name === 'package.json')!.text);
  expect(scripts.start).toMatch(/^ludus match \.\/Mine\.ts \w+ -i /);
  expect(scripts.watch).toMatch(/^ludus watch \.\/Mine\.ts \w+ -i /);
});

describe.each(KITS.map(({ game, samples }) => [game.title, game, samples ?? {}] as const))(
  'a player that ludus new creates for %s',
  (_, game, samples) => {
    const languages = Object.keys(samples) as Language[];
    // Two games share a sample that reads either protocol, so the sample plays both games.
    const playsBoth = (language: Language) =>
      /\.(?:rs|go)$/.test(samples[language]!.file) &&
      KITS.some((kit) => kit.game !== game && kit.samples?.[language]?.file === samples[language]!.file);

    test.each(languages)('is recognised in %s as a starter', async (language) => {
      const { files } = await scaffoldPlayer(game, language, 'Mine');
      expect(starterTest(startersOf(game))(files[0].text)).toBe(true);
    });

    test.runIf(samples.python)('includes its game’s Python library', async () => {
      const names = (await scaffoldPlayer(game, 'python', 'Mine')).files.map(({ name }) => name);
      const folders = (await nodePartsOf(game)).libraries?.python ?? [];
      const library = folders.flatMap((each) => readdirSync(each).filter((name) => name.endsWith('.py')));
      expect(names).toEqual(expect.arrayContaining(library));
    });

    test.each(languages.filter((each) => !playsBoth(each)))(
      'is recognised in %s as a player of its game',
      async (language) => {
        const { player, files } = await scaffoldPlayer(game, language, 'Mine');
        const file = join(folder, player);
        writeFileSync(file, files[0].text);
        expect(spokenKit(file, KITS)?.game.title).toBe(game.title);
      },
    );
  },
);
