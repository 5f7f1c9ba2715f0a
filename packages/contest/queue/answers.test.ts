import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, takeAnswers } from './answer.ts';
import { Answers } from './answers.ts';
import type { Desk } from './desk.ts';
import type { Asker } from './lease.ts';

vi.mock('./answer.ts', () => ({ takeAnswers: vi.fn() }));
const take = vi.mocked(takeAnswers);
afterEach(() => {
  take.mockReset();
});

const desk = {} as Desk;
const asker = (worker = 'one', id = 7): Asker => ({ worker, token: { id, own: false, set_aside: null } });
const answer = (match: number, number = 1): Answer => ({
  epoch: '',
  engine: '',
  lease: { match, number, input: '' },
  outcome: { kind: 'refused', why: '' },
});
/** The matches of the answers that were taken together, call by call. */
const groups = () => take.mock.calls.map(([, , answers]) => answers.map(({ lease }) => lease.match));

test('what comes while earlier answers are stored is stored together, sixteen at a time, in its order', async () => {
  take.mockImplementation(async (_, __, answers) => answers.map(({ lease }) => lease.match % 2 === 0));
  const answers = new Answers(desk);
  const told = await Promise.all(Array.from({ length: 20 }, (_, match) => answers.take(asker(), answer(match))));
  expect(told).toEqual(Array.from({ length: 20 }, (_, match) => match % 2 === 0));
  expect(groups()).toEqual([[0], Array.from({ length: 16 }, (_, match) => match + 1), [17, 18, 19]]);
  expect(take.mock.calls[0].slice(0, 2)).toEqual([desk, asker()]);
});

test('of one match one answer is stored at a time', async () => {
  take.mockImplementation(async (_, __, answers) => answers.map(() => true));
  const answers = new Answers(desk);
  await Promise.all([1, 2, 3, 2, 2].map((match) => answers.take(asker(), answer(match))));
  expect(groups()).toEqual([[1], [2, 3], [2], [2]]);
});

test('workers do not wait for each other, nor the tokens of one name', async () => {
  let release = () => {};
  take.mockImplementationOnce(() => new Promise((resolve) => (release = () => resolve([true]))));
  take.mockImplementation(async () => [true]);
  const answers = new Answers(desk);
  const first = answers.take(asker('one'), answer(1));
  await Promise.all([answers.take(asker('two'), answer(2)), answers.take(asker('one', 8), answer(3))]);
  expect(groups()).toEqual([[1], [2], [3]]);
  release();
  expect(await first).toBe(true);
});

test('an answer that is refused rejects alone; what fails altogether rejects for all, and later answers are taken', async () => {
  const answers = new Answers(desk);
  take.mockImplementationOnce(async () => [true]);
  take.mockImplementationOnce(async () => [new Error('stale'), false]);
  const told = await Promise.allSettled([1, 2, 3].map((match) => answers.take(asker(), answer(match))));
  expect(told).toMatchObject([{ value: true }, { reason: new Error('stale') }, { value: false }]);
  take.mockRejectedValueOnce(new Error('no database'));
  await expect(answers.take(asker(), answer(4))).rejects.toThrow('no database');
  take.mockImplementation(async () => [true]);
  expect(await answers.take(asker(), answer(5))).toBe(true);
});

test('a line of answers ends with its last one', async () => {
  take.mockImplementation(async (_, __, list) => list.map(() => true));
  const answers = new Answers(desk);
  await answers.take(asker(), answer(1));
  await answers.take(asker(), answer(2));
  expect(groups()).toEqual([[1], [2]]);
});
