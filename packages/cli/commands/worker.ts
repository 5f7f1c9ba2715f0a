import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { RequestRejectedError, remoteSource, Worker } from '@ludus/contest/client.ts';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import { sandboxLevelProblem } from '@ludus/runtime/sandbox.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { addressOf } from '../contest/address.ts';
import { engineOf } from '../contest/engine.ts';
import { wholeFrom } from '../option-values.ts';
import { info } from '../say.ts';

interface WorkerFlags {
  readonly server: string;
  readonly token?: string;
  readonly jobs: number;
  readonly grace: number;
}

/** `ludus worker`: plays a contest's matches on this machine. */
export function worker(program: Command): void {
  program
    .command('worker')
    .description('Play matches for a contest server on this machine')
    .requiredOption('--server <url>', 'address of the server: https://contest.example.org')
    .option('--token <token>', 'worker token from the organiser (default: $LUDUS_TOKEN)')
    .option('-j, --jobs <number>', 'number of matches at a time, 1 to 64', wholeFrom(1, 64), 1)
    .option(
      '--grace <seconds>',
      'seconds that matches in progress may take after SIGTERM, 0 to 3600; then they are given back',
      wholeFrom(0, 3600),
      25,
    )
    .addHelpText(
      'after',
      '\nPress Ctrl-C to stop after the matches in progress. A second Ctrl-C gives them back immediately.\n\nExample:\n  ludus worker --server http://127.0.0.1:3000 --token lw_… -j 4',
    )
    .action(run);
}

async function run(flags: WorkerFlags): Promise<void> {
  const token = flags.token ?? process.env.LUDUS_TOKEN;
  if (token === undefined) throw new UsageError('the token is missing: pass it with --token or in $LUDUS_TOKEN');
  const server = addressOf(flags.server);
  removeAbandonedFolders();
  const processes = openMatchProcesses({ idle: flags.jobs });
  const engine = await engineOf(processes);
  const name = `${hostname()
    .replace(/[^\w.-]/g, '_')
    .slice(0, 30)}-${randomBytes(4).toString('hex')}`;
  const source = remoteSource(server, token, name, engine, sandboxLevelProblem('full') === undefined);
  const playing = new Worker({ source, play: (job) => processes.play(job), parallel: flags.jobs, say: info });
  info(`worker ${name} asks ${server} for matches, ${flags.jobs} at a time; press Ctrl-C to stop`);
  let leave = () => {};
  const abandoned = new Promise<void>((done) => {
    leave = done;
  });
  const abandon = () => void playing.abandon().then(leave, leave);
  let isAbandoned = false;
  let signals = 0;
  let grace: NodeJS.Timeout | undefined;
  const end = (signal: NodeJS.Signals) => {
    signals++;
    if (signals > 1) return abandon();
    info('finishing the matches in progress; press Ctrl-C again to give them back');
    playing.drain();
    if (signal === 'SIGTERM') grace = setTimeout(abandon, 1000 * flags.grace);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  try {
    // Doesn't wait for matches that were given back.
    await Promise.race([playing.run(), abandoned.then(() => (isAbandoned = true))]);
  } catch (error) {
    if (error instanceof RequestRejectedError)
      throw new UsageError(`the server rejected the request: ${error.message}`);
    throw error;
  } finally {
    clearTimeout(grace);
    await processes.close();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  }
  info(`${playing.played} matches played`);
  // Open requests to the server would keep the process alive.
  if (isAbandoned) process.exit();
}
