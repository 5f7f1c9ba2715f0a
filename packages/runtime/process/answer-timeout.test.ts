import { expect, test } from 'vitest';
import { AnswerTimeout, type UsageSample } from './answer-timeout.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const LIMITS = { ...DEFAULT_LIMITS, asleepMs: 1000, wallMs: 60_000, wallInAllMs: 100_000 };

/** One sample, with this much CPU time and time waiting for a CPU, in milliseconds. */
const sight = (nowMs: number, cpuMs = 0, starvedMs = 0, busy = false): UsageSample => ({
  nowMs,
  cpuNs: cpuMs * 1e6,
  starvedNs: starvedMs * 1e6,
  busy,
  stopped: false,
});

/**
 * Plays questions with these durations, CPU times, and waiting times. Returns the message of the fault that ended the
 * wait, if any.
 */
function play(question: { wallMs: number; cpuMs?: number; starvedMs?: number }, count: number): string | undefined {
  const patience = new AnswerTimeout('Bot', LIMITS);
  const { wallMs, cpuMs = 0, starvedMs = 0 } = question;
  for (let n = 0; n < count; n++) {
    const begun = sight(n * wallMs, n * cpuMs, n * starvedMs);
    patience.begin(begun);
    for (let part = 0.1; part < 1; part += 0.1) {
      const now = sight((n + part) * wallMs, (n + part) * cpuMs, (n + part) * starvedMs);
      const fault = patience.judge(now, () => undefined);
      if (fault) return `${n}: ${fault.message}`;
    }
    patience.end((n + 1) * wallMs, sight((n + 1) * wallMs, (n + 1) * cpuMs, (n + 1) * starvedMs));
  }
  return undefined;
}

test('the answer timeout limits a player’s sleep, per question and in total', () => {
  expect(play({ wallMs: 3000 }, 1)).toBe('0: Bot did not answer: it slept for 1 s without using CPU time.');
  expect(play({ wallMs: 900 }, 100)).toBe('3: Bot slept for more than 3 s in total during its moves.');
  // Short naps with a little work between them are also treated as sleep.
  expect(play({ wallMs: 2000, cpuMs: 20 }, 100)).toBe('1: Bot slept for more than 3 s in total during its moves.');
});

test('the answer timeout doesn’t count short pauses, work, or waiting for a processor as sleep', () => {
  expect(play({ wallMs: 90 }, 1000)).toBeUndefined();
  expect(play({ wallMs: 9000, cpuMs: 9000 }, 11)).toBeUndefined();
  expect(play({ wallMs: 9000, cpuMs: 3000, starvedMs: 5950 }, 11)).toBeUndefined();
  // Several threads use more CPU time than wall-clock time.
  expect(play({ wallMs: 1000, cpuMs: 4000 }, 90)).toBeUndefined();
});

test('the answer timeout limits wall-clock time, per question and in total', () => {
  expect(play({ wallMs: 70_000, cpuMs: 70_000 }, 1)).toBe('0: Bot did not answer within 60 s.');
  // Time spent waiting for a CPU is attributed to the machine, but only up to three quarters of a question's time.
  expect(play({ wallMs: 95_000, cpuMs: 9000, starvedMs: 85_000 }, 1)).toBeUndefined();
  expect(play({ wallMs: 9000, cpuMs: 9000 }, 20)).toBe('11: Bot made the match wait for more than 100 s in total.');
});

test('the answer timeout doesn’t apply to a player that wasn’t asked', () => {
  const patience = new AnswerTimeout('Bot', LIMITS);
  expect(patience.judge(sight(1e9), () => undefined)).toBeUndefined();
  expect(patience.isLate(1e9)).toBe(false);
});
