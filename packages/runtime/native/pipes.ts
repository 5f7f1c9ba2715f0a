import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownedFolder } from '../sandbox/process-folder.ts';

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** The pipes between the referee and one process of native players, as open files. */
export interface Pipes {
  /**
   * The descriptor to which questions are written. Writes don't block, because a process that doesn't read must not
   * block the referee.
   */
  readonly questions: number;
  /** The descriptor from which answers are read. Reads block. */
  readonly answers: number;
  /** A second descriptor for the same answers. Reads don't block. */
  readonly answersNow: number;
  /** The other end of the answers' pipe. The waker's thread writes to it. */
  readonly wake: number;
  /** The pipes with the players' output. A read returns the available bytes. */
  readonly logs: readonly number[];
  /**
   * The ends for the other process: questions, answers, and logs. This process must close them once the other process
   * has opened them.
   */
  readonly theirs: readonly number[];
}

/** Node doesn't have blocking pipes, so these are named pipes. Their names are removed before this function returns. */
export function makePipes(logs: number): Pipes {
  const folder = ownedFolder('pipes');
  const names = ['questions', 'answers', ...Array.from({ length: logs }, (_, n) => `log${n}`)];
  const files = names.map((name) => join(folder, name));
  const opened: number[] = [];
  const open = (file: string, flags: number): number => {
    const number = openSync(file, flags);
    opened.push(number);
    return number;
  };
  let holders: number[] = [];
  try {
    const { status, stderr } = spawnSync('mkfifo', files, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`pipes can’t be created: ${stderr}`);
    // Opening one end of a pipe waits until the other end is open, so a descriptor with both ends is opened first.
    holders = files.map((file) => openSync(file, O_RDWR | O_NONBLOCK));
    const [questions, answers, ...logFiles] = files;
    return {
      questions: open(questions, O_WRONLY | O_NONBLOCK),
      answers: open(answers, O_RDONLY),
      answersNow: open(answers, O_RDONLY | O_NONBLOCK),
      wake: open(answers, O_WRONLY | O_NONBLOCK),
      logs: logFiles.map((file) => open(file, O_RDONLY | O_NONBLOCK)),
      theirs: [open(questions, O_RDONLY), open(answers, O_WRONLY), ...logFiles.map((file) => open(file, O_WRONLY))],
    };
  } catch (error) {
    for (const each of opened) closeSync(each);
    throw error;
  } finally {
    for (const each of holders) closeSync(each);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the available bytes; returns 0 if there are none. */
export function readNow(file: number, into: Uint8Array): number {
  try {
    return readSync(file, into, 0, into.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
