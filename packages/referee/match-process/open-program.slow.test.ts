import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import { sandboxLevelProblem } from '@ludus/runtime/sandbox.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { folderUntil } from '../../../tools/folder-until.ts';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import type { JobPlayer } from './job.ts';
import type { MatchProcessPool } from './match-process-pool.ts';

const missing = sandboxLevelProblem('full');
if (missing !== undefined && process.env.CI === 'true') throw new Error(missing);
const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const BOARD = readFileSync(file('packages/games/madmax/boards/default.cnf'), 'utf8');
const program = (path: string, change = (text: string) => text): JobPlayer => ({
  kind: 'program',
  file: path.replace(/^.*\//, ''),
  bytes: Buffer.from(change(readFileSync(file(path), 'utf8'))),
  shown: 'P1',
});
const HOST = fileURLToPath(new URL('testing/play-for-ever.ts', import.meta.url));
const TAKER = 'packages/games/cylinder/samples/grabber.py';

describe.skipIf(missing !== undefined)(
  'programs in a match’s separate process (skipped unless bubblewrap is installed)',
  () => {
    let processes: MatchProcessPool;
    beforeAll(() => {
      processes = openMatchProcesses({ idle: 1 });
    });
    afterAll(async () => {
      const pids = new Set(processes.pids.map(String));
      await processes.close();
      // The files that the killed processes wrote for their players have been deleted.
      expect(leftBy(pids)).toEqual([]);
    });
    const leftBy = (pids: ReadonlySet<string>) =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('ludus-sandbox-') && pids.has(name.split('-')[3]));
    const play = (player: JobPlayer, where = processes) =>
      where.play({
        game: 'madmax',
        board: BOARD,
        seed: 7,
        budget: 'fuel',
        key: 'ab'.repeat(32),
        players: [player, ...['Null', 'Null', 'Null'].map((name) => ({ kind: 'builtin', player: name }) as const)],
      });

    test('play with a budget of CPU time', async () => {
      const played = await play(program(TAKER));
      expect(played).toMatchObject({ kind: 'finished', rounds: 300, verdicts: [], sidecar: { unit: 'cpu' } });
      if (played.kind !== 'finished') return;
      expect(played.outcome.scores[0]).toBeGreaterThan(0);
      expect(played.used[0]).toBeGreaterThan(0);
    });

    test('lose if they use up their budget or crash, without affecting other players', async () => {
      const faults = async (player: JobPlayer) => {
        const played = await play(player);
        return played.kind === 'finished'
          ? played.verdicts.map(({ seat, fault, sentence }) => [seat, fault, sentence])
          : played;
      };
      const loops = (text: string) => text.replace('for unit in', 'while True: pass\n        for unit in');
      expect(await faults(program(TAKER, loops))).toEqual([[0, 'time', expect.stringMatching(/budget of 1 s/)]]);
      const forks = (text: string) => text.replace('for unit in', 'import os; os.fork()\n        for unit in');
      expect(await faults(program(TAKER, forks))).toEqual([[0, 'crash', expect.stringMatching(/not permitted/)]]);
    });

    if (IS_LONG_RUN)
      test('leave nothing behind if their host is killed, or closes while a process is ending', async () => {
        const mine = mkdtempSync(join(tmpdir(), 'ludus-test-'));
        // The sandbox's user must be able to pass through the folder. Otherwise, no program could play.
        chmodSync(mine, 0o711);
        try {
          const host = spawn(process.execPath, [HOST], {
            stdio: ['ignore', 'ignore', 'inherit'],
            env: { ...process.env, TMPDIR: mine },
          });
          const sandboxes = () => readdirSync(mine).filter((name) => name.startsWith('ludus-sandbox-'));
          await folderUntil(mine, () => sandboxes().length > 0);
          host.kill('SIGKILL');
          // The process removes its folder when its host has ended. The next process removes the files that the killed
          // process was copying at that moment.
          vi.stubEnv('TMPDIR', mine);
          const left = () => {
            removeAbandonedFolders();
            return sandboxes();
          };
          await expect.poll(left).toEqual([]);
          vi.unstubAllEnvs();
          const fresh = openMatchProcesses({ idle: 1, fresh: true });
          const pids = new Set(fresh.pids.map(String));
          expect(await play(program(TAKER), fresh)).toMatchObject({ kind: 'finished' });
          await fresh.close();
          expect(leftBy(pids)).toEqual([]);
        } finally {
          rmSync(mine, { recursive: true });
        }
      });

    test('are rejected with the compiler’s error if they don’t compile', async () => {
      const broken: JobPlayer = {
        kind: 'program',
        file: 'Broken.java',
        bytes: Buffer.from('class Broken { int x = no; }'),
      };
      expect(await play(broken)).toMatchObject({
        kind: 'refused',
        seat: 0,
        sentence: expect.stringMatching(/Broken\.java:1: error/),
      });
    });
  },
);
