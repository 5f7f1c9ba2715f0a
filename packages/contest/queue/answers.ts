import type { QueueContext } from '../context.ts';
import { type Answer, findAnswered, type ReadAnswer, readAnswer, storeAnswers } from './answer.ts';
import { QuestionBatcher } from './gather.ts';
import type { WorkerIdentity } from './lease.ts';

/** Maximum number of answers that are stored together. */
const MAX_TOGETHER = 128;

/**
 * Collects answers from workers. All answers that arrive while earlier answers are being stored are stored together
 * afterwards.
 */
export class Answers {
  private readonly context: QueueContext;
  private readonly found;
  private readonly stored;

  constructor(context: QueueContext) {
    this.context = context;
    this.found = new QuestionBatcher(
      (all: readonly Pick<ReadAnswer, 'asker' | 'lease'>[]) => findAnswered(context, all),
      () => MAX_TOGETHER,
    );
    this.stored = new QuestionBatcher<ReadAnswer, boolean>((all) => storeAnswers(context, all), untilRepeated);
  }

  /**
   * Returns whether the answer was new.
   * @throws StaleRequestError if the answer doesn't match the current lease, input, and epoch of the match
   */
  async take(asker: WorkerIdentity, answer: Answer): Promise<boolean> {
    const read = await readAnswer(this.context, asker, answer, (each) => this.found.of(each));
    return await this.stored.of(read);
  }
}

/** Counts the answers at the start of the queue that are about different matches, up to `MAX_TOGETHER`. */
function untilRepeated(line: readonly ReadAnswer[]): number {
  const matches = new Set<number>();
  let many = 0;
  while (many < Math.min(line.length, MAX_TOGETHER) && !matches.has(line[many].lease.match))
    matches.add(line[many++].lease.match);
  return many;
}
