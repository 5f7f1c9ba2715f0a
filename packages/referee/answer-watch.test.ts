import { expect, test } from 'vitest';
import { AnswerWatch } from './answer-watch.ts';
import type { Question } from './question-tracker.ts';

const asked = (number: number, more: Partial<Question> = {}): Question => ({
  number,
  seat: 1,
  round: 7,
  isBlocking: true,
  ...more,
});

/** Takes samples every 100 ms from 0 on, and returns each message with its time. */
function looks(watch: AnswerWatch, forMs: number, questionAt: (ms: number) => Question | undefined): string[] {
  const said: string[] = [];
  watch.beginMatch(0);
  for (let ms = 0; ms <= forMs; ms += 100) {
    const news = watch.sample(questionAt(ms), ms);
    if (news) said.push(`${ms} ${news.kind} ${news.question.seat} ${news.question.round}`);
    if (news && news.kind !== 'waiting') break;
  }
  return said;
}
const patient = { answerMs: 30_000, matchMs: Number.POSITIVE_INFINITY };

test('the answer watch reports a player after two seconds of waiting, and then every five seconds', () => {
  expect(looks(new AnswerWatch(patient), 14_000, () => asked(1))).toEqual([
    '2000 waiting 1 7',
    '7000 waiting 1 7',
    '12000 waiting 1 7',
  ]);
});

test('the answer watch reports nothing if many answers come quickly', () => {
  expect(looks(new AnswerWatch(patient), 20_000, (ms) => asked(ms / 1000))).toEqual([]);
  expect(looks(new AnswerWatch(patient), 20_000, () => undefined)).toEqual([]);
});

test('the answer watch limits the time for an answer only if the player runs in the referee’s thread', () => {
  const limits = { ...patient, answerMs: 3000 };
  expect(looks(new AnswerWatch(limits), 9000, () => asked(1))).toEqual(['2000 waiting 1 7', '3100 silent 1 7']);
  expect(looks(new AnswerWatch(limits), 6000, () => asked(1, { isBlocking: false }))).toEqual(['2000 waiting 1 7']);
});

test('the answer watch blames the player with the longest total wait if a match takes too long', () => {
  const turns = (ms: number) => asked(ms, ms % 1000 < 700 ? { seat: 2, round: 3 } : { seat: 0 });
  const limits = { answerMs: 30_000, matchMs: 10_000 };
  expect(looks(new AnswerWatch(limits), 20_000, turns)).toEqual(['10100 stalled 2 3']);
});
