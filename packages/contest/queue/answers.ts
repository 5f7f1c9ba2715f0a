import { type Answer, takeAnswers } from './answer.ts';
import type { Desk } from './desk.ts';
import type { Asker } from './lease.ts';

/** So many are taken together at most. */
const MOST_TOGETHER = 16;

interface Waiting {
  readonly asker: Asker;
  readonly answer: Answer;
  readonly done: (told: boolean | Error) => void;
}

/** Takes answers as they come: what a worker sends while its last ones are being stored is stored together. */
export class Answers {
  private readonly desk: Desk;
  /** By worker. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /**
   * Whether it was new.
   * @throws Stale if it is not to the match's present lease, input and epoch
   */
  async take(asker: Asker, answer: Answer): Promise<boolean> {
    const told = await new Promise<boolean | Error>((done) => {
      const key = `${asker.token.id} ${asker.worker}`;
      const line = this.waiting.get(key);
      if (line) line.push({ asker, answer, done });
      else {
        const begun = [{ asker, answer, done }];
        this.waiting.set(key, begun);
        void this.work(key, begun);
      }
    });
    if (told instanceof Error) throw told;
    return told;
  }

  private async work(key: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) {
      const group = nextOf(line);
      try {
        const answers = group.map(({ answer }) => answer);
        const told = await takeAnswers(this.desk, group[0].asker, answers);
        group.forEach(({ done }, index) => void done(told[index]));
      } catch (error) {
        for (const { done } of group) done(error as Error);
      }
    }
    this.waiting.delete(key);
  }
}

/** Takes the first ones out of the line, of each match one. */
function nextOf(line: Waiting[]): Waiting[] {
  const matches = new Set<number>();
  let many = 0;
  while (many < Math.min(line.length, MOST_TOGETHER) && !matches.has(line[many].answer.lease.match))
    matches.add(line[many++].answer.lease.match);
  return line.splice(0, many);
}
