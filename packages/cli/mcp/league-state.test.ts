import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkFolder } from './folder.ts';
import { leagueState } from './league-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-league-state-'));
  mkdirSync(join(folder, 'bots'));
  vi.stubEnv('LEAGUE_RESULTS', join(folder, 'results'));
  vi.stubEnv('LEAGUE_BOT', 'anna');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Writes a round as a league shows it to an agent. */
function putRound(round: number): void {
  const at = join(folder, 'results', String(round).padStart(2, '0'));
  mkdirSync(at, { recursive: true });
  const content = { ludus: 'league round', version: 1, round, key: 'ab', boards: [], matches: 4, standings: [] };
  writeFileSync(join(at, 'round.json'), JSON.stringify(content));
  writeFileSync(join(at, 'digest.txt'), `digest of round ${round}\n`);
}

/** Writes a round of the league `cup` with one bot. Returns the round's folder. */
function putLeague(name: string): string {
  const at = join(folder, 'cup/rounds/01');
  mkdirSync(join(at, 'digests'), { recursive: true });
  const unrated = { rank: null, elo: null, margin: null, points: null, matches: 0, faults: 0, void: 0 };
  const standings = [{ name, state: 'not built', ...unrated }];
  const content = { ludus: 'league round', version: 1, round: 1, key: 'ab', boards: [], matches: 4, standings };
  writeFileSync(join(at, 'round.json'), JSON.stringify(content));
  return at;
}

test('a league’s agent sees the last complete round, or the round that it requests', () => {
  const work = new WorkFolder(folder);
  expect(() => leagueState({}, work)).toThrow('the league has no complete round yet');
  for (const round of [1, 2, 10]) putRound(round);
  mkdirSync(join(folder, 'results/11'));
  expect(leagueState({}, work)).toBe('{"round":10,"matches":4,"standings":[]}\n\ndigest of round 10\n');
  expect(leagueState({ round: 2 }, work)).toContain('digest of round 2');
  expect(() => leagueState({ round: 11 }, work)).toThrow('round 11 isn’t complete: choose 1, 2, 10');
});

test('leagueState names a damaged round', () => {
  putRound(1);
  writeFileSync(join(folder, 'results/01/round.json'), '{}');
  expect(() => leagueState({}, new WorkFolder(folder))).toThrow('round 1 of the league can’t be read');
});

test('the digest of a league in the working folder shows paths relative to the working folder', () => {
  const at = putLeague('anna');
  const digest = [
    'cost 1 look: ludus why "$LEAGUE_RESULTS/01/replays/t1-m0.trails.gz" --seat 0',
    'look: set LEAGUE_RESULTS to the league’s folder rounds before ludus why; for agents it is set',
    'error: none',
  ];
  writeFileSync(join(at, 'digests/anna.txt'), `${digest.join('\n')}\n`);
  const text = leagueState({ league: 'cup', bot: 'anna' }, new WorkFolder(folder));
  expect(text).toMatch(/look: ludus why cup\/rounds\/01\/replays\/t1-m0\.trails\.gz --seat 0\nerror: none\n$/);
});

test('a digest outside the working folder can’t be read through a bot’s name or a link', () => {
  const work = new WorkFolder(join(folder, 'bots'));
  const asked = (bot: string) => () => leagueState({ league: 'cup', bot }, work);
  putLeague('../../../../../secret');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  renameSync(join(folder, 'cup'), join(folder, 'bots/cup'));
  // If names are checked first, the round can't be read.
  expect(asked('../../../../../secret')).toThrow(/leads out of the folder|can’t be read/);
  putLeague('anna');
  renameSync(join(folder, 'cup'), join(folder, 'outside'));
  writeFileSync(join(folder, 'outside/rounds/01/digests/anna.txt'), 'secret');
  for (const link of [
    'rounds',
    'rounds/01',
    'rounds/01/digests',
    'rounds/01/digests/anna.txt',
    'rounds/01/round.json',
  ]) {
    const at = join(folder, 'bots/cup', link);
    rmSync(join(folder, 'bots/cup'), { recursive: true });
    cpSync(join(folder, 'outside'), join(folder, 'bots/cup'), { recursive: true });
    expect(asked('anna')()).toContain('secret');
    rmSync(at, { recursive: true });
    symlinkSync(join(folder, 'outside', link), at);
    expect(asked('anna'), link).toThrow('leads out of the folder');
  }
});
