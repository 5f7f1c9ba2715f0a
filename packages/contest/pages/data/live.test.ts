import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live, watch } from './live.ts';

/** The page's streams, the newest last. */
const streams: FakeStream[] = [];

class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  isClosed = false;
  onopen = () => {};

  constructor() {
    super();
    streams.push(this);
  }

  close(): void {
    this.isClosed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('EventSource', FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page opens a new stream when its stream’s heartbeats stop', () => {
  const beat = () => streams[0].dispatchEvent(new MessageEvent('beat', { data: '{"ms":1000}' }));
  watch('spring');
  streams[0].onopen();
  // A server of an earlier release sends no beats.
  vi.advanceTimersByTime(100_000);
  for (let beats = 0; beats < 5; beats++) {
    beat();
    vi.advanceTimersByTime(2900);
  }
  expect(streams).toHaveLength(1);
  vi.advanceTimersByTime(100);
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(live.value).toBe(false);
  watch(undefined);
  vi.advanceTimersByTime(100_000);
  expect(streams).toHaveLength(2);
});
