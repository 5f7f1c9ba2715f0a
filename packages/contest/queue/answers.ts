import { type Answer, type ReadAnswer, readAnswer, storeAnswers } from './answer.ts';
import type { Desk } from './desk.ts';
import type { Asker } from './lease.ts';

/** So many are stored together at most. */
const MOST_TOGETHER = 128;

interface Waiting {
  readonly read: ReadAnswer;
  readonly done: (told: boolean | Error) => void;
}

/** Takes answers as they come: what workers send while earlier ones are being stored is stored together. */
export class Answers {
  private readonly desk: Desk;
  private readonly waiting: Waiting[] = [];
  private isStoring = false;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /**
   * Whether it was new.
   * @throws Stale if it is not to the match's present lease, input and epoch
   */
  async take(asker: Asker, answer: Answer): Promise<boolean> {
    const read = await readAnswer(this.desk, asker, answer);
    const told = await new Promise<boolean | Error>((done) => {
      this.waiting.push({ read, done });
      if (!this.isStoring) void this.store();
    });
    if (told instanceof Error) throw told;
    return told;
  }

  private async store(): Promise<void> {
    this.isStoring = true;
    while (this.waiting.length > 0) {
      const group = nextOf(this.waiting);
      const told = await storeAnswers(
        this.desk,
        group.map(({ read }) => read),
      ).catch((error: Error) => group.map(() => error));
      group.forEach(({ done }, index) => void done(told[index]));
    }
    this.isStoring = false;
  }
}

/** Takes the first ones out of the line, of each match one. */
function nextOf(line: Waiting[]): Waiting[] {
  const matches = new Set<number>();
  let many = 0;
  while (many < Math.min(line.length, MOST_TOGETHER) && !matches.has(line[many].read.lease.match))
    matches.add(line[many++].read.lease.match);
  return line.splice(0, many);
}
