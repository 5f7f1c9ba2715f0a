import { spawn } from 'node:child_process';
import { withoutInherited } from '../groups/inherited-files.ts';
import { killAll, onPath, type WrappedCommand } from '../groups/launch.ts';
import { type CompileError, compileError } from './compiler-error.ts';

/** Limits for compiling one source file. */
export const COMPILE_LIMITS = {
  /** CPU time limit of one compiler process, in seconds. */
  cpuSeconds: 60,
  /** Wall-clock limit for all attempts to compile a source together, in milliseconds. */
  wallMs: 120_000,
  memoryBytes: 2 ** 31,
  /** Size limit of an output file, in bytes. */
  fileBytes: 64 * 2 ** 20,
  /** Length limit of a compiler's messages, in characters. */
  saidCharacters: 2 ** 20,
} as const;

/** Size limit of Ludus's precompiled headers, in bytes. */
const OWN_FILE_BYTES = 2 ** 29;

export interface CompilerOutput {
  readonly ok: boolean;
  /** The messages that the compiler wrote to standard error. */
  readonly said: string;
}

/** Functions that stop the compilers started by this process. */
const running = new Set<() => void>();

/** Registers a function that `endCompilers` calls. The returned function removes the registration. */
export function whileRunning(end: () => void): () => void {
  running.add(end);
  return () => running.delete(end);
}

/**
 * Ends all running compilers, because their output is no longer needed. Their callers get an error, after which they
 * make no other attempts.
 */
export function endCompilers(): void {
  for (const end of [...running]) end();
}

export const notNeeded = (): CompileError => compileError('compiler/ended');

/** Applies the compilation limits to a command, as far as the system supports them. */
export function limitedCommand(command: readonly string[]): readonly string[] {
  if (process.platform !== 'linux' || onPath('prlimit') === undefined) return command;
  const { cpuSeconds } = COMPILE_LIMITS;
  return ['prlimit', '--core=0', `--cpu=${cpuSeconds}`, `--fsize=${OWN_FILE_BYTES}`, '--', ...command];
}

/**
 * Runs a compiler until it exits or reaches the time limit. `input` goes to its standard input, one byte per character.
 */
export function runToEnd(
  { command, descriptors, environment, launchers, started }: WrappedCommand,
  { folder, input }: { readonly folder: string; readonly input: string },
  wallMs: number = COMPILE_LIMITS.wallMs,
): Promise<CompilerOutput> {
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
      // Ignores the error, because the compiler has stopped reading, and its messages explain why.
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
  return `the compiler was stopped: a file may take up to ${COMPILE_LIMITS.wallMs / 1000} s to compile`;
}

/**
 * Recognises a compiler that exceeded one of Ludus's limits. Such a compiler prints a long report, as if the failure
 * were a bug in the compiler.
 */
function overLimit(said: string): string | undefined {
  if (said.includes('File size limit exceeded'))
    return `the compiler’s output would be longer than ${COMPILE_LIMITS.fileBytes / 2 ** 20} MiB`;
  if (said.includes('CPU time limit exceeded'))
    return `the compiler was stopped: it may use up to ${COMPILE_LIMITS.cpuSeconds} s of CPU time`;
  return undefined;
}
