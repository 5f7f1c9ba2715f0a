import type { Socket } from 'node:net';
import { LineBuffer, type ReceivedLine } from './lines.ts';

/**
 * Reading pauses while more than this number of bytes are waiting to be taken, if they include at least one complete
 * line.
 */
const HOLD_BYTES = 2 * 65536;

/** A received line, or the reason why no more lines follow. */
export type Arrival =
  | { readonly kind: 'line'; readonly line: ReceivedLine }
  | { readonly kind: 'overlong' }
  | { readonly kind: 'closed'; readonly sentence: string };

/**
 * A peer that sends lines over TCP. Lines are kept in order, even if they arrive early. The end of the connection is
 * only reported after all its lines have been read. A peer that has shut down its sending side still receives data.
 */
export class LineConnection {
  readonly socket: Socket;
  /** Called whenever `take` may return something new, or a write has failed. */
  onArrival: (() => void) | undefined;
  private readonly buffer = new LineBuffer();
  private ended: string | undefined;
  private paused = false;

  /** `socket` must have been created with `allowHalfOpen`. */
  constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.receive(bytes as Buffer));
    socket.on('end', () => this.end('closed the connection'));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      this.end(`broke the connection (${error.code ?? error.message})`),
    );
    socket.on('close', () => this.end('closed the connection'));
  }

  /** The next line, or the reason why there are no more lines; undefined while another line may still arrive. */
  take(): Arrival | undefined {
    const line = this.buffer.shift();
    if (line !== undefined) {
      if (this.paused && this.buffer.heldBytes < HOLD_BYTES) {
        this.paused = false;
        this.socket.resume();
      }
      return { kind: 'line', line };
    }
    if (this.buffer.overlong) return { kind: 'overlong' };
    if (this.ended !== undefined) return { kind: 'closed', sentence: this.ended };
    return undefined;
  }

  /** Whether `take` would return a line. */
  get hasLine(): boolean {
    return this.buffer.hasLine;
  }

  /** Bytes of an incomplete line; 0 if there is none. */
  get partialLineBytes(): number {
    return this.buffer.partialLineBytes;
  }

  /** Whether the input has ended. */
  get isEnded(): boolean {
    return this.ended !== undefined;
  }

  /**
   * Sends the text. The promise resolves when the operating system has accepted the last byte, or when sending has
   * become impossible; it never rejects.
   */
  send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.destroyed || !this.socket.writable) resolve();
      else this.socket.write(text, 'latin1', () => resolve());
    });
  }

  /**
   * Sends the remaining data, followed by `lastWords`, and closes the connection. A peer that doesn't read is
   * disconnected after `patienceMs`.
   */
  close(lastWords = '', patienceMs = 1000): Promise<void> {
    const { socket } = this;
    this.onArrival = undefined;
    if (socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const cutOff = setTimeout(() => socket.destroy(), patienceMs);
      socket.once('close', () => {
        clearTimeout(cutOff);
        resolve();
      });
      // Reads and drops data that the peer still sends. If bytes were left unread, the system would send a reset, and
      // the peer might lose the last line.
      socket.removeAllListeners('data');
      socket.on('data', () => {});
      socket.resume();
      if (lastWords === '') socket.end();
      else socket.end(lastWords, 'latin1');
      socket.once('finish', () => {
        if (socket.readableEnded) socket.destroy();
      });
      socket.once('end', () => {
        if (socket.writableFinished) socket.destroy();
      });
    });
  }

  /** Closes immediately; unsent data is lost. */
  destroy(): void {
    this.onArrival = undefined;
    this.socket.destroy();
  }

  private receive(bytes: Buffer): void {
    this.buffer.push(bytes, performance.now());
    if (this.buffer.overlong || (this.buffer.heldBytes >= HOLD_BYTES && this.buffer.hasLine)) {
      this.paused = true;
      this.socket.pause();
    }
    this.onArrival?.();
  }

  private end(sentence: string): void {
    if (this.ended !== undefined) return;
    this.ended = sentence;
    this.onArrival?.();
  }
}
