import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ProcessStartError, startProcess } from '@ludus/shell/start-process.ts';

export interface ProgressOptions {
  /** Reports the progress, 0 to 1. */
  step?(done: number): void;
  readonly signal?: AbortSignal;
}

interface Limits {
  readonly heapMib: number;
  readonly wallMs: number;
}

/** Thrown if the process ended without a report. The message is for users. */
export class ComparisonCrashError extends Error {}

const SAID = 2000;

/**
 * Sends the input to a separate process, one line of JSON each, and reads its output. The server's other requests don't
 * wait for the process, even if the input is as large as the limits allow. `read` receives each output line, and
 * returns the report if the line contains it.
 */
export async function inProcess<Order, Line, Report>(
  file: string,
  order: AsyncIterable<Order>,
  read: (line: Line) => Report | undefined,
  { heapMib, wallMs }: Limits,
  signal: AbortSignal | undefined,
): Promise<Report> {
  // With Node's cache of compiled code, a process starts in a third of the time.
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
    throw error instanceof ProcessStartError ? new ComparisonCrashError(error.message) : error;
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  // Ignores the error of a process that has stopped reading, since the process's end is reported anyway.
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
  // The process may send invalid output before the input ends, when nothing awaits this promise yet.
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
  throw new ComparisonCrashError(
    `the comparison was not finished${said === '' ? '' : `: ${said.trim().split('\n').at(-1)}`}`,
  );
}
