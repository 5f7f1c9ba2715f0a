import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSecret, newSecret } from '@ludus/contest/server/secrets.ts';
import { type RunningServer, startServer } from '@ludus/contest/server/start.ts';
import { type Elsewhere, LabRun } from '@ludus/lab/batch/lab-run.ts';
import type { MatchSpec, RunSetup } from '@ludus/lab/batch/plan.ts';
import { ownedFolder } from '@ludus/runtime/sandbox/process-folder.ts';
import { engineIdentity } from 'ludus/identity.ts';
import { batchSpecs } from '../commands/batch.ts';
import { house } from '../contest/house.ts';
import { elsewhere } from '../lab/elsewhere.ts';
import { type LabOptions, labSetup } from '../lab/setup.ts';

const PLAYERS = ['Dummy', 'Demo', 'Dummy', 'Demo'];
const WORKERS = [1, 2, 4];
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Plays and prints. */
export async function measure({ seeds }: { readonly seeds: number }): Promise<void> {
  const options: LabOptions = { game: 'madmax', budget: 'fuel', stall: 600 };
  const { setup, names } = await labSetup(PLAYERS, options);
  const specs = batchSpecs(
    setup,
    Array.from({ length: seeds }, (_, i) => i + 1),
    false,
  );
  const folder = ownedFolder('bench');
  const server = await startServer({
    place: { dataDir: join(folder, 'data') },
    house,
    version: 'bench',
    engine: engineIdentity(),
    compile: async () => ({ ok: false, why: 'nothing is compiled here' }),
  });
  try {
    const { token, worker } = await tokensOf(server);
    console.log(`${specs.length} matches of Mad Max (${PLAYERS.join(', ')}), ${availableParallelism()} cores:`);
    for (const workers of [1, 2]) {
      const { seconds } = await played(join(folder, `here-${workers}`), setup, specs, workers);
      say(`${workers} of this machine’s processes`, specs.length, seconds);
    }
    for (const workers of WORKERS) {
      const started = await startWorkers(server.url, worker, workers);
      const others = await elsewhere({ ...options, on: server.url, token }, { setup, names, plan: { workers } });
      const { seconds, cpu } = await played(join(folder, `there-${workers}`), setup, specs, workers, others);
      const mine = `the server and whoever asked: ${((1000 * cpu) / specs.length).toFixed(1)} ms of processor time a match`;
      say(`a server, ${workers} worker${workers === 1 ? '' : 's'}`, specs.length, seconds, mine);
      await Promise.all(started.map(ended));
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function played(
  folder: string,
  setup: RunSetup,
  specs: readonly MatchSpec[],
  workers: number,
  others?: Elsewhere,
): Promise<{ readonly seconds: number; readonly cpu: number }> {
  const workerModule = new URL('../lab/worker.ts', import.meta.url);
  const start = performance.now();
  const before = process.cpuUsage();
  const lab = new LabRun({ setup, plan: {}, folder, workerModule, workers, elsewhere: others, secret: 'bench' });
  await lab.playAll(specs);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  await lab.close();
  return { seconds, cpu: (user + system) / 1e6 };
}

/** Worker processes that ask for matches already. */
async function startWorkers(server: string, token: string, many: number): Promise<ChildProcess[]> {
  const started = Array.from({ length: many }, () =>
    spawn(process.execPath, [MAIN, 'worker', '--server', server, '--token', token, '-j', '1'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  await Promise.all(started.map((child) => new Promise((heard) => child.stderr!.once('data', heard))));
  return started;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGINT');
  });
}

/** An organiser's personal token, and one of workers. */
async function tokensOf({ desk }: RunningServer): Promise<{ readonly token: string; readonly worker: string }> {
  const [token, worker] = [newSecret('lp'), newSecret('lw')];
  const { db } = desk.store;
  const { id } = await db
    .insertInto('people')
    .values({ name: 'bench', folded: 'bench', role: 'organiser' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tokens')
    .values([
      { hash: hashSecret(token), kind: 'personal', person: id, name: 'bench', scopes: '["laboratory"]' },
      { hash: hashSecret(worker), kind: 'worker', name: 'bench' },
    ])
    .execute();
  return { token, worker };
}

const say = (what: string, matches: number, seconds: number, more = '') =>
  console.log(
    `  ${what.padEnd(32)} ${seconds.toFixed(1).padStart(6)} s  ${(matches / seconds).toFixed(1).padStart(6)} matches/s  ${more}`,
  );
