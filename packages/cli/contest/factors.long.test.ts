import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { readExport, verifyExport } from '@ludus/contest/judge.ts';
import type { RunningServer } from '@ludus/contest/server.ts';
import { type Browser, ended, joined, makeContest, organiserOf, SPRING, sent } from '@ludus/contest/testing.ts';
import type { MatchProcessPool } from '@ludus/referee/match-process.ts';
import { engineIdentity } from 'ludus/installed.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { KITS } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveBots } from '../testing/serve-bots.ts';

const sample = (file: string) => readFileSync(new URL(`../../games/trails/samples/${file}`, import.meta.url), 'utf8');
/** Both bots use about 0.2 s of fuel in their first move. */
const CPP = sample('cyclist.cc').replace(
  'int first = 0;',
  'static volatile long work = 100000000;\n    while (work > 0) work = work - 1;\n    int first = 0;',
);
const PYTHON = sample('cyclist.py')
  .replace('import trails', 'import time\nimport trails')
  .replace(
    '    def play(self):\n',
    `    works = 0.2

    def play(self):
        end = time.perf_counter() + self.works
        while time.perf_counter() < end:
            pass
        self.works = 0
`,
  );

let server: RunningServer;
let processes: MatchProcessPool;
let organiser: Browser;
let code: string;

beforeAll(async () => {
  processes = openMatchProcesses({ idle: 1 });
  server = await serveBots(processes);
  organiser = await organiserOf(server);
  code = await makeContest(organiser, {
    game: 'trails',
    boards: ['default'],
    languages: ['python', 'cpp'],
    qualify: { builtin: 'Null', wins: 0, matches: 1 },
    seconds: 0.1,
    factors: { python: 4 },
  });
  // No ladder: the test checks only the submissions.
  await organiser.get('changeContest', { ...SPRING, body: { until: 0 } });
});
afterAll(async () => {
  await Promise.all([server.close(), processes.close()]);
});

test('a slow Python bot qualifies thanks to its language’s factor, and its matches verify', async () => {
  const ada = await joined(server.url, code, 'Ada');
  const bob = await joined(server.url, code, 'Bob');
  const cpp = await ended(ada, await sent(ada, CPP, 'cyclist.cc'));
  expect(cpp.state).toBe('rejected');
  expect(cpp.steps.at(-1)!.text).toMatch(/used up its budget of 0\.1 s of fuel for a move/);
  const python = await ended(bob, await sent(bob, PYTHON, 'Cyclist.py'));
  expect(python.state, python.steps.at(-1)!.text).toBe('in');
  const { match } = python.steps.findLast((step) => step.match !== undefined)!;
  const params = { params: { contest: 'spring', match: match! } };
  expect(await (await bob.ask('sidecar', params)).json()).toMatchObject({ seconds: expect.arrayContaining([0.4, 0]) });

  await organiser.get('changeContest', { ...SPRING, body: { factors: {} } });
  const again = await ended(bob, await sent(bob, `${PYTHON}# again\n`, 'Cyclist.py'));
  expect(again.state).toBe('rejected');
  expect(again.steps.at(-1)!.text).toMatch(/used up its budget of 0\.1 s of fuel for a move/);

  const text = await (await organiser.ask('export', SPRING)).text();
  const { game, players } = KITS.find((kit) => kit.game.id === 'trails')!;
  const verified = async (lines: string) =>
    await verifyExport(await readExport(createInterface(Readable.from([lines]))), {
      share: 1,
      engine: engineIdentity(),
      play: (job) => processes.play(job),
      rules: game,
      builtins: players.map(({ name }) => name),
    });
  expect(await verified(text)).toMatchObject({ differs: undefined, played: expect.any(Number) });
  const changed = text.replace('"seconds":0.4', '"seconds":0.1').replace('"seconds": 0.4', '"seconds": 0.1');
  expect(changed).not.toBe(text);
  expect((await verified(changed)).differs).toMatch(/differs from the input that was played$/);
});
