import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checker } from './checker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * A checker whose compilations the test ends, with the texts that it compiled (`asked`) and the errors that it reported
 * (`told`).
 */
function make() {
  const asked: string[] = [];
  const told: string[] = [];
  const ends: ((found: Promise<string>) => void)[] = [];
  const compile = (text: string): Promise<string> => {
    asked.push(text);
    return new Promise((done) => ends.push(done));
  };
  const end = async (found: Promise<string>) => {
    ends.shift()!(found);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { asked, told, end, checker: new Checker(compile, (found: string) => void told.push(found)) };
}

test('a checker compiles the current text as soon as the compiler is ready', async () => {
  const { asked, told, end, checker } = make();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([]);
  checker.begin('opened');
  expect(asked).toEqual(['opened']);
  await end(Promise.resolve('of opened'));
  expect(told).toEqual(['of opened']);
});

test('a checker waits for a pause, and then compiles only the newest text', async () => {
  const { asked, told, end, checker } = make();
  checker.begin('a');
  await end(Promise.resolve('of a'));
  checker.wrote('ab');
  await vi.advanceTimersByTimeAsync(500);
  checker.wrote('abc');
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual(['a', 'abc']);
  // Two texts are written during the compilation. The first of them is obsolete, and so are the errors in the compiled
  // text.
  checker.wrote('abcd');
  await vi.advanceTimersByTimeAsync(1000);
  checker.wrote('abcde');
  await vi.advanceTimersByTimeAsync(1000);
  await end(Promise.resolve('of abc'));
  expect(asked).toEqual(['a', 'abc', 'abcde']);
  await end(Promise.resolve('of abcde'));
  expect(told).toEqual(['of a', 'of abcde']);
});

test('a checker shows no messages while the author is still writing', async () => {
  const { told, end, checker } = make();
  checker.begin('a');
  checker.wrote('ab');
  await end(Promise.resolve('of a'));
  expect(told).toEqual([]);
});

test('a checker compiles again after the compiler fails, and reports nothing to a closed editor', async () => {
  const { asked, told, end, checker } = make();
  checker.begin('a');
  await end(Promise.reject(new Error('no network')));
  checker.wrote('ab');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['a', 'ab']);
  checker.close();
  await end(Promise.resolve('of ab'));
  expect(told).toEqual([]);
});

test('a checker shows the first errors immediately, but not the errors in outdated text', async () => {
  const told: string[] = [];
  let first: (found: string) => void = () => {};
  let done: (found: string) => void = () => {};
  const checker = new Checker<string, string>(
    (_text, onFirst) => {
      first = onFirst;
      return new Promise((end) => {
        done = end;
      });
    },
    (found) => void told.push(found),
  );
  checker.begin('a');
  first('perhaps');
  expect(told).toEqual(['perhaps']);
  done('nothing after all');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['perhaps', 'nothing after all']);
  checker.wrote('b');
  await vi.advanceTimersByTimeAsync(1000);
  checker.wrote('c');
  first('of b');
  expect(told).toHaveLength(2);
});
