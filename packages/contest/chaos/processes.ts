import { type ChildProcess, fork, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import type { ClockOrder, ServerAnswer, ServerQuestion, ServerReadyMessage, ServerTask } from './server-link.ts';

/** The programs that a run's processes execute. */
export interface Programs {
  /** A module that runs a server as `ServerTask` describes (server-link.ts). */
  readonly server: URL;
  /** Returns the arguments of a Node process that runs a worker. */
  worker(server: string, token: string): readonly string[];
}

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('exit', () => done());
  });

/** Kills a process and removes its temporary files, which the next process would otherwise remove. */
async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await gone(child);
  removeAbandonedFolders();
}

/** A run's server, which is killed and started again. */
export class ServerProcess {
  private readonly module: URL;
  private child: ChildProcess | undefined;
  private number = 0;
  private readonly waiting = new Map<number, { done(answer: ServerAnswer): void; failed(error: Error): void }>();

  constructor(module: URL) {
    this.module = module;
  }

  /**
   * Starts the server and resolves when it listens. `program`, if any, starts the process in another network. If the
   * previous process hasn't released its resources yet, the start is repeated for a while.
   */
  async start(task: ServerTask, [program, ...args]: readonly string[] = []): Promise<ServerReadyMessage> {
    for (let tries = 30; ; tries--) {
      const child = fork(this.module, [JSON.stringify(task)], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        ...(program !== undefined && {
          execPath: program,
          execArgv: [...args, process.execPath, ...process.execArgv],
        }),
      });
      let said = '';
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-2000);
      });
      const ready = await new Promise<ServerReadyMessage | undefined>((done) => {
        child.once('message', (message: ServerReadyMessage) => done(message));
        child.once('exit', () => done(undefined));
      });
      if (ready !== undefined) {
        this.adopt(child);
        return ready;
      }
      if (tries === 0) throw new Error(`the server does not start: ${said}`);
      await sleep(200);
    }
  }

  private adopt(child: ChildProcess): void {
    this.child = child;
    child.on('message', ({ number, answer, error }: { number: number; answer?: ServerAnswer; error?: string }) => {
      const asked = this.waiting.get(number);
      this.waiting.delete(number);
      if (error === undefined) asked?.done(answer);
      else asked?.failed(new Error(error));
    });
    child.once('exit', () => {
      for (const { failed } of this.waiting.values()) failed(new Error('the server is gone'));
      this.waiting.clear();
    });
  }

  ask<Answer extends ServerAnswer>(question: ServerQuestion | ClockOrder): Promise<Answer> {
    return new Promise((done, failed) => {
      const { child } = this;
      if (child === undefined || !child.connected) {
        failed(new Error('the server is gone'));
        return;
      }
      const number = ++this.number;
      this.waiting.set(number, { done: (answer) => done(answer as Answer), failed });
      child.send({ number, question }, (error) => {
        if (error) failed(error);
      });
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child !== undefined) await killed(child);
  }
}

/** One of a run's workers, which is killed and restarted with the same token. */
export class WorkerProcess {
  private readonly args: readonly string[];
  private child: ChildProcess | undefined;
  private isWanted = true;
  /** The last part of the worker's output. */
  said = '';

  constructor(args: readonly string[]) {
    this.args = args;
    this.start();
  }

  private start(): void {
    const child = spawn(process.execPath, this.args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-2000);
    });
    // A worker that ends because its first request reached no server is restarted.
    child.once('exit', () => {
      if (this.isWanted && this.child === child) setTimeout(() => this.isWanted && this.start(), 300).unref();
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child !== undefined) await killed(child);
  }

  async end(): Promise<void> {
    this.isWanted = false;
    await this.kill();
  }
}
