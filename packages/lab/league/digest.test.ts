import { expect, test } from 'vitest';
import type { ResultLine } from '../batch/result-line.ts';
import { readyEntry, resultLine } from '../testing/league.ts';
import { type DigestBot, type DigestRound, digestText, MAX_DIGEST_LINES } from './digest.ts';
import type { Entry, LeagueFile, RoundFile } from './format.ts';
import { sourceChanges } from './source-changes.ts';
import { leagueStandings } from './standings.ts';

const NAMES = ['Ada', 'Bob', 'Cleo'];
const crash = { seat: 1, round: 3, fault: 'crash' as const, sentence: 'Ada died at Ada.ts:7:3.' };
const LINES = [
  resultLine('t1-m0', ['Bob', 'Ada']),
  resultLine('t1-m1', ['Bob', 'Ada'], [crash]),
  resultLine('t2-m0', ['Ada', 'Cleo']),
  resultLine('t2-m1', ['Cleo', 'Ada']),
];

function roundOf(entries: readonly Entry[], lines: readonly ResultLine[]): DigestRound {
  const league: LeagueFile = {
    ludus: 'league',
    version: 1,
    release: '0.1.0',
    game: 'trails',
    rounds: 3,
    matches: 4,
    budget: 'fuel',
    limits: {},
    bots: NAMES.map((name) => ({ name, kind: 'folder' as const })),
  };
  const done = (round: number): RoundFile => ({
    ludus: 'league round',
    version: 1,
    round,
    key: '00',
    boards: [],
    matches: lines.length,
    standings: leagueStandings(entries, lines),
  });
  const figures = new Map(lines.map(({ match }) => [match, [{ label: 'walls built', bySeat: [5, 1] }]]));
  return { league, history: [done(1), done(2)], entries, lines, figures };
}

const ada: DigestBot = {
  name: 'Ada',
  changes: [],
  why: () => ['Ada ran into a wall.'],
  replay: (match) => `02/replays/${match}.gz`,
};

test('a digest names costly matches and errors with their lines, and compares the bot’s figures with its opponents’', () => {
  const entries = NAMES.map((name) => ({ ...readyEntry(name), spec: `sources/${name}/${name}.ts` }));
  const text = digestText(roundOf(entries, LINES), ada);
  expect(text).toContain('look: Ada.ts was the bot Ada in round 2; its sources are in rounds/02/sources/Ada,');
  expect(text).toContain('digest: version 1, game trails, bot Ada, round 2 of 3\n');
  expect(text).toContain('cost 1: match t2-m1 on board b1, Ada in seat 1 against Cleo: 0.0% of the points');
  expect(text).toContain('cost 1 why: Ada ran into a wall.');
  expect(text).toContain('cost 1 look: ludus why "$LEAGUE_RESULTS/02/replays/t2-m1.gz" --seat 1');
  expect(text).toContain(
    'error: Ada in 1 match of round 2, first in match t1-m1, its round 3: crash: Ada died at Ada.ts:7:3.',
  );
  expect(text).toContain('figure: walls built per match in round 2: Ada 2.0, its opponents 4.0');
  expect(text).toContain('change: no file of Ada changed between rounds 1 and 2');
});

test('every line of a digest begins with its subject and names the bot or the next step', () => {
  for (const each of digestText(roundOf(NAMES.map(readyEntry), LINES), ada)
    .trimEnd()
    .split('\n')) {
    expect(each).toMatch(
      /^(?:digest|state|rank|rating|points|agent|change|error|opponent|cost \d(?: result| why| look)?|figure|look): /,
    );
    expect(each).toMatch(/Ada|REPLAY|results\.jsonl|ludus why/);
  }
});

test('a digest of a bot that wasn’t built has the bot’s state and the compiler’s lines, but no numbers', () => {
  const broken: Entry = {
    ...readyEntry('Ada'),
    state: 'not built',
    problems: ['Ada.cc:3:1: error: no type\nAda.cc:9:2: error: no ;'],
  };
  const others = LINES.filter(({ players }) => !players.includes('Ada'));
  const text = digestText(roundOf([broken, readyEntry('Bob'), readyEntry('Cleo')], others), ada);
  expect(text).toContain('state: Ada is “not built” in round 2, with 0 matches');
  expect(text).toContain('error: Ada not built: Ada.cc:9:2: error: no ;');
  expect(text).not.toMatch(/^(?:rank|points|cost)/m);
});

test('a digest has at most 200 lines with at most 300 characters each', () => {
  const sentence = 'x'.repeat(5000);
  const lines = Array.from({ length: 400 }, (_, n) =>
    resultLine(`t${n}-m0`, [`Bot${n}`, 'Ada'], [{ ...crash, sentence: `${n} ${sentence}` }]),
  );
  const names = ['Ada', ...Array.from({ length: 400 }, (_, n) => `Bot${n}`)];
  const text = digestText(roundOf(names.map(readyEntry), lines), { ...ada, why: () => [sentence] });
  const all = text.trimEnd().split('\n');
  expect(all.length).toBeLessThanOrEqual(MAX_DIGEST_LINES);
  expect(Math.max(...all.map((each) => each.length))).toBeLessThanOrEqual(300);
});

test('sourceChanges counts changed lines in text files, but lists binary files without counts', () => {
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
  const before = [file('a.py', 'one\ntwo\n'), file('b.py', 'x\n'), file('same.py', 's')];
  const after = [file('a.py', 'one\nthree\nfour\n'), file('c.bin', 'x\0'), file('same.py', 's')];
  expect(sourceChanges(before, after).map(({ path, kind, added, removed }) => [path, kind, added, removed])).toEqual([
    ['a.py', 'changed', 2, 1],
    ['b.py', 'removed', 0, 1],
    ['c.bin', 'added', 0, 0],
  ]);
});
