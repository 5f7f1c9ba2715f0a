import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExport, writeExport } from '@ludus/contest/rounds.ts';
import type { RunningServer } from '@ludus/contest/server.ts';
import { now } from '@ludus/contest/store.ts';
import { ended, joined, makeContest, organiserOf, SPRING, sent, until } from '@ludus/contest/testing.ts';
import { expandMoves } from '@ludus/lab/moves-file.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardFiles, GAMES } from '../games.ts';
import { runHere } from '../testing/run-here.ts';
import { serveBots } from '../testing/serve-bots.ts';

const GAME = GAMES.find((game) => game.generateBoard && boardFiles(game).size === 0)!;
const SAMPLES = new URL(`../../games/${GAME.id}/samples/`, import.meta.url);
const ROUND = { params: { contest: 'spring', round: 1 } };

const processes = openMatchProcesses({ idle: 2 });
let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-round-'));
  server = await serveBots(processes);
});
afterAll(async () => {
  await server.close();
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
});

const verify = async (file: string, ...args: string[]) => {
  const { status, stdout, stderr } = await runHere(['round', 'verify', file, ...args], folder);
  return { code: status, out: stdout, err: stderr };
};

test('a final on generated boards is played, and its export verifies', async () => {
  const organiser = await organiserOf(server);
  const [offer] = (await organiser.get('games')).filter(({ id }) => id === GAME.id);
  const code = await makeContest(organiser, {
    game: GAME.id,
    boards: offer.boards.map(({ name }) => name),
    qualify: { builtin: offer.builtins[0], wins: 0, matches: 1 },
  });
  // All bots are submitted at the same time. The ladder plays from the first accepted bot until the contest is frozen.
  const entrants = ['seeker.js', 'wanderer.ts', 'wanderer.js'].map(async (file, n) => {
    const person = await joined(server.url, code, ['Ada', 'Bob', 'Cyd'][n]);
    const number = await sent(person, readFileSync(new URL(file, SAMPLES), 'utf8'), file);
    return await ended(person, number);
  });
  expect(await Promise.all(entrants)).toMatchObject(entrants.map(() => ({ state: 'in' })));
  // Only the round is played.
  await organiser.get('setState', { ...SPRING, body: { state: 'frozen' } });
  const format = { kind: 'last-out' as const, matches: 1, out: 1, outPercent: 0 };
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  await organiser.get('announceRound', { ...SPRING, body: { title: 'The end', format, marks: null, deadline } });
  const { commitment } = await organiser.get('round', ROUND);
  await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
  await until(async () => (await organiser.get('round', ROUND)).state === 'played');
  await organiser.get('changeRound', { ...ROUND, body: { what: 'publish' } });
  const text = await (await organiser.ask('exportRound', { ...ROUND, query: { modules: '1' } })).text();
  writeFileSync(join(folder, 'final.jsonl'), text);
  const good = await verify('final.jsonl', '--commitment', commitment, '--share', '0.25');
  expect(good, good.err).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ok final\.jsonl: 3 entrants, \d+ matches; \d+ played again from modules/),
  });
  // Each match has a separate board, which no one chose, so a substituted board is detected.
  const read = readExport(text);
  if (!read.ok) throw new Error(read.problem.message);
  const { matches } = read.value;
  const boards = matches.map((match) => {
    const replay = expandMoves(match.text!, GAMES);
    const opened = replay.ok ? GAME.replay.open(replay.value) : replay;
    return opened.ok && GAME.printBoard(opened.value.board);
  });
  expect(matches.length).toBeGreaterThan(2);
  expect(new Set(boards).size).toBe(matches.length);
  const swapped = matches.map((match, at) => (at === 0 ? { ...match, text: matches[1].text } : match));
  writeFileSync(join(folder, 'swapped.jsonl'), writeExport({ ...read.value, matches: swapped }));
  expect(await verify('swapped.jsonl', '--no-modules')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^FAIL swapped\.jsonl: match 1 was changed: the hash of its text differs/),
  });
});
