import { readdirSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { basename } from 'node:path';
import type { Fault } from '@ludus/game/game.ts';
import { type CompiledProgram, withSourceLine } from '../compile/source-lines.ts';
import { type Failure, failure } from '../failures.ts';
import type { PlayerLog } from './streams.ts';

/** The meanings of signals, for messages. For other signals, messages contain only the name. */
const MEANINGS: Partial<Record<string, string>> = {
  SIGSEGV: 'it accessed memory that isn’t its own',
  SIGABRT: 'it aborted',
  SIGFPE: 'an invalid calculation, such as a division by zero',
  SIGILL: 'it ran an invalid instruction',
  SIGBUS: 'it accessed memory that doesn’t exist',
  SIGKILL: 'sent by the kernel or another program',
  SIGXCPU: 'it used too much CPU time',
  SIGXFSZ: 'it wrote a file that is too large',
  SIGSYS: 'it made a system call that isn’t allowed',
};

/** The reason why a player's process ended, as a fault and a message. */
export function endSentence(
  name: string,
  code: number | null,
  signal: NodeJS.Signals | null,
): { fault: Fault; sentence: string } {
  const { fault, what } = endFailure(code, signal);
  return { fault, sentence: `${name} ${what}.` };
}

function endFailure(code: number | null, signal: NodeJS.Signals | null): Failure {
  const died = signal ?? signalOfStatus(code);
  if (died !== undefined) return failure('signal', died, MEANINGS[died]);
  if (code === 127) return failure('not-started', 'its program was not found');
  if (code === 126) return failure('not-started', 'its program can’t be run');
  return code === 0 ? failure('ended') : failure('status', code);
}

/** Combines the message about a failed program's end with the message that the program itself printed. */
export function withCrashMessage(
  sentence: string,
  code: number | null,
  log: PlayerLog,
  { source, compiled }: { readonly source?: string | undefined; readonly compiled?: CompiledProgram | undefined },
): string {
  const plain = sentence.replace(/\.$/, '');
  const crash = log.crashPlaces();
  if (crash !== '') {
    const words = log.report();
    return `${withSourceLine(`${plain}${words === '' ? '' : `; its last words: ${words}`}${crash}`, compiled)}.`;
  }
  // A program that exits by itself has usually reported the reason.
  const isOwnEnd = code !== null && code > 0 && code < 126;
  const words = isOwnEnd ? log.lastWords(source) : log.report(source);
  if (words === '') return sentence;
  const hasPlace = source !== undefined && words.includes(`${basename(source)}:`);
  const full = hasPlace || !compiled ? words : withSourceLine(`${words}${log.frames(compiled.program)}`, compiled);
  return `${plain}; its last words: ${full}`;
}

/**
 * The name of the signal in a launcher's exit status, if any. If a signal killed a process, the process's launcher
 * exits with the status 128 + the signal's number.
 */
function signalOfStatus(code: number | null): string | undefined {
  if (code === null || code <= 128) return undefined;
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
}

/**
 * The standard stream, if any, that none of the player's processes keeps open. The launchers at the top of the process
 * tree keep their copies open, so the referee's end of the stream doesn't show this.
 */
export function brokenStream(root: number, pids: readonly number[]): 'input' | 'output' | undefined {
  const input = link(root, '0');
  const output = link(root, '1');
  const open = pids.slice(2).map(openFiles);
  if (!open.some((files) => files !== undefined)) return undefined;
  const held = new Set(open.flatMap((files) => files ?? []));
  if (output !== undefined && !held.has(output)) return 'output';
  if (input !== undefined && !held.has(input)) return 'input';
  return undefined;
}

/** The paths of a process's open files; undefined if the process can't be examined. */
function openFiles(pid: number): string[] | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => link(pid, fd) ?? []);
  } catch {
    return undefined;
  }
}

function link(pid: number, fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return undefined;
  }
}
