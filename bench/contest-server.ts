import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Visitor } from '@ludus/contest/chaos.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/bin/ludus.js', import.meta.url));

/** Processes of `ludus serve` with one database, and their organiser. */
export interface ServedContests {
  /** The servers' addresses, such as `http://127.0.0.1:3000`. */
  readonly urls: readonly string[];
  readonly organiser: Visitor;
  close(): Promise<void>;
}

const PASSWORD = 'a long password';

/**
 * Starts `servers` servers. The first server has one worker, and the organiser signs in there with the organiser's
 * link.
 */
export async function serveContests(databaseUrl: string, servers: number): Promise<ServedContests> {
  const first = await serve(databaseUrl, '1', FIRST);
  const organiser = new Visitor(first.url);
  await organiser.ask('useLink', { body: { token: first.secret, name: 'Organiser', password: PASSWORD } });
  const all = [first];
  while (all.length < servers) all.push(await serve(databaseUrl, '0', NEXT));
  return {
    urls: all.map(({ url }) => url),
    organiser,
    async close() {
      for (const { child } of all.toReversed()) {
        const gone = new Promise((done) => child.once('exit', done));
        child.kill('SIGINT');
        await gone;
      }
    },
  };
}

/** A server prints its address. The first server of a database then prints the organiser's link. */
const NEXT = /Contests are at (\S+)\/\n/;
const FIRST = /Contests are at (\S+)\/\n[\s\S]*link#(\S+)/;

async function serve(databaseUrl: string, jobs: string, said: RegExp) {
  const args = [MAIN, 'serve', '--database-url', databaseUrl, '--port', '0', '--jobs', jobs];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BROWSER: 'none' },
  });
  const [, url, secret] = await heard(child, said);
  return { child, url, secret };
}

function heard(child: ChildProcess, what: RegExp): Promise<RegExpExecArray> {
  return new Promise((found, failed) => {
    let said = '';
    const hear = (bytes: Buffer) => {
      said += bytes;
      const match = what.exec(said);
      if (match) found(match);
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    child.once('exit', () => failed(new Error(`the server exited early: ${said}`)));
  });
}

/** Adds an entrant to a contest. Returns a visitor with the entrant's session. */
export async function joinContest(url: string, code: string, name: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.ask('join', { body: { code, name, password: PASSWORD } });
  return visitor;
}
