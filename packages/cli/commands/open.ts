import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { sidecarFileName } from '@ludus/game/replay.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { openInBrowser } from '@ludus/shell/browser.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, readText, writeComplete } from '@ludus/shell/files.ts';
import { listenProblem } from '@ludus/shell/network.ts';
import type { Command } from 'commander';
import type { Services } from 'ludus/kit.ts';
import { guestsOf, nodePartsOf, pythonsOf } from '../context.ts';
import { GAMES, KITS, knownPlayers } from '../games.ts';
import { KITS_ELSEWHERE } from '../games-folder.ts';
import { parsePort } from '../option-values.ts';
import { isReplay, replayOfMoves } from '../replay-text.ts';
import { info } from '../say.ts';

interface OpenOptions {
  readonly host?: string;
  readonly port: number;
  readonly browser: boolean;
}

/** The limits for rooms on a personal machine: enough for a class. */
const HOME_LIMITS = { rooms: 40, ofNetwork: 20 };

/** `ludus open`: serves the studio on this machine, with the boards, players, and replays of a folder. */
export function open(program: Command): void {
  program
    .command('open')
    .description('Open the studio in the browser')
    .argument('[folder]', 'folder of your boards, bots, and replays', '.')
    .option('--port <port>', 'port on 127.0.0.1, 0 to 65535; 0: any free port', parsePort, 0)
    .option(
      '--host <address>',
      'address on which friends can reach rooms; 0.0.0.0 for all (default: this machine only)',
    )
    .option('--no-browser', 'print the address, but don’t open a browser')
    .addHelpText(
      'after',
      '\nIn the studio you set up matches, watch them, and write bots.\nWith --host, other machines can reach the rooms in which friends play, but nothing else.\n\nExamples:\n  ludus open players\n  ludus open --host 0.0.0.0',
    )
    .action(async (folder: string, options: OpenOptions) => {
      if (!existsSync(folder)) throw new UsageError(`cannot open ${folder}: there is no such folder`);
      await serve(resolve(folder), '', options);
    });
}

/** `ludus view`: shows a replay in the viewer. */
export function view(program: Command): void {
  program
    .command('view')
    .description('Watch a replay in the browser')
    .argument('<replay>', 'replay of any game, plain or gzipped')
    .option('--port <port>', 'port on 127.0.0.1, 0 to 65535; 0: any free port', parsePort, 0)
    .option('--no-browser', 'print the address, but don’t open a browser')
    .option('-o, --output <file>', 'HTML file to write instead of opening a browser; it works on any machine')
    .addHelpText('after', '\nExamples:\n  ludus view match.res\n  ludus view match.res -o match.html')
    .action(async (replay: string, options: OpenOptions & { readonly output?: string }) => {
      if (options.output !== undefined) checkWritable(options.output);
      if (!existsSync(replay)) throw new UsageError(`cannot read ${replay}: there is no such file`);
      const expanded = replayOfMoves(replay);
      if (expanded === undefined && !isReplay(replay))
        throw new UsageError(`${replay} isn’t a replay of any Ludus game`);
      const text = expanded?.text ?? readText(replay);
      mustHaveView(text);
      const differs = replayDifference(text);
      if (differs !== undefined) info(`${replay} does not verify: ${differs}`);
      if (options.output !== undefined)
        await exportPage(options.output, replay, { name: expanded?.name ?? basename(replay), text, differs });
      else if (expanded === undefined) await serve(dirname(resolve(replay)), replayQuery(basename(replay)), options);
      else await serveExpanded(expanded, options);
    });
}

/** Rejects a replay of a custom game without a view. Such replays exist, since a game without a view can be played. */
function mustHaveView(replay: string): void {
  const game = GAMES.find((each) => each.replay.recognizes(replay));
  const folder = KITS_ELSEWHERE.map((kit) => dirname(kit)).find((each) => basename(each) === game?.id);
  if (game === undefined || folder === undefined || existsSync(join(folder, 'view/index.ts'))) return;
  throw new UsageError(
    `${game.title} has no view yet: write ${join(folder, 'view/index.ts')} (docs/make-a-game.md, 11)`,
  );
}

/** The data of a page that shows one match. */
interface ShownReplay {
  readonly name: string;
  readonly text: string;
  /** The first difference from the rules, as a message, if there is any. */
  readonly differs: string | undefined;
}

/** Writes a page that contains a match and the viewer. */
async function exportPage(page: string, file: string, { name, text, differs }: ShownReplay) {
  const { viewerCode } = await import('@ludus/studio/build.ts');
  const { oneFilePage } = await import('@ludus/studio/one-file.ts');
  const sidecar = sidecarFileName(file);
  const html = oneFilePage({
    title: name,
    name,
    replay: text,
    sidecar: existsSync(sidecar) ? readText(sidecar) : undefined,
    round: 0,
    differs,
    scripts: [String(await viewerCode())],
  });
  writeComplete(page, html);
  process.stdout.write(`${page}\n`);
}

/** Serves a compact replay. Writes the full replay to a temporary folder, which only the viewer reads. */
async function serveExpanded(replay: { name: string; text: string }, options: OpenOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-view-'));
  try {
    writeFileSync(join(folder, replay.name), replay.text);
    await serve(folder, replayQuery(replay.name), options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the query string with which the studio shows a replay in its folder. */
export function replayQuery(path: string): string {
  return `?file=folder/${path.split('/').map(encodeURIComponent).join('/')}&sidecar&play`;
}

/** Serves the studio until Ctrl-C. */
export async function serve(folder: string, query: string, options: OpenOptions): Promise<void> {
  const pages = await startPages(folder, { port: options.port, host: options.host });
  const address = `${pages.url}${query}`;
  if (pages.friends !== undefined) process.stdout.write(`Friends in your network: ${pages.friends}\n`);
  process.stdout.write(`Watch: ${address}\n(Ctrl-C to stop)\n`);
  if (options.browser) openInBrowser(address);
  await new Promise<void>((done) => {
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
  await pages.close();
}

interface PagesOptions {
  readonly port: number;
  /** The address at which other machines reach the rooms; absent if other machines can't reach them. */
  readonly host?: string | undefined;
  readonly changes?: (path: string) => number | undefined;
}

interface Pages {
  readonly url: string;
  /** The address of the rooms in the network. */
  readonly friends: string | undefined;
  close(): Promise<void>;
}

/**
 * Starts to serve the studio with the content of a folder. `changes`: for each replay that was written again, the first
 * round that differs from the previous version.
 */
export async function startPages(folder: string, { port, host, changes }: PagesOptions): Promise<Pages> {
  const { buildStudio } = await import('@ludus/studio/build.ts');
  const { serveRooms, serveStudio } = await import('@ludus/studio/serve.ts');
  const { Rooms } = await import('@ludus/studio/rooms.ts');
  const app = await buildStudio();
  const begun = await beginServices();
  const differs = (path: string) => fileDifference(join(folder, path));
  const rooms = new Rooms({ kits: KITS, address: () => friends?.url, limits: HOME_LIMITS });
  const services = Object.fromEntries([...begun].map(([game, { calls }]) => [game, calls]));
  const offer = {
    app,
    folder,
    games: GAMES,
    guests: await guestsOf(GAMES),
    pythons: await pythonsOf(GAMES),
    port,
    services,
    ...(changes && { changes }),
    differs,
    rooms,
  };
  const refused = (at: string, option: string) => (error: unknown) => {
    for (const each of begun.values()) each.close();
    const problem = listenProblem(error, at, port);
    throw problem === undefined ? error : new UsageError(`${problem}; choose another with ${option}`);
  };
  const friends =
    host === undefined ? undefined : await serveRooms({ app, rooms, host }).catch(refused(host, '--host'));
  const server = await serveStudio(offer).catch(refused('127.0.0.1', '--port'));
  return {
    url: server.url,
    friends: friends?.url,
    async close() {
      rooms.close();
      for (const each of begun.values()) each.close();
      await Promise.all([server.close(), friends?.close()]);
    },
  };
}

/** Works like `replayDifference`, for a file that may contain anything. */
function fileDifference(file: string): string | undefined {
  try {
    return replayDifference(readText(file));
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Starts the services that the games' panels in the studio use, and returns these services by game. */
async function beginServices(): Promise<Map<string, Services>> {
  const begun = new Map<string, Services>();
  for (const game of GAMES) {
    const services = await (await nodePartsOf(game)).services?.();
    if (services) begun.set(game.id, services);
  }
  return begun;
}

/**
 * Plays a match again and returns the first difference between the replay and the rules, as a message. Undefined if the
 * replay verifies, ends early, or isn't a replay.
 */
export function replayDifference(text: string): string | undefined {
  const verdict = verifyReplay(text, GAMES, knownPlayers);
  return verdict.kind === 'differs' ? `round ${verdict.round}: line ${verdict.line}: ${verdict.message}` : undefined;
}
