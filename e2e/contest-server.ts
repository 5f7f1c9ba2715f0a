import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Browser } from '@ludus/contest/testing/contest.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/main.ts', import.meta.url));

/** Starts a contest's server as its own program, and gives its address and an organiser's personal token; ends it with Ctrl-C. */
export async function withContestServer(
  folder: string,
  environment: Readonly<Record<string, string>>,
  use: (url: string, token: string) => void | Promise<void>,
): Promise<void> {
  const args = [MAIN, 'serve', '--data', 'contests', '--port', '0', '-j', '1'];
  const env = { ...process.env, BROWSER: 'none', ...environment };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    let said = '';
    const [url, secret] = await new Promise<[string, string]>((found, failed) => {
      const hear = (bytes: Buffer) => {
        said += bytes;
        const link = /(http:\S+)\/link#(\S+)/.exec(said);
        if (link) found([link[1], link[2]]);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => failed(new Error(said)));
    });
    const organiser = new Browser(url);
    await organiser.get('useLink', { body: { token: secret, name: 'The organiser', password: 'correct horse' } });
    const token = await organiser.get('makeToken', { body: { name: 'laboratory', scopes: ['laboratory'] } });
    await use(url, token.secret);
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}
