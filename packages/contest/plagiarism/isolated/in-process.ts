import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ProcessStartError, startProcess } from '@ludus/shell/start-process.ts';

export interface Watched {
  /** How far it has come, 0 … 1. */
  step?(done: number): void;
  readonly signal?: AbortSignal;
}

interface Limits {
  readonly heapMib: number;
  readonly wallMs: number;
}

/** The process ended without a report; the message is for users. */
export class ComparisonBroke extends Error {}

const SAID = 2000;

/**
 * Sends a separate process its order, one line of JSON each, and reads its output. The input may be as large as the limits allow,
 * and no request waits meanwhile. `read` is given each line of its answer and gives the report where it is in it.
 */
export async function inProcess<Order, Line, Report>(
  file: string,
  order: AsyncIterable<Order>,
  read: (line: Line) => Report | undefined,
  { heapMib, wallMs }: Limits,
  signal: AbortSignal | undefined,
): Promise<Report> {
  // With the compiled code of our modules that Node keeps, a process starts in a third of the time.
  const { PATH, LUDUS_GAMES, NODE_COMPILE_CACHE } = process.env;
  const child = await startProcess(() =>
    spawn(process.execPath, [`--max-old-space-size=${heapMib}`, file], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...(PATH !== undefined && { PATH }),
        ...(LUDUS_GAMES !== undefined && { LUDUS_GAMES }),
        ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      },
      timeout: wallMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    }),
  ).catch((error) => {
    throw error instanceof ProcessStartError ? new ComparisonBroke(error.message) : error;
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  // If it stopped reading, its end will be reported.
  child.stdin.on('error', () => {});
  let said = '';
  child.stderr.on('data', (text) => {
    said = (said + text).slice(-SAID);
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let report: Report | undefined;
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout }))
      report = read(JSON.parse(line) as Line) ?? report;
  })();
  // It may say something wrong before its order is through, and no one waits for that yet.
  reading.catch(() => {});
  try {
    for await (const line of order) {
      if (child.exitCode !== null || child.signalCode !== null || signal?.aborted) break;
      if (!child.stdin.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(child.stdin, 'drain'), ended]);
    }
    child.stdin.end();
    await Promise.all([reading, ended]);
  } finally {
    end();
    process.removeListener('exit', end);
  }
  if (report !== undefined) return report;
  throw new ComparisonBroke(
    `the comparison was not finished${said === '' ? '' : `: ${said.trim().split('\n').at(-1)}`}`,
  );
}
