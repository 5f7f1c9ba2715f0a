/**
 * Checks whether the arena judges timely answers as late. Plays games between clients with their own clocks, while
 * other work keeps the processors busy:
 *
 * node tools/arena-load/load.ts [games 20] [timeMove 0.02] [busy processes 8] [think ms 0] [moveLimit 300]
 *
 * Exits with 1 if the arena and the clients disagree about a result. Also exits with 1 if a client lost by time
 * although its clock shows an answer within the limit.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [games = 20, timeMove = 0.02, busy = 8, thinkMs = 0, moveLimit = 300] = process.argv.slice(2).map(Number);
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

interface ClientResult {
  readonly name: string;
  readonly result: string;
  readonly reason: string;
  readonly turns: number;
  readonly worstMs: number;
  readonly lastMs: number;
}

/** Runs a process to its end, and returns its standard output. Its standard error goes to `onError`. */
function run(command: string, args: string[], onError: (text: string) => void = () => {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONPATH: path('../../packages/games/angrymob/sdk/python') };
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (bytes) => (out += bytes));
    child.stderr.on('data', (bytes) => onError(String(bytes)));
    child.on('error', reject);
    child.on('close', () => resolve(out));
  });
}

async function playOne(game: number): Promise<{ line: string[]; seen: ClientResult[]; said: string }> {
  let said = '';
  const clients: Promise<string>[] = [];
  const main = path('../../packages/cli/main.ts');
  const options = [
    '-console',
    '-port',
    '0',
    '-seed',
    `${game}`,
    '-timeMove',
    `${timeMove}`,
    '-moveLimit',
    `${moveLimit}`,
  ];
  const line = await run(process.execPath, [main, 'arena', ...options], (text) => {
    said += text;
    const port = /waiting for two players on .*:(\d+)/.exec(said)?.[1];
    if (port === undefined || clients.length > 0) return;
    for (const name of ['Ada', 'Bob']) {
      const seed = `${2 * game + clients.length}`;
      clients.push(
        run('python3', [path('client.py'), name, port, seed, `${thinkMs}`], (error) => process.stderr.write(error)),
      );
    }
  });
  const seen = (await Promise.all(clients)).map((text) => JSON.parse(text) as ClientResult);
  return { line: line.trim().split('\t'), seen, said };
}

// The busy processes end when this process has ended.
const WORK = 'const parent = process.ppid; while (process.ppid === parent);';
const others: ChildProcess[] = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', WORK]));
let failures = 0;
let turns = 0;
const worst: number[] = [];
try {
  for (let game = 1; game <= games; game++) {
    const { line, seen, said } = await playOne(game);
    const [outcome, reason, played, blueName] = line;
    const [blue, red] = blueName === seen[0].name ? seen : [seen[1], seen[0]];
    turns += Number(played);
    worst.push(blue.worstMs, red.worstMs);
    const late = reason.includes('time') ? [blue, red].filter((_, seat) => outcome !== String(seat)) : [];
    const wronged = late.filter((client) => client.lastMs < timeMove * 1000);
    const views = { '0': ['won', 'lost'], '1': ['lost', 'won'], draw: ['draw', 'draw'] }[outcome] ?? [];
    const natural = ['base', 'both-bases', 'no-units'].includes(reason);
    const agree = [blue, red].every(
      (client, seat) => client.turns === Number(played) && client.result === (natural ? views[seat] : 'ended'),
    );
    if (wronged.length > 0 || !agree) failures++;
    const verdict = wronged.length > 0 ? 'FALSE LOSS' : agree ? 'ok' : 'DISAGREE';
    process.stdout.write(
      `${verdict} game ${game}: ${line.join(' ')} · slowest answers ${blue.worstMs} ms, ${red.worstMs} ms${late.length > 0 ? ` · late ${late.map((c) => c.lastMs)} ms` : ''}\n`,
    );
    if (verdict !== 'ok') process.stdout.write(`${said}${JSON.stringify(seen)}\n`);
  }
} finally {
  for (const other of others) other.kill('SIGKILL');
}
process.stdout.write(
  `${games} games, ${turns} turns, ${failures} failed; slowest answer according to the clients’ clocks: ${Math.max(...worst)} ms\n`,
);
process.exitCode = failures > 0 ? 1 : 0;
