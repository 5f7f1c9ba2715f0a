import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@ludus/shell/start-process.ts';
import { goAfterOthers } from './compile.ts';

const PROCESS = fileURLToPath(new URL('./board-process.ts', import.meta.url));
const WALL_MS = 120_000;
const SEEDS = 20;
const HEAP_MIB = 512;

/** A board's figures from matches between built-in bots, or the reason why there are no figures. */
export type BoardTrial = { readonly report: Record<string, unknown> } | { readonly why: string };

/** Tests a board in a separate process, since a submitted board may be as large as the reader allows. */
export async function tryBoard(game: string, board: string, seeds = SEEDS): Promise<BoardTrial> {
  // With Node's cache of compiled code, a process starts in a third of the time.
  const { PATH, LUDUS_GAMES, NODE_COMPILE_CACHE } = process.env;
  const child = await startProcess(() =>
    spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, PROCESS, game, String(seeds)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...(PATH !== undefined && { PATH }),
        ...(LUDUS_GAMES !== undefined && { LUDUS_GAMES }),
        ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      },
      timeout: WALL_MS,
      killSignal: 'SIGKILL',
    }),
  );
  goAfterOthers(child.pid);
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  try {
    child.stdin.on('error', () => {});
    child.stdin.end(board);
    const ended = new Promise<number | null>((done) => child.once('close', done));
    const [code, said] = await Promise.all([ended, text(child.stdout)]);
    if (code === 0) return { report: JSON.parse(said) as Record<string, unknown> };
    return { why: `built-in bots could not play on it within ${WALL_MS / 1000} s` };
  } finally {
    process.removeListener('exit', end);
  }
}
