import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planesOf } from '@ludus/env/simulator.ts';
import {
  choosePlaythrough,
  describeBoards,
  describeMatches,
  playAgain,
  summarizeBoards,
  summarizeMatches,
} from '@ludus/game/conformance.ts';
import { describe, expect, test } from 'vitest';
import { KITS } from '../registry.ts';
import { FIXTURES } from './fixtures.ts';

/**
 * Whether to rewrite the playthroughs: existing playthroughs with the current result of their moves, and a new
 * playthrough for each game that has none.
 */
const WRITE = process.env.LUDUS_PLAYTHROUGHS === 'write';
const HOW = 'LUDUS_PLAYTHROUGHS=write npx vitest run packages/games/conformance/playthroughs.test.ts';
const SUMMARIES = new Set(['matches.txt', 'boards.txt']);
const FIRST_SEED = 11;

describe.each(FIXTURES)('$game.title', (fixture) => {
  const folder = fileURLToPath(new URL(`../${fixture.game.id}/golden/`, import.meta.url));
  const files = globSync('*.txt', { cwd: folder }).filter((file) => !SUMMARIES.has(file));
  const planes = planesOf(KITS.find(({ game }) => game === fixture.game)?.simulator);

  test(`has a playthrough (if it is missing, run: ${HOW})`, () => {
    if (WRITE && files.length === 0) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}wild.txt`, choosePlaythrough(fixture, FIRST_SEED).text);
    } else expect(files).not.toEqual([]);
  });

  test.each(files)('plays %s as recorded', (file) => {
    const text = readFileSync(`${folder}${file}`, 'utf8');
    const now = playAgain(fixture.game, text);
    if (WRITE) writeFileSync(`${folder}${basename(file)}`, now);
    // If the change of the rules is intended, write the playthrough again.
    else expect(now).toBe(text);
  });

  test('plays the matches in matches.txt as recorded', () => {
    const file = `${folder}matches.txt`;
    if (WRITE) writeFileSync(file, summarizeMatches(fixture, planes));
    else expect(describeMatches(fixture, readFileSync(file, 'utf8'), planes)).toBe(undefined);
  });

  test('generates and reads boards as recorded', () => {
    const file = `${folder}boards.txt`;
    if (WRITE) writeFileSync(file, summarizeBoards(fixture));
    else expect(describeBoards(fixture, readFileSync(file, 'utf8'))).toBe(undefined);
  });
});
