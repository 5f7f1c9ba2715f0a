import { expect, test } from 'vitest';
import { QuestionBatcher } from './gather.ts';

test('QuestionBatcher combines questions that arrive during a call, and rejects only questions without an answer', async () => {
  const asked: (readonly number[])[] = [];
  const doubled = new QuestionBatcher<number, number>(
    async (all) => {
      asked.push(all);
      if (all.includes(7)) throw new Error('no answer');
      return all.map((each) => (each === 3 ? new Error('odd') : 2 * each));
    },
    () => 3,
  );
  const told = await Promise.allSettled([1, 2, 3, 4, 5].map((each) => doubled.of(each)));
  expect(asked).toEqual([[1], [2, 3, 4], [5]]);
  expect(told).toMatchObject([{ value: 2 }, { value: 4 }, { reason: new Error('odd') }, { value: 8 }, { value: 10 }]);
  await expect(doubled.of(7)).rejects.toThrow('no answer');
  expect(await doubled.of(8)).toBe(16);
});
