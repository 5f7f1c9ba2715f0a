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

/** Minimum and maximum pauses between checks for a late answer, in milliseconds. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [1, 20];
/** Maximum interval between thorough checks of a player, in milliseconds. The interval doubles after each check. */
const LAST_LOOK_MS = 40;

/**
 * A process of native players in one match. Most answers arrive immediately. The session waits for such answers with a
 * blocking read, which costs a few microseconds. For slower answers, the session polls from time to time, and monitors
 * the player between polls.
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
  /** The part of the question that hasn't been sent yet. */
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
    // Starting the waker's thread takes longer than starting a process.
    for (let n = 0; n < 50 && !waker.isReady; n++) await sleep(2);
  }

  private newOverseer(pid: number): UsageMonitor {
    const { host, name, limits } = this;
    const { group, launchers } = host;
    const overseer = new UsageMonitor(name, pid, { launchers, ...(group && { group }) }, limits);
    overseer.started();
    return overseer;
  }

  /** The share (0 to 1) of the budget that is used; undefined if no budget is counted. */
  used(): number | undefined {
    return this.overseer?.meter?.used();
  }

  /** Whether the process has failed or ended. */
  get hasFailed(): boolean {
    return this.fault !== undefined || this.end !== undefined;
  }

  /** Resolves when the process is ready for questions. */
  whenOpen(): Promise<void> {
    return this.opened;
  }

  /** Sends a question; `receive` returns its answers. */
  send(frame: Uint8Array): void {
    this.question++;
    if (this.isStopped) this.signal('SIGCONT');
    this.isStopped = false;
    this.write(frame);
  }

  /**
   * The answer of the first seat whose answer has not been read. Throws a PlayerFault when the process can no longer
   * answer. The fault's message calls the process `name`. `nowMs` is the time of the question.
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

  /** Whether a blocking read is allowed. A blocking read requires a running process and a waker. */
  private mayWait(): boolean {
    const { unlimited } = this.setup.options;
    return !unlimited && !this.fault && !this.end && !this.unwritten && waker.isReady;
  }

  /**
   * Polls for an answer from time to time, and lets other work run in between. `begun`: whether the wait has already
   * started.
   */
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
      // A player that has ended may have sent its answer before its end.
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
   * Determines how to continue after a read, while waiting for a seat's answer. Returns `done` if the answer is
   * complete, `more` to read again immediately, or `late` to poll for the answer. Throws a fault if the answer will not
   * arrive.
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
    this.logOf(seat).end();
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

  /** Reads a seat's log output. Returns true if there was any output. */
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
      // If the pipe is full (EAGAIN), the rest is sent later. If the pipe is closed, the process's end is reported
      // elsewhere.
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

  /**
   * If `fault` is given, marks the process as failed, and kills all the player's processes immediately. Later faults
   * are ignored.
   */
  private fail(fault: PlayerFault | undefined): void {
    if (this.fault || !fault) return;
    this.fault = fault;
    this.host.kill();
  }

  /** Once all the player's processes have ended, the kernel's count is exact. */
  private async afterFault(seat: number): Promise<void> {
    const { group } = this.host;
    if (group) for (let n = 0; n < 200 && !group.isEmpty(); n++) await sleep(5);
    if (group) this.overseer?.settle();
    this.drain(seat);
    this.logOf(seat).end();
  }

  private stop(): void {
    this.isStopped = true;
    this.signal('SIGSTOP');
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.pid === undefined || this.setup.options.unlimited) return;
    signalAll(this.pid, signal, this.overseer?.last?.pids);
  }

  /**
   * Stops the player's process, whatever state it is in, and returns when all its processes have ended. Never throws.
   */
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
    for (const log of this.logs) log.end();
    if (!isKept) await host.destroy();
    waker.end();
  }
}
