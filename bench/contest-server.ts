import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Visitor } from '@ludus/contest/chaos.ts';
import type { StorePlace } from '@ludus/contest/store.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/bin/ludus.js', import.meta.url));

/** `ludus serve` in a separate process, and its organiser. */
export interface ServedContests {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly organiser: Visitor;
  close(): Promise<void>;
}

const PASSWORD = 'a long password';

/** Starts the command with one worker at work, and opens the link that it prints. */
export async function serveContests(place: StorePlace): Promise<ServedContests> {
  const at =
    'dataDir' in place ? ['--data', place.dataDir] : ['--database-url', (place as { databaseUrl: string }).databaseUrl];
  const child = spawn(process.execPath, [MAIN, 'serve', ...at, '--port', '0', '--jobs', '1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BROWSER: 'none' },
  });
  const [, url, secret] = await heard(child, /Contests are at (\S+)\/\n[\s\S]*link#(\S+)/);
  const organiser = new Visitor(url);
  await organiser.ask('useLink', { body: { token: secret, name: 'Organiser', password: PASSWORD } });
  return {
    url,
    organiser,
    async close() {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGINT');
      await gone;
    },
  };
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
    child.once('exit', () => failed(new Error(`the server has ended: ${said}`)));
  });
}

/** Someone who takes part: their session's cookie. */
export async function joinContest(url: string, code: string, name: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.ask('join', { body: { code, name, password: PASSWORD } });
  return visitor;
}
