import { PlayerFault } from '@ludus/game/port.ts';
import type { NativeBuild } from '../compile/native.ts';
import { ProcessSession, type SessionOptions } from '../process/session.ts';

/** What a frame is about (the SDK's host reads them). */
export const FRAME = { load: 0, start: 1, round: 2 } as const;

/** kind, seat, bytes that follow: 32 bits each, little-endian. */
export const FRAME_HEAD_BYTES = 12;

export function writeFrameHead(frame: Uint8Array, kind: number, seat: number): void {
  const view = new DataView(frame.buffer, frame.byteOffset);
  view.setInt32(0, kind, true);
  view.setInt32(4, seat, true);
  view.setInt32(8, frame.length - FRAME_HEAD_BYTES, true);
}

export function newFrame(kind: number, seat: number, payload: Uint8Array): Uint8Array {
  const frame = new Uint8Array(FRAME_HEAD_BYTES + payload.length);
  frame.set(payload, FRAME_HEAD_BYTES);
  writeFrameHead(frame, kind, seat);
  return frame;
}

/** Processor seconds after which a call is broken off where no budget is counted. */
const BACKSTOP_SECONDS = 60;

/** A process that native players live in, one seat or several of the same match. */
export class NativeProcess {
  private readonly session: ProcessSession;
  private readonly shownName: string;
  private seats = 0;
  private isOver = false;
  private log: ((text: string) => void) | undefined;

  constructor(name: string, build: NativeBuild, options: SessionOptions, shared: boolean) {
    this.shownName = name;
    const args = shared ? ['--seconds', String(BACKSTOP_SECONDS)] : [build.sharedObject];
    this.session = new ProcessSession(
      name,
      { program: build.host, args },
      { ...options, log: (text) => this.log?.(text) },
    );
  }

  /** It has ended, or nobody should be asked in it any more: one of its players has taken its memory. */
  get hasEnded(): boolean {
    return this.isOver || this.session.hasFailed;
  }

  /** Sends a frame and gives the numbers of the answer. What the player logs meanwhile goes to `log`. */
  async ask(name: string, frame: Uint8Array, log?: (text: string) => void): Promise<number[]> {
    let answer = '';
    this.log = log;
    try {
      await this.session.ask(Buffer.from(frame.buffer, frame.byteOffset, frame.length).toString('latin1'), (line) => {
        answer = line;
        return true;
      });
    } catch (error) {
      // Whoever was asked has done it, whoever else lives in the process.
      if (!(error instanceof PlayerFault)) throw error;
      throw new PlayerFault(error.fault, error.message.replace(this.shownName, name));
    }
    const [outcome, ...rest] = answer.split(' ');
    if (outcome === '1') throw new PlayerFault('crash', `${name} crashed: ${rest.join(' ')}.`);
    if (outcome === '2')
      throw new PlayerFault('time', `${name} did not answer within ${BACKSTOP_SECONDS} s of processor time.`);
    if (outcome === '3') {
      // What it has taken is not given back, so there would be none for the others.
      this.isOver = true;
      await this.session.close();
      throw new PlayerFault('memory', `${name} asked for more memory than it may have.`);
    }
    if (outcome !== '0') throw new PlayerFault('protocol', `${name} answered with something that is no answer.`);
    return rest.map(Number);
  }

  used(): number | undefined {
    return this.session.used();
  }

  join(): void {
    this.seats++;
  }

  /** The last seat that leaves ends the process. */
  async leave(): Promise<void> {
    if (--this.seats === 0) await this.session.close();
  }
}
