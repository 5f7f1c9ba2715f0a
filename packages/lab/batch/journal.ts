import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { FAULTS } from '@ludus/game/game.ts';
import { isName } from '@ludus/game/names.ts';
import { fail, ok, problemOf, type Result } from '@ludus/kernel/result.ts';
import * as z from 'zod/mini';
import { LAB_PROBLEMS } from '../problems.ts';
import { fitsRun, type MatchRecord, type RunSetup } from './plan.ts';

/** Thrown when another process is writing this journal. */
export class JournalBusyError extends Error {}
/** Thrown when the file isn't a journal of this run. The message is for users. */
export class ForeignJournalError extends Error {}

/**
 * The results of a run: one line of JSON per match, appended and never changed. Appended results survive the death of
 * the process. If the last line is incomplete, it is dropped when the journal is opened again, and its match is played
 * once more.
 */
export class Journal {
  /** All matches in the file, by id, in the order of the file. */
  readonly records = new Map<string, MatchRecord>();
  private readonly fd: number;
  private readonly lock: string;
  private synced: Promise<void> = Promise.resolve();
  private syncing = false;
  private dirty = false;

  /**
   * Opens the journal of the run with this hash in `folder`; the folder is created if necessary. Throws
   * `JournalBusyError` if another process has the journal open. Throws `ForeignJournalError` if the journal belongs to
   * another plan, or contains a line that isn't a match of `setup`. With `fresh`, an empty journal replaces an existing
   * one.
   */
  constructor(folder: string, hash: string, fresh = false, setup?: RunSetup) {
    mkdirSync(folder, { recursive: true });
    this.lock = resolve(folder, 'lock');
    takeLock(this.lock);
    const file = join(folder, 'journal.jsonl');
    try {
      // Removes the old journal only with the lock, because another process may be writing to it.
      if (fresh) rmSync(file, { force: true });
      this.fd = openSync(file, 'a+');
    } catch (error) {
      freeLock(this.lock);
      throw error;
    }
    try {
      // Reading a pipe might never end, so only regular files are accepted.
      if (!fstatSync(this.fd).isFile()) throw new ForeignJournalError(`${file} isn’t the journal of a run`);
      this.recover(readFileSync(file), file, hash, setup);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  private recover(bytes: Buffer, file: string, hash: string, setup: RunSetup | undefined): void {
    const whole = bytes.lastIndexOf(10) + 1;
    const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
    if (lines.length === 0) {
      ftruncateSync(this.fd, 0);
      writeSync(this.fd, `${JSON.stringify({ ludus: 'journal', version: 1, plan: hash })}\n`);
      fsyncSync(this.fd);
      return;
    }
    const head = parse(lines[0]) as { ludus?: unknown; plan?: unknown } | undefined;
    if (head?.ludus !== 'journal') throw new ForeignJournalError(`${file} isn’t the journal of a run`);
    if (head.plan !== hash)
      throw new ForeignJournalError(
        `${file} belongs to a different run, with other bots, boards, or options: choose another folder`,
      );
    lines.slice(1).forEach((text, i) => {
      const record = readRecord(text);
      if (record === undefined || (setup && !fitsRun(setup, record)))
        throw new ForeignJournalError(`${file}: line ${i + 2}: this isn’t a match result`);
      // If two writers played the same match, the first record counts.
      if (!this.records.has(record.id)) this.records.set(record.id, record);
    });
    if (whole < bytes.length) ftruncateSync(this.fd, whole);
  }

  /**
   * Adds a result. The file contains the result when this function returns, and the disk contains it soon after that
   * (see `flushed`).
   */
  append(record: MatchRecord): void {
    if (this.records.has(record.id)) return;
    this.records.set(record.id, record);
    writeSync(this.fd, `${JSON.stringify(record)}\n`);
    this.dirty = true;
    if (!this.syncing) this.synced = this.sync();
  }

  /** Flushes the file to the disk, one flush at a time. Results that arrive during a flush share the next flush. */
  private async sync(): Promise<void> {
    this.syncing = true;
    while (this.dirty) {
      this.dirty = false;
      await new Promise<void>((resolve) => fdatasync(this.fd, () => resolve()));
    }
    this.syncing = false;
  }

  async close(): Promise<void> {
    await this.synced;
    this.release();
  }

  private release(): void {
    closeSync(this.fd);
    freeLock(this.lock);
  }
}

/**
 * Reads the results in a journal's text, without an incomplete last line. The problem names the line. The journal is
 * neither locked nor changed.
 */
export function readJournal(text: string): Result<MatchRecord[]> {
  const [head, ...lines] = text.split('\n').slice(0, -1);
  if ((parse(head ?? '') as { ludus?: unknown } | undefined)?.ludus !== 'journal')
    return fail(problemOf(LAB_PROBLEMS, 'journal/head'));
  const records = new Map<string, MatchRecord>();
  for (const [i, line] of lines.entries()) {
    const record = readRecord(line);
    if (!record) return fail({ ...problemOf(LAB_PROBLEMS, 'journal/line'), line: i + 2 });
    if (!records.has(record.id)) records.set(record.id, record);
  }
  return ok([...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/** The line number of a match in a journal's text, from 1; 0 if the text doesn't contain the match. */
export const lineOfMatch = (text: string, id: string): number =>
  text.split('\n').findIndex((line) => readRecord(line)?.id === id) + 1;

const runSetup = z.object({
  game: z.string(),
  boards: z.array(z.object({ name: z.string(), text: z.string() })),
  players: z.array(z.object({ name: z.string().check(z.refine(isName)), spec: z.string(), fingerprint: z.string() })),
});

/** Whether a value has the fields of a setup that the results files need. */
export const isSetup = (value: unknown): value is RunSetup => runSetup.safeParse(value).success;

const numbers = z.array(z.number());
const index = z.int().check(z.nonnegative());
const matchRecord = z.looseObject({
  id: z.string(),
  board: z.int(),
  seed: z.int(),
  players: z.array(index),
  standIns: z.optional(z.array(index)),
  teams: z.optional(z.array(index)),
  scores: numbers,
  reason: z.string(),
  rounds: z.int(),
  faults: z.array(z.looseObject({ seat: index, round: z.int(), fault: z.enum(FAULTS), sentence: z.string() })),
  used: numbers,
  decided: z.int(),
  course: z.optional(z.int()),
  key: z.optional(z.string()),
  failure: z.optional(z.string()),
  quarantined: z.optional(z.array(index)),
});

/** The match in a journal's line; undefined if the line isn't a match's result. */
function readRecord(line: string): MatchRecord | undefined {
  const { data } = matchRecord.safeParse(parse(line));
  if (data === undefined) return undefined;
  const { players, standIns = [], teams = players, scores, used, faults, failure } = data;
  const seats = players.length;
  const isPlayed = failure !== undefined || (scores.length === seats && used.length === seats);
  const isSeat = (seat: number): boolean => seat < seats;
  const isWhole =
    seats > 0 && teams.length === seats && standIns.every(isSeat) && faults.every(({ seat }) => isSeat(seat));
  return isPlayed && isWhole ? (data as MatchRecord) : undefined;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * The locks that this process holds. After a restart, a container's new process often has the same process number as
 * the process that was killed.
 */
const held = new Set<string>();

/** Locks a journal. The lock file contains its owner's process number. The lock of a dead process is replaced. */
function takeLock(file: string): void {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      held.add(file);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner > 0 && (owner === process.pid ? held.has(file) : isRunning(owner)))
      throw new JournalBusyError(
        `the run is already being played by process ${owner}; if that is another program, remove ${file}`,
      );
    rmSync(file, { force: true });
  }
}

function freeLock(file: string): void {
  rmSync(file, { force: true });
  held.delete(file);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
