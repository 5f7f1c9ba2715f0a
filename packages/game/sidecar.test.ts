import { expect, test } from 'vitest';
import { readSidecar, type Sidecar, sidecarFileName, sidecarProblem } from './sidecar.ts';

const good: Sidecar = {
  ludus: 'sidecar',
  version: 1,
  unit: 'fuel',
  seconds: [1, 1, 4, 0],
  budget: [[0.1, 0.2, -1, 0]],
  verdicts: [{ round: 3, seat: 2, fault: 'time', sentence: 'Slow used more than its budget.' }],
  log: [{ round: 0, seat: 1, text: 'hello\nworld' }],
  overlays: [{ round: 0, seat: 1, shapes: [{ kind: 'line', from: [0, 0], to: [2, 3.5], color: '#fa0' }] }],
};

test('a complete sidecar is read back unchanged, and a sidecar without optional parts is valid', () => {
  expect(readSidecar(JSON.stringify(good))).toEqual({ ok: true, value: good });
  expect(readSidecar('{"ludus":"sidecar","version":1}').ok).toBe(true);
});

test('an error in a sidecar names the location of the invalid value', () => {
  expect(readSidecar('{').ok).toBe(false);
  const bad = readSidecar(JSON.stringify({ ...good, log: [{ round: -1, seat: 0, text: '' }] }));
  expect(bad).toMatchObject({ ok: false, message: expect.stringContaining('log.0.round') });
});

test('a sidecar is named after its replay', () => {
  expect(sidecarFileName('a/final.res.gz')).toBe('a/final.res.json');
  expect(sidecarFileName('final.mob')).toBe('final.mob.json');
});

test('a sidecar whose hash, seats, or rounds don’t match the replay is rejected', () => {
  const hash = 'a5'.repeat(32);
  const match = { hash, seats: 4, rounds: 10 };
  const bound: Sidecar = { ...good, replay: hash };
  expect(readSidecar(JSON.stringify(bound))).toEqual({ ok: true, value: bound });
  expect(readSidecar(JSON.stringify({ ...bound, replay: 'x' })).ok).toBe(false);
  expect(sidecarProblem(bound, match)).toBeUndefined();
  expect(sidecarProblem(good, match)).toMatch(/does not name its replay/);
  expect(sidecarProblem(bound, { ...match, hash: 'b'.repeat(64) })).toMatch(/belongs to a different replay/);
  expect(sidecarProblem({ ...bound, seconds: [1, 1] }, { ...match, seats: 2 })).toMatch(
    /budgets for 4 seats, but the match has 2/,
  );
  expect(sidecarProblem(bound, { ...match, rounds: 2 })).toMatch(/names round 3, but the match has 2/);
  expect(sidecarProblem({ ...bound, seconds: [1, 4, 1] }, match)).toMatch(/seconds for 3 seats, but the match has 4/);
  expect(sidecarProblem({ ...bound, budget: [], log: [{ round: 0, seat: 4, text: '' }] }, match)).toMatch(
    /names seat 4/,
  );
  expect(sidecarProblem({ ...bound, verdicts: [...bound.verdicts!, ...bound.verdicts!] }, match)).toMatch(/twice/);
});
