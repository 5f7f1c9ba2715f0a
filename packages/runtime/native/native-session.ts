import { writeSync } from 'node:fs';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { PlayerFault } from '@ludus/game/player-runner.ts';
import { canAccount } from '../budget/accounting.ts';
import { failure, playerFault } from '../failures.ts';
import { signalAll } from '../groups/launch.ts';
import { DEFAULT_LIMITS, type SessionLimits } from '../process/limits.ts';
import { endSentence, withCrashMessage } from '../process/process-end.ts';
import { PlayerLog } from '../process/streams.ts';
import { formatBytes, UsageMonitor } from '../process/usage-monitor.ts';
import { AnswerPipe } from './answer-pipe.ts';
import { type Answer, FRAME, newFrame, OUTCOME } from './frames.ts';
import { type End, type HostSetup, NativeHost } from './native-host.ts';
import { readNow } from './pipes.ts';
import { waker } from './waker.ts';

/** Pauses between two looks for a late answer, in milliseconds. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [1, 20];
/** A player that is examined closely is so again after twice as long, up to this. */
const LAST_LOOK_MS = 40;

/**
 * A process of native players in one match. Most answers come at once and are waited for by reading a pipe: that costs a few
 * microseconds. One that takes longer is looked for from time to time, and meanwhile an eye is kept on the player.
 */
export class NativeSession {
  private readonly name: string;
  private readonly limits: SessionLimits;
  private readonly setup: HostSetup;
  private readonly host: NativeHost;
  private readonly pipe: AnswerPipe;
  private readonly opened: Promise<void>;
  private readonly logs: readonly PlayerLog[];
  private readonly chunk = new Uint8Array(2 ** 16);
  /** The rest of the question that could not be written yet. */
  private unwritten: Uint8Array | undefined;
  private pid: number | undefined;
  private overseer: UsageMonitor | undefined;
  private end: End | undefined;
  private fault: PlayerFault | undefined;
  private question = 0;
  private budgetAsked = 0;
  private isStopped = false;

  constructor(name: string, setup: HostSetup, logs: readonly ((text: string) => void)[]) {
    this.name = name;
    this.setup = setup;
    this.limits = { ...DEFAULT_LIMITS, ...setup.options.session };
    waker.begin();
    this.host = NativeHost.take(setup);
    this.pipe = new AnswerPipe(this.host.pipes, this.limits.answerBytes);
    this.logs = Array.from({ length: setup.logs }, (_, n) => new PlayerLog(logs[n]));
    this.opened = this.begin();
  }

  private async begin(): Promise<void> {
    const { host, setup } = this;
    const pid = await host.begin();
    const { unlimited, onStart } = setup.options;
    void host.ended.then((end) => {
      this.end = end;
    });
    if (pid === undefined) return;
    this.pid = pid;
    onStart?.(pid);
    if (unlimited) return;
    if (canAccount()) this.overseer = this.newOverseer(pid);
    // The thread that wakes us takes longer to come up than a process.
    for (let n = 0; n < 50 && !waker.isReady; n++) await sleep(2);
  }

  private newOverseer(pid: number): UsageMonitor {
    const { host, name, limits } = this;
    const { group, launchers } = host;
    const overseer = new UsageMonitor(name, pid, { launchers, ...(group && { group }) }, limits);
    overseer.started();
    return overseer;
  }

  /** The share (0 … 1) of its budget used; undefined if none is counted. */
  used(): number | undefined {
    return this.overseer?.meter?.used();
  }

  /** It is out, or has ended. */
  get hasFailed(): boolean {
    return this.fault !== undefined || this.end !== undefined;
  }

  /** Kept when it can be asked. */
  whenOpen(): Promise<void> {
    return this.opened;
  }

  /** Puts a question; its answers are fetched by `receive`. */
  send(frame: Uint8Array): void {
    this.question++;
    if (this.isStopped) this.signal('SIGCONT');
    this.isStopped = false;
    this.write(frame);
  }

  /**
   * The answer of the first seat that was asked and whose answer has not been fetched. Throws a PlayerFault when the process can answer
   * no more; one that names the process says `name`. `nowMs`: when it was asked.
   */
  receive(seat: number, name: string, nowMs: number): Answer | Promise<Answer> {
    this.budgetAsked = 0;
    this.logOf(seat).nextRound();
    if (!this.mayWait()) return this.receiveLate(seat, name, false);
    this.overseer?.begin(nowMs);
    for (;;) {
      const answer = this.pipe.wait();
      if (answer === undefined) return this.receiveLate(seat, name, true);
      const taken = this.take(answer, seat);
      if (taken === 'done') return answer;
      if (taken === 'late' || this.unwritten) return this.receiveLate(seat, name, true);
    }
  }

  /** Whether we may wait by reading. Someone must be there to answer, and someone to wake us. */
  private mayWait(): boolean {
    const { unlimited } = this.setup.options;
    return !unlimited && !this.fault && !this.end && !this.unwritten && waker.isReady;
  }

  /** Looks for an answer from time to time. Others can do things in between. `begun`: it has been waited for. */
  private async receiveLate(seat: number, name: string, begun: boolean): Promise<Answer> {
    const { overseer } = this;
    if (!begun && !this.fault) overseer?.begin();
    let lookMs = 5;
    let nextLookMs = performance.now() + lookMs;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.fault) {
      if (begun) await nextTick();
      else await sleep(pauseMs);
      begun = false;
      // A player that has ended may have answered before.
      const { end } = this;
      for (let answer = this.pipe.now(); answer && !this.fault; answer = this.pipe.now()) {
        if (this.take(answer, seat) === 'done') return answer;
      }
      if (this.unwritten) this.write(this.unwritten);
      pauseMs = this.drain(seat) ? FIRST_PAUSE_MS : Math.min(LAST_PAUSE_MS, 1.2 * pauseMs);
      if (end) this.fail(this.endFault(end, seat));
      if (performance.now() < nextLookMs || this.fault) continue;
      this.fail(overseer?.look());
      lookMs = Math.min(LAST_LOOK_MS, 2 * lookMs);
      nextLookMs = performance.now() + lookMs;
    }
    await this.afterFault(seat);
    const { fault, message } = this.fault;
    throw new PlayerFault(fault, message.replace(this.name, name));
  }

  /**
   * The next step after reading, while a seat's answer is awaited. It is `done`, more must be read, it will come `late`, or a
   * fault means that it will not come.
   */
  private take(answer: Answer, seat: number): 'done' | 'more' | 'late' {
    switch (answer.outcome) {
      case OUTCOME.later:
      case OUTCOME.ended:
        return 'late';
      case OUTCOME.long:
        this.fail(playerFault(this.name, failure('long-answer', formatBytes(this.limits.answerBytes))));
        return 'late';
    }
    if (answer.outcome === OUTCOME.wrong || answer.question !== this.question || answer.seat !== seat) {
      this.fail(playerFault(this.name, failure('no-answer')));
      return 'late';
    }
    if (answer.outcome === OUTCOME.budget) return this.tellBudget();
    if (answer.logged > 0) this.drain(seat);
    this.fail(this.overseer?.answered(() => this.stop()));
    this.logOf(seat).flush();
    return this.fault ? 'late' : 'done';
  }

  private tellBudget(): 'more' | 'late' {
    const { budgetLines } = this.limits;
    if (++this.budgetAsked > budgetLines) {
      this.fail(playerFault(this.name, failure('budget-questions', budgetLines)));
      return 'late';
    }
    const { left, whole } = this.overseer?.budget() ?? { left: 0, whole: 0 };
    this.write(new Uint8Array(Float64Array.of(left, whole).buffer));
    return 'more';
  }

  /** Reads what a seat has logged; true if there was something. */
  private drain(seat: number): boolean {
    const slot = seat < this.logs.length ? seat : 0;
    const log = this.logs[slot];
    const { errorBytes } = this.limits;
    let any = false;
    for (let count = -1; count !== 0 && !this.fault; ) {
      count = readNow(this.host.pipes.logs[slot], this.chunk);
      if (count === 0) break;
      any = true;
      log.add(Buffer.from(this.chunk.buffer, 0, count));
      if (this.setup.options.unlimited) log.flush();
      if (log.bytes > errorBytes) this.fail(playerFault(this.name, failure('long-log', formatBytes(errorBytes))));
    }
    return any;
  }

  private logOf(seat: number): PlayerLog {
    return this.logs[seat] ?? this.logs[0];
  }

  private write(bytes: Uint8Array): void {
    let written = 0;
    try {
      written = writeSync(this.host.pipes.questions, bytes);
    } catch (error) {
      // Full, or closed: its end will be reported.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') written = bytes.length;
    }
    this.unwritten = written < bytes.length ? bytes.slice(written) : undefined;
  }

  private endFault({ code, signal }: End, seat: number): PlayerFault {
    const log = this.logOf(seat);
    if (this.pid === undefined) log.add(Buffer.from(this.host.said));
    const { fault, sentence } = endSentence(this.name, code, signal);
    const full = withCrashMessage(sentence, code, log, this.setup.options);
    return this.overseer?.outOfMemory() ?? new PlayerFault(fault, full);
  }

  /** Takes the process out, if there is a reason: the first one counts, and all that lives in it ends at once. */
  private fail(fault: PlayerFault | undefined): void {
    if (this.fault || !fault) return;
    this.fault = fault;
    this.host.kill();
  }

  /** With all that it started at an end, its time is what the kernel counted to the last. */
  private async afterFault(seat: number): Promise<void> {
    const { group } = this.host;
    if (group) for (let n = 0; n < 200 && !group.isEmpty(); n++) await sleep(5);
    if (group) this.overseer?.settle();
    this.drain(seat);
    this.logOf(seat).flush();
  }

  private stop(): void {
    this.isStopped = true;
    this.signal('SIGSTOP');
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.pid === undefined || this.setup.options.unlimited) return;
    signalAll(this.pid, signal, this.overseer?.last?.pids);
  }

  /** Ends the player's process, however it is, and returns when nothing of it is left. Never throws. */
  async close(): Promise<void> {
    await this.opened;
    const { host } = this;
    let isKept = false;
    if (!this.fault && !this.end && this.pid !== undefined) {
      this.send(newFrame(FRAME.over, 0, new Uint8Array(0)));
      const hasEnded = await Promise.race([
        host.ended.then(({ code }) => code === 0),
        ...(this.setup.options.unlimited ? [] : [sleep(this.limits.graceMs, false, { ref: false })]),
      ]);
      for (let seat = 0; seat < this.logs.length; seat++) this.drain(seat);
      isKept = hasEnded && !this.fault && (await host.release());
    }
    for (const log of this.logs) log.flush();
    if (!isKept) await host.destroy();
    waker.end();
  }
}
