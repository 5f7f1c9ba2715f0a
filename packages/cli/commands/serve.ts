import { availableParallelism } from 'node:os';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import { bestSandboxLevel, sandboxLevelProblem } from '@ludus/runtime/sandbox.ts';
import { openInBrowser } from '@ludus/shell/browser.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { listenProblem } from '@ludus/shell/network.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { engineOf } from '../contest/engine.ts';
import { catalog, WORKSHOP } from '../contest/game-catalog.ts';
import { addPlaceOptions, type PlaceFlags, placeOf, placeProblem } from '../contest/place.ts';
import { signInOf } from '../contest/sign-in-file.ts';
import { MAX_JOBS, parsePort, wholeFrom } from '../option-values.ts';
import { info } from '../say.ts';
import { VERSION } from '../version.ts';

interface ServeFlags extends PlaceFlags {
  readonly host: string;
  readonly port: number;
  readonly jobs: number;
  readonly trustProxy: readonly string[];
  readonly contact?: string;
  readonly hostname: readonly string[];
  readonly signIn?: string;
  readonly unsandboxedCompiler?: boolean;
  readonly logRequests?: boolean;
  readonly replaySpace: number;
}

const COMPILE_MS = 150_000;
const MAX_REPLAYS_GIB = 2 ** 20;

/** `ludus serve`: runs a contest's server, with a separate worker. */
export function serve(program: Command): void {
  addPlaceOptions(program.command('serve'))
    .description('Run a contest server')
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 to 65535; 0: any free port', parsePort, 3000)
    .option(
      '-j, --jobs <number>',
      `number of matches at a time on this machine, 0 to ${MAX_JOBS}; 0: workers only`,
      wholeFrom(0, MAX_JOBS),
      Math.max(1, availableParallelism() - 1),
    )
    .option(
      '--replay-space <GiB>',
      'disk space for replays, above 0, up to 1048576; the oldest are removed first',
      gibibytes,
      10,
    )
    .option('--trust-proxy <address...>', 'addresses of proxies that are trusted to report clients’ addresses', [])
    .option('--hostname <host...>', 'host names of the server, in addition to this machine’s names', [])
    .option('--contact <address>', 'e-mail address or URL for reports of vulnerabilities', contactUri)
    .option('--sign-in <file>', 'JSON file with settings for sign-in by OpenID Connect and for passwords')
    .option('--unsandboxed-compiler', 'compile untrusted C++ without a sandbox if the machine has none')
    .option('--log-requests', 'print one line of JSON per request on standard error')
    .addHelpText(
      'after',
      '\nEntrants submit bots in the browser, and the server plays them against each other. Press Ctrl-C to stop.\n\nExample:\n  ludus serve --data course-data --port 3000',
    )
    .action(run);
}

async function run(flags: ServeFlags): Promise<void> {
  // Imported here, so that the help works without the server's packages.
  const { checkAnswer } = await import('@ludus/contest/judge.ts');
  const { compile } = await import('@ludus/contest/judge.ts');
  const { tryBoard } = await import('@ludus/contest/judge.ts');
  const { buildPages } = await import('@ludus/contest/server.ts');
  const { kitIn } = await import('@ludus/contest/judge.ts');
  const { contestPlayground } = await import('../contest/playground.ts');
  const { startServer } = await import('@ludus/contest/server.ts');
  const signIn = flags.signIn === undefined ? undefined : await signInOf(flags.signIn);
  removeAbandonedFolders();
  if (bestSandboxLevel() === undefined)
    info(
      flags.unsandboxedCompiler
        ? 'this machine supports no sandbox: C++ from entrants is compiled without one'
        : 'this machine supports no sandbox: C++ from entrants is rejected. Allow it with --unsandboxed-compiler',
    );
  const pages = await buildPages();
  // Pages have priority, because people notice a delay, but matches don't.
  const processes = openMatchProcesses({ idle: Math.max(1, flags.jobs), nice: 5 });
  const engine = await engineOf(processes);
  const server = await startServer({
    place: placeOf(flags),
    catalog,
    version: VERSION,
    engine,
    host: flags.host,
    port: flags.port,
    parallel: flags.jobs,
    compile: (game, { file, source, language }, signal) =>
      compile({ workshop: WORKSHOP, game, language, unsandboxed: flags.unsandboxedCompiler }, file, source!, {
        wallMs: COMPILE_MS,
        signal,
      }),
    tryBoard,
    checkAnswer: (input, answer, replay) => checkAnswer(kitIn(catalog, input.game).game, input, answer, replay),
    ...(flags.jobs > 0 && { play: (job) => processes.play(job) }),
    noPrograms: sandboxLevelProblem('full'),
    trustProxy: flags.trustProxy,
    names: flags.hostname,
    contact: flags.contact,
    signIn,
    replayBytes: flags.replaySpace * 2 ** 30,
    pages,
    playground: contestPlayground(),
    ...(flags.logRequests && { log: process.stderr }),
    say: info,
  }).catch(async (error) => {
    await processes.close();
    const problem = listenProblem(error, flags.host, flags.port);
    throw problem === undefined
      ? await placeProblem(error)
      : new UsageError(`${problem}; choose another with --host or --port`);
  });
  // A bug in one request must not stop the contest for everyone.
  process.on('unhandledRejection', (reason) => info(`internal error: ${reasonOf(reason)}`));
  const address = `${server.url}/`;
  process.stdout.write(`Contests are at ${address}\n`);
  if (server.organiserSecret !== undefined) {
    const link = `${address}link#${server.organiserSecret}`;
    process.stdout.write(
      `The first person to open this link becomes the organiser (valid once, for an hour):\n  ${link}\n`,
    );
    if (process.stdout.isTTY) openInBrowser(link);
  }
  process.stdout.write('Press Ctrl-C to stop. All data stays in the database.\n');
  const signalled = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
  const lost = await Promise.race([signalled, server.lost]);
  // The running matches were given back, so this process doesn't wait for them to end.
  await Promise.all([server.close(), processes.close()]);
  if (lost) throw await placeProblem(lost);
}

const reasonOf = (reason: unknown): string =>
  reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);

function gibibytes(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value > MAX_REPLAYS_GIB)
    throw new InvalidArgumentError(`It must be a number above 0, up to ${MAX_REPLAYS_GIB}.`);
  return value;
}

/** Returns the URI of an e-mail or web address, for a line of security.txt. */
function contactUri(text: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  if (URL.canParse(text) && /^(?:https|mailto):\S+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be an e-mail address or an https URL.');
}
