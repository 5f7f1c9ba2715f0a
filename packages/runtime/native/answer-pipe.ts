import { readSync } from 'node:fs';
import { type Answer, AnswerBuffer } from './frames.ts';
import { type Pipes, readNow } from './pipes.ts';
import { waker } from './waker.ts';

/** Reads answers from a pipe. */
export class AnswerPipe {
  private readonly pipes: Pipes;
  private readonly buffer: AnswerBuffer;
  private readonly read: () => number;

  constructor(pipes: Pipes, mostBytes: number) {
    this.pipes = pipes;
    this.buffer = new AnswerBuffer(mostBytes);
    this.read = () => {
      const room = this.buffer.room();
      return readSync(pipes.answers, room, 0, room.length, null);
    };
  }

  /**
   * Waits for the next answer. Returns undefined if no process can write to the pipe any longer. The waker's messages
   * are returned as answers, so the wait is always short.
   */
  wait(): Answer | undefined {
    for (;;) {
      const answer = this.buffer.next();
      if (answer) return answer;
      const count = waker.guard(this.pipes.wake, this.read);
      if (count === 0) return undefined;
      this.buffer.added(count);
    }
  }

  /** The next answer, if it has arrived. */
  now(): Answer | undefined {
    for (;;) {
      const answer = this.buffer.next();
      if (answer) return answer;
      const count = readNow(this.pipes.answersNow, this.buffer.room());
      if (count === 0) return undefined;
      this.buffer.added(count);
    }
  }
}
