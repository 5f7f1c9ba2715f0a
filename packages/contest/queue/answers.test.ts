import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { QueueContext } from '../context.ts';
import type { Answer } from './answer.ts';
import type { WorkerIdentity } from './lease.ts';

vi.mock('./answer.ts', () => ({ storeAnswers: vi.fn(), readAnswer: vi.fn(), findAnswered: vi.fn() }));
// Test files share modules: an earlier file may have loaded the real module, and a later file needs the real module.
vi.resetModules();
afterAll(() => {
  vi.resetModules();
});
const { readAnswer, storeAnswers } = await import('./answer.ts');
const { Answers } = await import('./answers.ts');
const store = vi.mocked(storeAnswers);
const read = vi.mocked(readAnswer);
afterEach(() => {
  store.mockReset();
});
read.mockImplementation(async (_, asker, answer) => ({ ...answer, asker, played: undefined }));

const context = {} as QueueContext;
const asker = (worker = 'one', id = 7): WorkerIdentity => ({ worker, token: { id, own: false, set_aside: null } });
const answer = (match: number, number = 1): Answer => ({
  epoch: '',
  engine: '',
  lease: { match, number, input: '' },
  outcome: { kind: 'refused', why: '' },
});
/** Returns the matches of the answers that were stored together, for each call. */
const groups = () => store.mock.calls.map(([, answers]) => answers.map(({ lease }) => lease.match));

test('results that arrive during a write are stored together and in order, even if several workers send them', async () => {
  store.mockImplementation(async (_, answers) => answers.map(({ lease }) => lease.match % 2 === 0));
  const answers = new Answers(context);
  const told = await Promise.all(
    Array.from({ length: 200 }, (_, match) => answers.take(asker(`worker ${match % 3}`), answer(match))),
  );
  expect(told).toEqual(Array.from({ length: 200 }, (_, match) => match % 2 === 0));
  expect(groups().map((group) => group.length)).toEqual([1, 128, 71]);
  expect(groups().flat()).toEqual(Array.from({ length: 200 }, (_, match) => match));
});

test('the queue stores the results for a match one at a time', async () => {
  store.mockImplementation(async (_, answers) => answers.map(() => true));
  const answers = new Answers(context);
  await Promise.all([1, 2, 3, 2, 2].map((match) => answers.take(asker(), answer(match))));
  expect(groups()).toEqual([[1], [2, 3], [2], [2]]);
});

test('the queue checks a result while the previous result is still being checked', async () => {
  let release = () => {};
  read.mockImplementationOnce(async (_, asker, answer) => {
    await new Promise<void>((done) => (release = done));
    return { ...answer, asker, played: undefined };
  });
  store.mockImplementation(async (_, answers) => answers.map(() => true));
  const answers = new Answers(context);
  const first = answers.take(asker('one'), answer(1));
  await answers.take(asker('two'), answer(2));
  expect(groups()).toEqual([[2]]);
  release();
  expect(await first).toBe(true);
});

test('the queue rejects only an invalid result, or all results if storing fails, and then accepts later results', async () => {
  const answers = new Answers(context);
  store.mockImplementationOnce(async () => [true]);
  store.mockImplementationOnce(async () => [new Error('stale'), false]);
  const told = await Promise.allSettled([1, 2, 3].map((match) => answers.take(asker(), answer(match))));
  expect(told).toMatchObject([{ value: true }, { reason: new Error('stale') }, { value: false }]);
  store.mockRejectedValueOnce(new Error('no database'));
  await expect(answers.take(asker(), answer(4))).rejects.toThrow('no database');
  store.mockImplementation(async () => [true]);
  expect(await answers.take(asker(), answer(5))).toBe(true);
});
