import { connect, type Socket } from 'node:net';

/** A bare TCP client for tests of programs that exchange lines. It sends exactly the text that it gets. */
export class RawClient {
  readonly socket: Socket;
  /** All received bytes, one character per byte. */
  received = '';
  /** Resolves when the other side has finished sending, or is disconnected. */
  readonly ended: Promise<void>;
  private hasEnded = false;
  private watchers: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.received += (bytes as Buffer).toString('latin1');
      this.wake();
    });
    socket.on('error', () => {});
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.hasEnded = true;
        resolve();
        this.wake();
      };
      socket.on('end', end).on('close', end);
      socket.on('end', () => socket.end());
    });
  }

  static open(port: number): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new RawClient(socket)));
    });
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  get lines(): string[] {
    return this.received.split('\n').slice(0, -1);
  }

  /** Waits until this total number of lines has arrived, or the other side has finished; returns all lines. */
  async waitForLines(count: number): Promise<string[]> {
    while (this.lines.length < count && !this.hasEnded)
      await new Promise<void>((resolve) => this.watchers.push(resolve));
    return this.lines;
  }

  private wake(): void {
    const { watchers } = this;
    this.watchers = [];
    for (const resolve of watchers) resolve();
  }
}
