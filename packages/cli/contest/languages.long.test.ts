import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningServer } from '@ludus/contest/server.ts';
import { now } from '@ludus/contest/store.ts';
import { type Browser, ended, joined, makeContest, organiserOf, SPRING, until } from '@ludus/contest/testing.ts';
import type { MatchProcessPool } from '@ludus/referee/match-process.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mustFitSchema } from '../testing/schema.ts';
import { serveBots } from '../testing/serve-bots.ts';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const sample = (file: string) => readFileSync(new URL(`../../games/trails/samples/${file}`, import.meta.url), 'utf8');
const SAMPLE = sample('cyclist.py');
const IN_TWO = SAMPLE.replace(/\[self\.heading.*\]/, 'order(self)').replace(
  'import trails',
  'import trails\nfrom order import order',
);
const ROUND = { params: { contest: 'spring', round: 1 } };

let folder: string;
let server: RunningServer;
let processes: MatchProcessPool;
let organiser: Browser;
let ada: Browser;
let bob: Browser;
let url = '';
let code: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-python-contest-'));
  processes = openMatchProcesses({ idle: 1 });
  server = await serveBots(processes);
  ({ url } = server);
  organiser = await organiserOf(server);
  const qualify = { builtin: 'Null', wins: 0, matches: 1 };
  // A module of several files doesn't count as another language.
  const languages = ['python', 'rust', 'cpp', 'module'];
  code = await makeContest(organiser, { game: 'trails', boards: ['default'], qualify, languages });
  ada = await joined(url, code, 'Ada');
  bob = await joined(url, code, 'Bob');
});
afterAll(async () => {
  await Promise.all([server.close(), processes.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const ludus = (...args: string[]) => spawnSync(process.execPath, [LUDUS, ...args], { cwd: folder, encoding: 'utf8' });

/** Submits a file and waits. Returns the last step's text and the number of the submission. */
async function submitted(browser: Browser, file: string, bytes: string | Uint8Array<ArrayBuffer>) {
  const { submission } = await browser.get('submit', { ...SPRING, query: { file }, bytes: bytes as string });
  const { steps, state, number } = await ended(browser, submission.number);
  return { state, number, text: steps.at(-1)!.text, steps };
}

test('a Trails contest accepts bots in C++, Python, and Rust, and bots that are other programs', async () => {
  const { languages } = (await organiser.get('games')).find(({ id }) => id === 'trails')!;
  expect(languages).toEqual(expect.arrayContaining(['cpp', 'python', 'rust', 'program']));
});

test('a Python bot can be submitted as one file, or as a module with several files', async () => {
  const one = await submitted(ada, 'Cyclist.py', SAMPLE);
  expect(one.steps.map(({ text }) => text).join('\n')).toMatch(/compiled to \d+ KiB/);
  expect(one.state).toBe('in');
  // The same bot in two files, under another name.
  writeFileSync(
    join(folder, 'order.py'),
    'def order(me):\n    return [me.heading, me.left(me.heading), me.right(me.heading)]\n',
  );
  writeFileSync(join(folder, 'Rider.py'), IN_TWO);
  const built = ludus('build', 'Rider.py', '--game', 'trails', '-o', 'rider.wasm');
  expect(built).toMatchObject({ status: 0, stderr: expect.stringMatching(/bot Rider for Trails/) });
  const module = new Uint8Array(readFileSync(join(folder, 'rider.wasm')));
  expect(await submitted(bob, 'rider.wasm', module)).toMatchObject({ state: 'in' });
});

test.each([
  ['Cyd', 'Cyclist.rs', 'let first = ', /Cyclist\.rs:\d+:\d+/],
  ['Dan', 'cyclist.cc', 'return ', /cyclist\.cc:\d+:\d+/],
])('%s can submit %s, and an error in the file is shown with its position', async (name, file, word, place) => {
  const browser = await joined(url, code, name);
  const wrong = await submitted(browser, file, sample(file).replace(word, `${word}missing_name + `));
  expect(wrong).toMatchObject({ state: 'rejected', text: expect.stringMatching(place) });
  expect(await submitted(browser, file, sample(file))).toMatchObject({ state: 'in' });
});

test('a rejection shows the file and the line, and the author can see the bot’s log', async () => {
  const grammar = await submitted(bob, 'Rider.py', SAMPLE.replace('def play', 'play'));
  expect(grammar).toMatchObject({ state: 'rejected', text: expect.stringMatching(/^\w+Error: .*\(Rider\.py:\d+\)$/) });
  const thrown = await submitted(bob, 'Rider.py', SAMPLE.replace('self.next(direction)', '{}["a"]'));
  expect(thrown.state).toBe('rejected');
  expect(thrown.text).toMatch(/threw KeyError: 'a' \(Rider\.py:\d+\)/);
  const alone = await submitted(bob, 'Rider.py', IN_TWO);
  expect(alone.text).toMatch(/threw ModuleNotFoundError: No module named 'order' \(Rider\.py:\d+\)/);
  const { match } = thrown.steps.findLast(({ match }) => match !== undefined)!;
  const params = { params: { contest: 'spring', match: match! } };
  expect(await (await bob.ask('sidecar', params)).text()).toMatch(/Traceback[\s\S]*Rider\.py/);
});

test('the exports of a contest and of its final can be verified', async () => {
  await until(async () => (await organiser.get('ladder', SPRING)).rows.length === 4);
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  const format = { kind: 'last-out' as const, matches: 2, out: 1, outPercent: 0 };
  await organiser.get('announceRound', { ...SPRING, body: { title: 'The end', format, deadline } });
  await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
  await until(async () => (await organiser.get('round', ROUND)).state === 'played');
  await organiser.get('changeRound', { ...ROUND, body: { what: 'publish' } });
  const final = await (await ada.ask('exportRound', { ...ROUND, query: { modules: '1' } })).text();
  const all = await (await organiser.ask('export', SPRING)).text();
  writeFileSync(join(folder, 'final.jsonl'), final);
  writeFileSync(join(folder, 'spring.jsonl'), all);
  expect(ludus('contest', 'verify', 'spring.jsonl', '--share', '0.1').stdout).toMatch(/^OK: /);
  mustFitSchema('contest verify', ludus('contest', 'verify', 'spring.jsonl', '--share', '0', '--json').stdout);
  expect(ludus('round', 'verify', 'final.jsonl').stdout).toMatch(/^ok final/);
});

test('the similarity report compares Python, C++, and Rust', async () => {
  await organiser.get('compare', SPRING);
  const { summary } = await until(async () => {
    const reply = await organiser.get('similar', SPRING);
    return reply.state === 'done' && reply;
  });
  // Files in a module are compared as well.
  expect(summary).toMatchObject({ entrants: 4, sources: 9, left: [] });
});
