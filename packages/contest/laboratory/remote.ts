import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULTS } from '@ludus/game/game.ts';
import { KeptOut } from '@ludus/lab/batch/kept-out.ts';
import { type MatchRecord, type MatchSpec, matchKey, type RunSetup } from '@ludus/lab/batch/plan.ts';
import { type Players, PoolClosed, RunUnfit, unplayed } from '@ludus/lab/batch/pool.ts';
import type { LabFaults, LabMatch, LabPlayer, LabResultLine } from '../server/api/laboratory.ts';
import { ask, client, Refused } from '../server/client.ts';

export interface RemoteOptions {
  readonly server: string;
  readonly token: string;
  readonly setup: RunSetup;
  /** By which rules this machine plays. */
  readonly engine: string;
  /** By index of the setup's players; their modules were sent. */
  readonly players: readonly LabPlayer[];
  /** Seconds of fuel, where it is not what is usual. */
  readonly seconds: number | null;
  readonly salt: string;
  /** A hash over the run's plan. */
  readonly plan: string;
  readonly quarantined: readonly number[];
  /** Matches that are asked for at a time. */
  readonly ahead: number;
  /** Gets the text of each replay, where the run keeps them, and who failed in it. */
  readonly keep?: ((id: string, replay: string, faults: LabFaults) => void) | undefined;
  /** What happens, one plain sentence at a time. */
  readonly say: (sentence: string) => void;
}

interface Task {
  readonly spec: MatchSpec;
  readonly resolve: (record: MatchRecord) => void;
  readonly reject: (error: Error) => void;
}

/** So many matches are sent at once. */
const AT_ONCE = 200;
/** How long the server may wait with its answer where no result has come. */
const WAIT_MS = 15_000;
/** A server that does not answer is asked again after so many milliseconds: first and at most. */
const RETRY_MS = { first: 500, most: 10_000 };
/** So long it may take to say that the run is over. */
const GOODBYE_MS = 3000;

/**
 * The matches of a run on the workers of a contest's server. Whoever asks gets what processes of this machine would give. What was sent is in
 * the server's database: neither its restart nor ours loses it, and a match that was sent twice is played once.
 */
export class RemotePlayers implements Players {
  private readonly options: RemoteOptions;
  /** Its name on the server: the same run finds what an earlier start of it has asked for. */
  private readonly run: string;
  /** Not sent yet. */
  private readonly queue: Task[] = [];
  /** Sent, and no result has come; by the match's id. */
  private readonly sent = new Map<string, Task>();
  /** Results of an earlier start's matches that nobody has asked for yet, by their names. */
  private readonly early = new Map<string, LabResultLine>();
  private readonly quarantine = new KeptOut();
  private readonly stop = new AbortController();
  private last = 0;
  private working: Promise<void> | undefined;
  private isOpen = false;
  private closed = false;
  private broken: Error | undefined;
  private silent = false;
  private readonly call;
  private wake: () => void = () => {};

  constructor(options: RemoteOptions) {
    this.options = options;
    for (const player of options.quarantined) this.quarantine.add(options.setup.players, player);
    const { server, token, salt, plan } = options;
    this.run = createHash('sha256')
      .update(`${plan} ${salt} ${options.keep !== undefined}`)
      .digest('hex');
    this.call = client({ server, token, signal: this.stop.signal });
  }

  play(spec: MatchSpec): Promise<MatchRecord> {
    if (this.closed) return Promise.reject(new PoolClosed());
    if (this.broken) return Promise.reject(this.broken);
    const why = this.quarantine.whyNot(spec);
    if (why !== undefined) return Promise.resolve(unplayed(spec, why));
    return new Promise((resolve, reject) => {
      this.queue.push({ spec, resolve, reject });
      this.working ??= this.work();
      this.wake();
    });
  }

  async drain(graceMs: number): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    for (const task of this.queue.splice(0)) task.reject(new PoolClosed());
    // What is there already is taken along; the others are not waited for, and are asked for again by whoever goes on.
    if (graceMs > 0 && this.sent.size > 0 && !this.broken)
      await Promise.race([this.fetch(0).catch(() => {}), sleep(graceMs)]);
    for (const task of this.sent.values()) task.reject(new PoolClosed());
    this.sent.clear();
  }

  async close(): Promise<void> {
    await this.drain(0);
    this.stop.abort();
    this.wake();
    await this.working?.catch(() => {});
    if (!this.isOpen) return;
    const { server, token } = this.options;
    const goodbye = client({ server, token, signal: AbortSignal.timeout(GOODBYE_MS) });
    // A server that does not hear it ends the run by itself after a while.
    await goodbye('endLabRun', { params: { run: this.run } }).catch(() => {});
  }

  /** Sends what waits and fetches what has come, until there is neither. */
  private async work(): Promise<void> {
    try {
      // All that is asked for in this moment goes in one piece.
      await sleep(0);
      while (!this.closed && this.queue.length + this.sent.size > 0) {
        if (!this.isOpen) await this.open();
        const full = !(await this.send());
        if (this.sent.size > 0) await this.fetch(this.queue.length > 0 && !full ? 0 : WAIT_MS);
      }
    } catch (error) {
      if (!this.stop.signal.aborted) this.fail(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.working = undefined;
      if (!this.closed && !this.broken && this.queue.length > 0) this.working = this.work();
    }
  }

  private async open(): Promise<void> {
    const { setup, players, seconds, engine, keep } = this.options;
    const body = {
      game: setup.game,
      engine,
      boards: setup.boards.map(({ text }) => text),
      players: [...players],
      seconds,
      replays: keep !== undefined,
    };
    await this.patiently(() => this.call('labRun', { params: { run: this.run }, body }));
    this.isOpen = true;
    this.last = 0;
  }

  /** Hands out what has come before it was asked for. */
  private handOut(): void {
    for (const task of this.queue.splice(0)) {
      const line = this.early.get(task.spec.id);
      if (line === undefined) this.queue.push(task);
      else task.resolve(this.recordOf(task.spec, line));
      this.early.delete(task.spec.id);
    }
  }

  /** False where the server takes no more for now. */
  private async send(): Promise<boolean> {
    this.handOut();
    while (this.queue.length > 0 && this.sent.size < this.options.ahead) {
      const some = this.queue.slice(0, Math.min(AT_ONCE, this.options.ahead - this.sent.size));
      const matches = some.map(({ spec }) => this.matchOf(spec));
      const reply = await this.onRun(() =>
        this.call('labMatches', { params: { run: this.run }, body: { matches } }),
      ).catch((error) => {
        // No more today: what was taken is still played and fetched.
        if (error instanceof Refused && error.status === 429 && this.sent.size > 0) return { taken: 0 };
        throw error;
      });
      if (this.closed) return false;
      if (!reply) return true;
      for (const task of this.queue.splice(0, reply.taken)) this.sent.set(task.spec.id, task);
      if (reply.taken < some.length) {
        if (this.sent.size === 0) await this.rest();
        return false;
      }
    }
    return this.queue.length === 0;
  }

  /** Others of one's own runs have all the room. */
  private async rest(): Promise<void> {
    await sleep(RETRY_MS.first, undefined, { signal: this.stop.signal });
  }

  private matchOf({ id, board, seed, players, ...rest }: MatchSpec): LabMatch {
    const key = matchKey(this.options.salt, { id, board, seed, players, ...rest });
    return { name: id, board, seed: String(seed), key, players: [...players] };
  }

  private async fetch(waitMs: number): Promise<void> {
    // Whoever asks for a match meanwhile does not wait for others to end.
    const woken = new AbortController();
    this.wake = () => woken.abort();
    const { server, token, keep } = this.options;
    const call = client({ server, token, signal: AbortSignal.any([this.stop.signal, woken.signal]) });
    const query = { after: this.last, waitMs };
    const reply = await this.onRun(() => call('labResults', { params: { run: this.run }, query }), woken.signal);
    this.wake = () => {};
    if (!reply) return;
    for (const line of reply.results) {
      const task = this.sent.get(line.name);
      if (keep && line.result) keep(line.name, await this.replayOf(line.name), line.result.faults);
      if (!task) {
        // The server forgets it once it has come: it is kept here for whoever asks.
        this.early.set(line.name, line);
        continue;
      }
      this.sent.delete(line.name);
      task.resolve(this.recordOf(task.spec, line));
    }
    this.last = reply.last;
  }

  private async replayOf(match: string): Promise<string> {
    const { server, token } = this.options;
    return await this.patiently(async () => {
      const response = await ask({ server, token, signal: this.stop.signal }, 'labReplay', {
        params: { run: this.run, match },
      });
      return await response.text();
    });
  }

  private recordOf(spec: MatchSpec, { result, failure, blamed }: LabResultLine): MatchRecord {
    if (result) {
      const { scores, reason, rounds, faults, used, decided } = result;
      return {
        ...spec,
        scores,
        reason,
        rounds,
        faults: faults.map(({ seat, round, fault, sentence }) => ({
          seat,
          round,
          fault: FAULTS.find((each) => each === fault) ?? 'crash',
          sentence,
        })),
        used,
        decided,
      };
    }
    if (blamed === null) return unplayed(spec, `it is void: ${(failure ?? '').replace(/^The match is void: /, '')}`);
    this.quarantine.add(this.options.setup.players, blamed);
    const why = failure === 'kept out' ? this.quarantine.whyNot(spec) : undefined;
    if (why !== undefined) return unplayed(spec, why);
    return {
      ...unplayed(spec, `it is void: ${(failure ?? '').replace(/^The match is void: /, '')}`),
      quarantined: [blamed],
    };
  }

  /** Asks something of the run. Where the server has it no more, it is begun anew with all that was sent: undefined then. */
  private async onRun<T>(question: () => Promise<T>, enough?: AbortSignal): Promise<T | undefined> {
    try {
      return await this.patiently(question, enough);
    } catch (error) {
      if (enough?.aborted && !this.stop.signal.aborted) return undefined;
      if (!(error instanceof Refused && error.status === 404)) throw error;
      this.isOpen = false;
      this.queue.unshift(...this.sent.values());
      this.sent.clear();
      return undefined;
    }
  }

  /** Asks again and again where nobody answers. */
  private async patiently<T>(question: () => Promise<T>, enough?: AbortSignal): Promise<T> {
    for (let waitMs = RETRY_MS.first; ; waitMs = Math.min(2 * waitMs, RETRY_MS.most)) {
      try {
        const answer = await question();
        if (this.silent) this.options.say('the server answers again');
        this.silent = false;
        return answer;
      } catch (error) {
        if (this.stop.signal.aborted || enough?.aborted || !isPassing(error)) throw error;
        if (!this.silent) this.options.say(`${this.options.server} does not answer; it is asked again`);
        this.silent = true;
        await sleep(waitMs, undefined, { signal: this.stop.signal });
      }
    }
  }

  /** Nothing can be played any more: all that is asked for rejects with this. */
  private fail(error: Error): void {
    this.broken = error instanceof Refused ? new RunUnfit(`${this.options.server} refuses: ${error.message}`) : error;
    for (const task of [...this.queue.splice(0), ...this.sent.values()]) task.reject(this.broken);
    this.sent.clear();
  }
}

/** The server, or the way to it, is not there for the moment; whatever it refuses for good is not. */
function isPassing(error: unknown): boolean {
  if (error instanceof Refused) return error.status >= 500;
  return error instanceof TypeError;
}
