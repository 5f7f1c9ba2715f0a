import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  due,
  exportOf,
  type FrozenEntrant,
  frozenHash,
  type KeptMatch,
  type RoundExport,
  type RoundMatch,
  type RoundResult,
  type RoundSetup,
  type RoundTerms,
  resultFrom,
  roundOf,
  seedOf,
  sha256OfText,
  shownAt,
  writeExport,
} from '@ludus/contest/rounds.ts';
import { movesOf } from '@ludus/lab/moves-file.ts';
import type { MatchProcessPool } from '@ludus/referee/match-process.ts';
import { engineIdentity } from 'ludus/installed.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { GAMES } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';
import { mustFitSchema } from '../testing/schema.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const GAME = 'trails';

let folder: string;
let round: RoundExport;

async function ludus(...args: string[]) {
  const { status, stdout, stderr } = await runHere(args, folder);
  return { code: status, out: stdout, err: stderr };
}

/** Returns a player that prefers other directions than the sample. */
const player = (order: string): string => `
import { TrailsPlayer } from 'ludus/trails';
export default class Rider extends TrailsPlayer {
  play() {
    for (const direction of [${order}])
      if (this.isFree(this.next(direction))) return this.go(direction);
  }
}
`;
/**
 * A Python player that prefers to go straight on. Only a long run plays it, since starting Python takes longer than the
 * round.
 */
const PYTHON = readFileSync(join(ROOT, 'packages/games/trails/samples/cyclist.py'), 'utf8');
const ORDERS = [
  'this.heading, this.left(this.heading), this.right(this.heading)',
  'this.right(this.heading), this.heading, this.left(this.heading)',
  'this.left(this.heading)',
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-round-'));
  const modules: Buffer[] = [];
  for (const [i, order] of ORDERS.entries()) {
    const isPython = IS_LONG_RUN && i === 0;
    const name = `Rider${i}.${isPython ? 'py' : 'js'}`;
    writeFileSync(join(folder, name), isPython ? PYTHON : player(order));
    const built = await ludus('build', name, '--game', GAME, '-o', `Rider${i}.wasm`);
    expect(built, built.err).toMatchObject({ code: 0 });
    modules.push(readFileSync(join(folder, `Rider${i}.wasm`)));
  }
  const processes = openMatchProcesses();
  try {
    round = await played(modules, processes);
  } finally {
    await processes.close();
  }
  writeFileSync(join(folder, 'final.jsonl'), writeExport(round));
  writeFileSync(join(folder, 'final.jsonl.gz'), gzipSync(writeExport(round)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Plays a full round as the contest does. */
async function played(modules: readonly Buffer[], processes: MatchProcessPool): Promise<RoundExport> {
  const game = GAMES.find(({ id }) => id === GAME)!;
  const text = readFileSync(join(ROOT, 'packages/games', GAME, 'boards/default.board'), 'utf8');
  const board = game.readBoard(text);
  if (!board.ok) throw new Error(board.problem.message);
  const terms: RoundTerms = {
    game: GAME,
    seats: game.seatsOf(board.value),
    boards: [{ name: 'default', text }],
    // Too short for any bot without a factor.
    seconds: 0.001,
    factors: { javascript: 100, python: 100 },
    engine: engineIdentity(),
    format: { kind: 'last-out', matches: 2, out: 1, outPercent: 0 },
    counts: 'places',
    playOn: 4,
    order: 'drawn',
    fillers: ['Moth'],
    marks: null,
  };
  const entrants = modules.map((bytes, i): FrozenEntrant => {
    const module = createHash('sha256').update(bytes).digest('hex');
    const language = IS_LONG_RUN && i === 0 ? 'python' : 'javascript';
    return { entrant: i + 1, submission: 10 + i, source: sha256OfText(ORDERS[i]), module, daysLate: 0, language };
  });
  const chance = { secret: 'c0'.repeat(32), frozen: frozenHash(terms, entrants) };
  const setup: RoundSetup = { terms, entrants, chance, withdrawn: [] };
  const play = async ({ seats, seed }: RoundMatch): Promise<NonNullable<KeptMatch>> => {
    const players = seats.map((version, seat) =>
      version < 0
        ? ({ kind: 'builtin', player: terms.fillers[0], shown: shownAt(seat) } as const)
        : ({ kind: 'module', bytes: modules[version - 10], shown: shownAt(seat) } as const),
    );
    const outcome = await processes.play({
      game: GAME,
      board: text,
      seed: seedOf(seed),
      key: seed,
      budget: 'fuel',
      seconds: 100 * terms.seconds,
      players,
    });
    if (outcome.kind !== 'finished') throw new Error(outcome.sentence);
    const { replay, verdicts } = outcome;
    const out = verdicts.map(({ seat }) => seat).sort((a, b) => a - b);
    const moves = movesOf(replay, game);
    expect(moves).toBeDefined();
    return { scores: outcome.outcome.scores, out, replay: sha256OfText(replay), text: moves ?? null };
  };
  const kept = new Map<number, KeptMatch>();
  const results = new Map<number, RoundResult>();
  let state = roundOf(setup, results);
  while (state.open !== undefined) {
    for (const match of due(state, results)) {
      const what = await play(match);
      kept.set(match.number, what);
      results.set(match.number, resultFrom(match, what));
    }
    state = roundOf(setup, results);
  }
  const lines = modules.map((bytes, i) => ({
    kind: 'module' as const,
    sha256: entrants[i].module,
    base64: bytes.toString('base64'),
  }));
  return exportOf(state, entrants, kept, lines);
}

const verify = (name: string, change: Partial<RoundExport>, ...args: string[]) => {
  writeFileSync(join(folder, name), writeExport({ ...round, ...change }));
  return ludus('round', 'verify', name, ...args);
};
const all = () => round.matches.length;

test('verify plays a final again from its modules, or from its moves', async () => {
  expect(await ludus('round', 'verify', 'final.jsonl', '--commitment', round.head.commitment)).toMatchObject({
    code: 0,
    out: `ok final.jsonl: 3 entrants, ${all()} matches; ${all()} played again from modules\n`,
  });
  expect(await ludus('round', 'verify', 'final.jsonl.gz', '--no-modules')).toMatchObject({
    code: 0,
    out: `ok final.jsonl.gz: 3 entrants, ${all()} matches; ${all()} played again from their moves\n`,
  });
  const share = Math.ceil(all() / 4);
  mustFitSchema('round verify', (await ludus('round', 'verify', 'final.jsonl', '--no-modules', '--json')).out);
  expect((await ludus('round', 'verify', 'final.jsonl', '--share', '0.25')).out).toContain(
    `; ${share} played again from modules`,
  );
  expect((await verify('some.jsonl', { modules: round.modules.slice(1) })).out).toMatch(
    /from modules, .* from their moves|from their moves/,
  );
});

test('verify reports a forged result, and an unexpected commitment', async () => {
  const match = round.matches[2];
  // All points are multiplied by ten, so all places stay the same.
  const scores = match.result!.scores.map((score) => 10 * score);
  const forged = { ...match, result: { ...match.result!, scores }, text: null, sum: null };
  // The moves are missing, so the modules are played.
  expect(await verify('forged.jsonl', { matches: round.matches.with(2, forged) })).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^FAIL forged\.jsonl: match 3 gave seat \d \d+ points when it was played again, not \d+0\n$/,
    ),
  });
  const other = '0'.repeat(64);
  expect(await ludus('round', 'verify', 'final.jsonl', '--commitment', other)).toMatchObject({
    code: 1,
    out: `FAIL final.jsonl: the published commitment is ${other}, but the export has ${round.head.commitment}\n`,
  });
});

test('verify finds a changed factor, even if the hash of the terms matches', async () => {
  const { head, entrants } = round;
  const terms = { ...head.terms, factors: { ...head.terms.factors, javascript: 50 } };
  expect(await verify('factor.jsonl', { head: { ...head, terms } })).toMatchObject({
    code: 1,
    out: expect.stringContaining('terms or submissions don’t match their frozen hash'),
  });
  const frozen = frozenHash(terms, entrants);
  expect((await verify('hash.jsonl', { head: { ...head, terms, frozen } })).code).toBe(1);
});

test('verify rejects a final with an unknown revision of the rules', async () => {
  const terms = { ...round.head.terms, revision: '2' };
  writeFileSync(join(folder, 'revised.jsonl'), writeExport({ ...round, head: { ...round.head, terms } }));
  expect(await ludus('round', 'verify', 'revised.jsonl')).toEqual({
    code: 2,
    out: '',
    err: 'ludus: revised.jsonl: Trails has no revisions, so revision 2 cannot be chosen\n',
  });
  expect(await ludus('round', 'reveal', 'revised.jsonl', '-o', 'revised.html')).toEqual({
    code: 2,
    out: '',
    err: 'ludus: revised.jsonl: Trails has no revisions, so revision 2 cannot be chosen\n',
  });
});

test('a reveal doesn’t overwrite its export', async () => {
  const text = writeExport(round);
  writeFileSync(join(folder, 'kept.jsonl'), text);
  expect(await ludus('round', 'reveal', 'kept.jsonl', '-o', './kept.jsonl')).toEqual({
    code: 2,
    out: '',
    err: 'ludus: ./kept.jsonl is the export: choose a different output file\n',
  });
  expect(readFileSync(join(folder, 'kept.jsonl'), 'utf8')).toBe(text);
});

test('verify rejects damaged files and invalid options', async () => {
  writeFileSync(join(folder, 'cut.jsonl'), writeExport(round).slice(0, -10));
  expect(await ludus('round', 'verify', 'cut.jsonl')).toMatchObject({ code: 2, out: '' });
  expect((await ludus('round', 'verify', 'cut.jsonl')).err).toMatch(/^ludus: cut\.jsonl: line \d+: /);
  expect(await ludus('round', 'verify', 'none.jsonl')).toMatchObject({ code: 2, out: '' });
  expect(await ludus('round', 'verify', 'final.jsonl', '--share', '2')).toMatchObject({ code: 2 });
  expect(await ludus('round', 'verify', 'final.jsonl', '--commitment', 'abc')).toMatchObject({ code: 2 });
});
