import { spawn } from 'node:child_process';
import { withoutInherited } from '../groups/inherited-files.ts';
import { killAll, onPath, type Wrapped } from '../groups/launch.ts';
import { type CompileError, compileError } from './compiler-error.ts';

/** The limits for compiling one source. */
export const COMPILE_LIMITS = {
  /** CPU time of one process of the compiler, in seconds. */
  cpuSeconds: 60,
  /** Wall-clock limit for all attempts to compile a source together, in milliseconds. */
  wallMs: 120_000,
  memoryBytes: 2 ** 31,
  /** The longest file that comes out, in bytes. */
  fileBytes: 64 * 2 ** 20,
  /** The length at which messages are cut, in characters. */
  saidCharacters: 2 ** 20,
} as const;

/** The longest file that is made of our own headers, in bytes: they are compiled beforehand, and long. */
const OWN_FILE_BYTES = 2 ** 29;

export interface Said {
  readonly ok: boolean;
  /** Its standard error. */
  readonly said: string;
}

/** Ends each compiler that runs in this process, or was started by it. */
const running = new Set<() => void>();

/** Lets `endCompilers` call `end`, until what is given is called. */
export function whileRunning(end: () => void): () => void {
  running.add(end);
  return () => running.delete(end);
}

/** Ends all compilers at work, since what they make isn't needed. Their callers get an error, so that they try nothing else. */
export function endCompilers(): void {
  for (const end of [...running]) end();
}

export const notNeeded = (): CompileError => compileError('compiler/ended');

/** Puts the limits of compiling around a command of this machine, as far as the system can. */
export function limitedCommand(command: readonly string[]): readonly string[] {
  if (process.platform !== 'linux' || onPath('prlimit') === undefined) return command;
  const { cpuSeconds } = COMPILE_LIMITS;
  return ['prlimit', '--core=0', `--cpu=${cpuSeconds}`, `--fsize=${OWN_FILE_BYTES}`, '--', ...command];
}

/** Runs a compiler to its end, or to that of its time. `input`, one character a byte, goes to its standard input. */
export function runToEnd(
  { command, descriptors, environment, launchers, started }: Wrapped,
  { folder, input }: { readonly folder: string; readonly input: string },
  wallMs: number = COMPILE_LIMITS.wallMs,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.program, command.args, {
      cwd: folder,
      env: environment,
      stdio: withoutInherited(['pipe', 'ignore', 'pipe', ...(descriptors ?? [])]),
    });
    started?.();
    let said = '';
    let isLate = false;
    const end = () => {
      isLate = true;
      if (child.pid !== undefined) killAll(child.pid, launchers);
    };
    const timer = setTimeout(end, wallMs);
    const ended = whileRunning(() => {
      end();
      reject(notNeeded());
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < COMPILE_LIMITS.saidCharacters) said += text;
    });
    child.stdin!.on('error', () => {
      // It stopped reading; what it says tells why.
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      ended();
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      ended();
      if (isLate) resolve({ ok: false, said: tooLate() });
      else resolve(code === 0 ? { ok: true, said } : { ok: false, said: overLimit(said) ?? said });
    });
    child.stdin!.end(input, 'latin1');
  });
}

function tooLate(): string {
  return `the compiler was ended: a source has ${COMPILE_LIMITS.wallMs / 1000} s to be compiled in`;
}

/** A compiler that hits a limit of ours takes that for its own fault, at length. */
function overLimit(said: string): string | undefined {
  if (said.includes('File size limit exceeded')) return 'what comes out would be too long';
  if (said.includes('CPU time limit exceeded'))
    return `the compiler was stopped: it may use ${COMPILE_LIMITS.cpuSeconds} s of CPU time`;
  return undefined;
}
