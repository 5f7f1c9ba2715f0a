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

/** Another process is writing this journal. */
export class JournalBusy extends Error {}
/** The file is not a journal of this run. The message is for users. */
export class JournalForeign extends Error {}

/**
 * The results of a run as they come in: a line of JSON a match, appended and never changed. Appended results survive the death of
 * the process. An incomplete last line is dropped when the journal is opened again, and its match is played once more.
 */
export class Journal {
  /** All matches that were played, by id, in the order of the file. */
  readonly records = new Map<string, MatchRecord>();
  private readonly fd: number;
  private readonly lock: string;
  private synced: Promise<void> = Promise.resolve();
  private syncing = false;
  private dirty = false;

  /**
   * Opens the journal of the run with this hash in `folder` (made where it is missing). Throws `JournalBusy` if another process
   * has it open. Throws `JournalForeign` if it belongs to another plan, or contains a line that is not a match of `setup`.
   * `fresh` begins an empty one instead of what is there.
   */
  constructor(folder: string, hash: string, fresh = false, setup?: RunSetup) {
    mkdirSync(folder, { recursive: true });
    this.lock = resolve(folder, 'lock');
    takeLock(this.lock);
    const file = join(folder, 'journal.jsonl');
    try {
      // Only now: a journal that another process is writing must not be taken from it.
      if (fresh) rmSync(file, { force: true });
      this.fd = openSync(file, 'a+');
    } catch (error) {
      freeLock(this.lock);
      throw error;
    }
    try {
      // A pipe is never read to its end.
      if (!fstatSync(this.fd).isFile()) throw new JournalForeign(`${file} isn’t the journal of a run`);
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
    if (head?.ludus !== 'journal') throw new JournalForeign(`${file} isn’t the journal of a run`);
    if (head.plan !== hash)
      throw new JournalForeign(
        `${file} belongs to another run: players, boards or options differ; choose another folder`,
      );
    lines.slice(1).forEach((text, i) => {
      const record = readRecord(text);
      if (record === undefined || (setup && !fitsRun(setup, record)))
        throw new JournalForeign(`${file}: line ${i + 2}: this isn’t a result of a match`);
      // A match that two writers played would be the same match; the first counts.
      if (!this.records.has(record.id)) this.records.set(record.id, record);
    });
    if (whole < bytes.length) ftruncateSync(this.fd, whole);
  }

  /** Adds a result. It is in the file when this returns, and on the disk soon after (see `flushed`). */
  append(record: MatchRecord): void {
    if (this.records.has(record.id)) return;
    this.records.set(record.id, record);
    writeSync(this.fd, `${JSON.stringify(record)}\n`);
    this.dirty = true;
    if (!this.syncing) this.synced = this.sync();
  }

  /** One flush to the disk at a time; what comes in meanwhile is flushed together. */
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

/** The results in a journal's text, as far as it was written whole. The problem names the line. Nothing is locked or changed. */
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

/** The line of a match in a journal's text, from 1; 0 if it has none. */
export const lineOfMatch = (text: string, id: string): number =>
  text.split('\n').findIndex((line) => readRecord(line)?.id === id) + 1;

const runSetup = z.object({
  game: z.string(),
  boards: z.array(z.object({ name: z.string(), text: z.string() })),
  players: z.array(z.object({ name: z.string().check(z.refine(isName)), spec: z.string(), fingerprint: z.string() })),
});

/** Whether it has the fields that results are written from. */
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

/** Undefined if the line is not the result of a match. */
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

/** The locks that this process holds: a container's next process often has the number of the one that was killed. */
const held = new Set<string>();

/** The lock holds its owner's process number; one left behind by a process that is gone is taken over. */
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
      throw new JournalBusy(
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
