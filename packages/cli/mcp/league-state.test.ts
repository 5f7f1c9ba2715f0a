import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkFolder } from './folder.ts';
import { leagueState } from './league-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-league-state-'));
  vi.stubEnv('LEAGUE_RESULTS', join(folder, 'results'));
  vi.stubEnv('LEAGUE_BOT', 'anna');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A round as a league shows it to an agent. */
function putRound(round: number): void {
  const at = join(folder, 'results', String(round).padStart(2, '0'));
  mkdirSync(at, { recursive: true });
  const content = { ludus: 'league round', version: 1, round, key: 'ab', boards: [], matches: 4, standings: [] };
  writeFileSync(join(at, 'round.json'), JSON.stringify(content));
  writeFileSync(join(at, 'digest.txt'), `digest of round ${round}\n`);
}

test('an agent that a league runs sees the last complete round, or the one that it names', () => {
  const work = new WorkFolder(folder);
  expect(() => leagueState({}, work)).toThrow('the league has no complete round yet');
  for (const round of [1, 2, 10]) putRound(round);
  mkdirSync(join(folder, 'results/11'));
  expect(leagueState({}, work)).toBe('{"round":10,"matches":4,"standings":[]}\n\ndigest of round 10\n');
  expect(leagueState({ round: 2 }, work)).toContain('digest of round 2');
  expect(() => leagueState({ round: 11 }, work)).toThrow('round 11 isn’t complete: choose 1, 2, 10');
});

test('a damaged round is named', () => {
  putRound(1);
  writeFileSync(join(folder, 'results/01/round.json'), '{}');
  expect(() => leagueState({}, new WorkFolder(folder))).toThrow('round 1 of the league can’t be read');
});
