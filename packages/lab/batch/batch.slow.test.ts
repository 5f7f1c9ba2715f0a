import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { type DuelPlan, playDuel } from './duel.ts';
import { ForeignJournalError, Journal, JournalBusyError } from './journal.ts';
import { LabRun } from './lab-run.ts';
import type { MatchRecord, MatchSpec } from './plan.ts';
import { InvalidRunError, PoolClosedError } from './pool.ts';
import { readResults } from './result-line.ts';
import { toCsv, toJsonLine } from './results.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-batch-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const workerModule = new URL('./testing/worker.ts', import.meta.url);
const players = (...specs: string[]) => specs.map((spec) => ({ name: spec, spec, fingerprint: '' }));
const open = (
  specs: string[],
  workers: number,
  stallMs?: number,
  answerMs?: number,
  isolated = false,
  onPlayed = () => {},
) =>
  new LabRun({
    setup: {
      game: 'trivial',
      boards: [{ name: 'b', text: '' }],
      players: players(...specs),
      budget: 'none',
      folder,
      isolated,
    },
    plan: {},
    folder,
    workerModule,
    workers,
    stallMs,
    answerMs,
    onPlayed,
  });
/** A promise that resolves when `onPlayed` has been called `times` times. */
function playedTimes(times: number): { readonly done: Promise<void>; readonly onPlayed: () => void } {
  let left = times;
  let resolve = () => {};
  const done = new Promise<void>((found) => {
    resolve = found;
  });
  return { done, onPlayed: () => --left === 0 && resolve() };
}
const specs = (count: number, seats = [0, 1]): MatchSpec[] =>
  Array.from({ length: count }, (_, i) => ({ id: `m${i}`, board: 0, seed: i, players: seats }));
const journalLines = () => readFileSync(join(folder, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
const gone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

describe('the journal', () => {
  const record = (id: string): MatchRecord => ({
    id,
    board: 0,
    seed: 1,
    players: [0, 1],
    scores: [1, 2],
    reason: 'rounds',
    rounds: 3,
    faults: [],
    used: [0, 0],
    decided: 1,
  });

  test('drops an incomplete last line, and continues after the last complete line', async () => {
    const first = new Journal(folder, 'h');
    first.append(record('a'));
    first.append(record('b'));
    await first.close();
    appendFileSync(join(folder, 'journal.jsonl'), JSON.stringify(record('c')).slice(0, -5));
    const second = new Journal(folder, 'h');
    expect([...second.records.keys()]).toEqual(['a', 'b']);
    second.append(record('c'));
    await second.close();
    expect(journalLines()).toHaveLength(4);
    const third = new Journal(folder, 'h');
    expect([...third.records.values()]).toEqual(['a', 'b', 'c'].map(record));
    await third.close();
  });

  test('records a match only once', async () => {
    const journal = new Journal(folder, 'h');
    journal.append(record('a'));
    journal.append(record('a'));
    await journal.close();
    expect(journalLines()).toHaveLength(2);
  });

  test('rejects another run’s plan, a file that isn’t a journal, an invalid line, and a second writer', async () => {
    const journal = new Journal(folder, 'h');
    journal.append(record('a'));
    expect(() => new Journal(folder, 'h')).toThrow(JournalBusyError);
    await journal.close();
    expect(() => new Journal(folder, 'other')).toThrow(/belongs to a different run/);
    appendFileSync(join(folder, 'journal.jsonl'), 'nonsense\n');
    expect(() => new Journal(folder, 'h')).toThrow(/line 3: this isn’t a match result/);
    const [head] = journalLines();
    const setup = { game: 'trivial', boards: [], players: players('a', 'b'), budget: 'none', folder } as const;
    for (const wrong of [
      { scores: [1] },
      { scores: ['x', 'y'] },
      { faults: 'x' },
      { used: null },
      { players: [7, 1] },
    ]) {
      writeFileSync(
        join(folder, 'journal.jsonl'),
        `${head}\n${JSON.stringify({ ...record('a'), board: -1, ...wrong })}\n`,
      );
      expect(() => new Journal(folder, 'h', false, setup)).toThrow(/line 2: this isn’t a match result/);
    }
    writeFileSync(join(folder, 'journal.jsonl'), 'hello\n');
    expect(() => new Journal(folder, 'h')).toThrow(ForeignJournalError);
    // The lock of a process that has ended is ignored.
    writeFileSync(join(folder, 'lock'), '999999999');
    writeFileSync(join(folder, 'journal.jsonl'), '');
    await new Journal(folder, 'h').close();
  });

  test('can be emptied for a new run once the previous writer has closed it', async () => {
    const journal = new Journal(folder, 'h');
    journal.append(record('a'));
    expect(() => new Journal(folder, 'h', true)).toThrow(JournalBusyError);
    journal.append(record('b'));
    await journal.close();
    expect(journalLines()).toHaveLength(3);
    const fresh = new Journal(folder, 'other', true);
    expect(fresh.records.size).toBe(0);
    await fresh.close();
  });
});

describe('worker processes', () => {
  test('play all matches, and return results in the requested order', async () => {
    const run = open(['one', 'slow'], 2);
    const pids = run.pids;
    const records = await run.playAll(specs(12));
    expect(records.map((record) => record.id)).toEqual(specs(12).map((spec) => spec.id));
    expect(records[0]).toMatchObject({ scores: [3, 3], rounds: 3, decided: 3, reason: 'rounds' });
    await run.close();
    expect(pids.every(gone)).toBe(true);
  });

  test('don’t lose or repeat any match when they are killed', async () => {
    let killed = 0;
    const run = open(['slow', 'one'], 2, undefined, undefined, false, () => {
      if (killed < 3 && run.known > killed * 4) process.kill(run.pids[killed++ % run.pids.length], 'SIGKILL');
    });
    const records = await run.playAll(specs(30));
    await run.close();
    expect(killed).toBe(3);
    expect(records.every((record) => record.failure === undefined)).toBe(true);
    expect(
      new Set(
        journalLines()
          .slice(1)
          .map((line) => JSON.parse(line).id),
      ).size,
    ).toBe(30);
    expect(journalLines()).toHaveLength(31);
  });

  describe('a player that stops, blocks, or breaks its match', () => {
    const cases: [string, string, string][] = [
      ['killer', 'crash', 'killer ended the process that plays the match: the worker was killed by SIGKILL.'],
      ['leaver', 'crash', 'leaver ended the process that plays the match.'],
      ['looper', 'time', 'looper did not answer within 1 s.'],
      ['breaker', 'crash', 'breaker broke the match: it is undefined.'],
    ];
    test.each(IS_LONG_RUN ? cases : cases.slice(0, 2))(
      'fails, and its opponent’s result counts (%s)',
      async (what, fault, sentence) => {
        // Only the test of the time limit sets a short limit. The limit of the other tests must be too long for a busy
        // machine to reach.
        const run = open(['one', what, 'one'], 2, 30_000, what === 'looper' ? 700 : undefined);
        const list = specs(8, [0, 2]).map((spec, i) => (i === 3 || i === 5 ? { ...spec, players: [0, 1] } : spec));
        const records = await run.playAll(list);
        await run.close();
        expect(records.filter((record) => record.failure !== undefined)).toEqual([]);
        for (const i of [3, 5])
          expect(records[i]).toMatchObject({
            scores: [3, 0],
            rounds: 3,
            faults: [{ seat: 1, round: 0, fault, sentence }],
          });
        expect(records.filter((record) => record.faults.length > 0)).toHaveLength(2);
      },
    );

    if (IS_LONG_RUN)
      test('fails together with another such player in the same match', async () => {
        const run = open(['leaver', 'looper'], 1, 30_000, 700);
        const [record] = await run.playAll(specs(1));
        await run.close();
        expect(record.faults).toMatchObject([
          { seat: 0, fault: 'crash' },
          { seat: 1, fault: 'time' },
        ]);
      });

    if (IS_LONG_RUN)
      test('fails if it receives a question and stops the worker process a moment later', async () => {
        const run = open(['slow', 'bomb'], 1, 30_000, 700);
        const [record] = await run.playAll(specs(1));
        await run.close();
        expect(record.scores).toEqual([3, 0]);
        expect(record.faults).toMatchObject([{ seat: 1, fault: 'crash' }]);
      });

    test('fails if it returns a promise that is never resolved', async () => {
      const run = open(['one', 'sleeper', 'one'], 1, 700);
      const list = specs(4, [0, 2]).map((spec, i) => (i === 1 ? { ...spec, players: [0, 1] } : spec));
      const records = await run.playAll(list);
      await run.close();
      expect(records[1].faults).toMatchObject([{ seat: 1, round: 0, fault: 'time' }]);
      expect(records.every((record) => record.failure === undefined)).toBe(true);
    });
  });

  describe('a module that makes matches void', () => {
    const cases: [string, boolean, string][] = [
      ['voider', false, 'it is void: the stack was too small for it'],
      ['voider', true, 'it is void: the stack was too small for it'],
      ['killer', true, 'it is void: the worker was killed by SIGKILL'],
    ];
    test.each(IS_LONG_RUN ? cases : cases.slice(2))(
      'is kept out of later matches, and the run continues (%s, isolated: %s)',
      async (what, isolated, failure) => {
        const run = open(['one', what, 'one', 'slow'], 2, 30_000, undefined, isolated);
        const list = specs(12, [0, 2]).map((spec, i) => (i >= 2 && i % 2 === 0 ? { ...spec, players: [1, 3] } : spec));
        const records = await run.playAll(list);
        await run.close();
        const unplayed = records.filter((record) => record.failure !== undefined);
        expect(unplayed).toHaveLength(5);
        expect(unplayed).toContainEqual(expect.objectContaining({ failure, scores: [], faults: [] }));
        expect(unplayed.some(({ quarantined }) => quarantined?.includes(1))).toBe(true);
        expect(unplayed.at(-1)).toMatchObject({ failure: `${what} makes matches void, so it doesn’t play any more` });
        expect(records.filter(({ failure }) => failure === undefined).map(({ scores }) => scores)).toEqual(
          Array.from({ length: 7 }, () => [3, 3]),
        );
        // The resumed run still knows the culprit.
        const again = open(['one', what, 'one', 'slow'], 1, 30_000, undefined, isolated);
        expect(await again.play({ ...specs(1, [1, 0])[0], id: 'later' })).toMatchObject({
          failure: expect.stringMatching(/makes matches void/),
        });
        await again.close();
      },
    );
  });

  test('don’t lose any results when an isolated worker is killed', async () => {
    const some = playedTimes(4);
    const run = open(['slow', 'one'], 2, undefined, undefined, true, some.onPlayed);
    const playing = run.playAll(specs(20));
    await some.done;
    process.kill(run.pids[0], 'SIGKILL');
    const records = await playing;
    await run.close();
    expect(records.every(({ failure, faults }) => failure === undefined && faults.length === 0)).toBe(true);
  });

  test('end the run with an error if a player can’t be loaded', async () => {
    const run = open(['one', 'nobody'], 2);
    await expect(run.playAll(specs(5))).rejects.toThrow(InvalidRunError);
    await expect(run.play(specs(1)[0])).rejects.toThrow('there is no player nobody');
    await run.close();
  });

  test('write no secret to a file, and give matches different keys, even after a restart', async () => {
    const hidden = () =>
      new LabRun({
        setup: {
          game: 'trivial',
          boards: [{ name: 'b', text: '' }],
          players: players('one', 'one'),
          budget: 'cpu',
          folder,
          hidden: true,
        },
        plan: {},
        folder,
        workerModule,
        workers: 1,
      });
    const first = hidden();
    const before = await first.playAll(specs(2));
    await first.close();
    const second = hidden();
    const all = await second.playAll(specs(3));
    const settings = all.map((record) => second.setting(record));
    await second.close();
    expect(readdirSync(folder)).toEqual(['journal.jsonl']);
    expect(all.slice(0, 2)).toEqual(before);
    for (const each of [all.map(({ key }) => key), settings]) expect(new Set(each).size).toBe(3);
  });

  test('resume a stopped run with the remaining matches', async () => {
    const some = playedTimes(5);
    const first = open(['slow', 'one'], 2, undefined, undefined, false, some.onPlayed);
    const all = first.playAll(specs(20));
    await some.done;
    const failed = expect(all).rejects.toThrow(PoolClosedError);
    await first.stop(5000);
    await failed;
    const known = first.known;
    await first.close();
    expect(known).toBeLessThan(20);
    let played = 0;
    const second = new LabRun({
      setup: {
        game: 'trivial',
        boards: [{ name: 'b', text: '' }],
        players: players('slow', 'one'),
        budget: 'none',
        folder,
      },
      plan: {},
      folder,
      workerModule,
      workers: 2,
      onPlayed: () => played++,
    });
    expect(second.known).toBe(known);
    await second.playAll(specs(20));
    await second.close();
    expect(played).toBe(20 - known);
  });
});

describe('a duel', () => {
  const plan: DuelPlan = { elo0: 0, elo1: 60, limit: 200, seats: 4, fillers: 0, boards: 2, firstSeed: 1 };
  const played = (spec: MatchSpec): MatchRecord => {
    // In these mock results, NEW is slightly better. A match's result depends only on its `MatchSpec`.
    const noise = (seat: number) => (Math.imul(spec.seed * 7 + seat * 13 + 5, 2654435761) >>> 8) % 100;
    const scores = spec.players.map((player, seat) => noise(seat) + (player === 0 ? 25 : 0));
    return { ...spec, scores, reason: 'rounds', rounds: 1, faults: [], used: [0, 0, 0, 0], decided: 1 };
  };

  test('has the same result, whatever the order in which its matches end', async () => {
    const inOrder = await playDuel(plan, async (spec) => played(spec), 1);
    const shuffled = await playDuel(
      plan,
      async (spec) => {
        await new Promise((resolve) => setTimeout(resolve, (spec.seed * 31) % 17));
        return played(spec);
      },
      12,
    );
    expect(inOrder.standing.decision).toBe('h1');
    expect(shuffled).toEqual(inOrder);
  });

  test('omits a pair if one of its matches has no result, and gives up after many such pairs', async () => {
    const broken = (spec: MatchSpec, when: boolean) => ({ ...played(spec), ...(when ? { failure: 'died' } : {}) });
    const some = await playDuel(plan, async (spec) => broken(spec, spec.id === 'g2-m1'), 6);
    expect(some.spoiled).toBe(1);
    expect(some.records.some((record) => record.id.startsWith('g2-'))).toBe(false);
    const all = await playDuel(plan, async (spec) => broken(spec, true), 6);
    expect(all.standing).toMatchObject({ groups: 0, decision: 'more' });
  });
});

test('toCsv and toJsonLine write players’ and boards’ names, and toCsv quotes a name if necessary', () => {
  const setup = {
    game: 'g',
    boards: [{ name: 'maze, 1', text: '' }],
    players: players('A', 'B'),
    budget: 'none' as const,
    folder,
  };
  const record: MatchRecord = {
    id: 'm',
    board: 0,
    seed: 4,
    players: [1, 0],
    standIns: [1],
    scores: [10, 5],
    reason: 'rounds',
    rounds: 9,
    faults: [{ seat: 0, round: 3, fault: 'time', sentence: 'B was late.' }],
    used: [1, 0.5],
    decided: 3,
  };
  expect(toCsv(setup, [record])).toBe(
    'match,board,seed,rounds,reason,player0,score0,fault0,used0,standin0,player1,score1,fault1,used1,standin1\nm,"maze, 1",4,9,rounds,B,10,time,1,,A,5,,0.5,1\n',
  );
  expect(JSON.parse(toJsonLine(setup, record, '00ff'))).toMatchObject({
    players: ['B', 'A'],
    shares: [0, 1],
    standIns: [1],
    setting: '00ff',
    board: 'maze, 1',
  });
});

test('readResults reports the number of a line that isn’t a match result', () => {
  const line = {
    ...{ game: 'g', match: 'm', board: 'b', seed: 1, players: ['A', 'B'], scores: [1, 0], shares: [1, 0] },
    ...{ reason: 'rounds', rounds: 1, decided: 1, used: [0, 0], faults: [] },
  };
  const told = (...changes: object[]) => {
    const read = readResults(changes.map((change) => `${JSON.stringify({ ...line, ...change })}\n`).join(''));
    return read.ok ? read.value.length : `${read.problem.line} ${read.problem.code}`;
  };
  expect(told({}, { scores: [], shares: [], used: [], failure: 'lost' })).toBe(2);
  expect(told({}, { scores: [1] })).toBe('2 results/seats');
  expect(told({ shares: [] })).toBe('1 results/seats');
  expect(told({ players: 'A' })).toBe('1 results/line');
  expect(told({ shares: [5, -4] })).toBe('1 results/line');
});
