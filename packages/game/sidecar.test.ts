import { expect, test } from 'vitest';
import { readSidecar, sidecarName } from './sidecar.ts';

const good = {
  ludus: 'sidecar',
  version: 1,
  unit: 'fuel',
  budget: [[0.1, 0.2, -1, 0]],
  verdicts: [{ round: 3, seat: 2, fault: 'time', sentence: 'Slow used more than its budget.' }],
  log: [{ round: 0, seat: 1, text: 'hello\nworld' }],
  overlays: [{ round: 0, seat: 1, shapes: [{ kind: 'line', from: [0, 0], to: [2, 3.5], color: '#fa0' }] }],
};

test('a sidecar is read as it was written, and every part of it is optional', () => {
  expect(readSidecar(JSON.stringify(good))).toEqual({ ok: true, value: good });
  expect(readSidecar('{"ludus":"sidecar","version":1}').ok).toBe(true);
});

test('what does not fit is said with its place', () => {
  expect(readSidecar('{').ok).toBe(false);
  const bad = readSidecar(JSON.stringify({ ...good, log: [{ round: -1, seat: 0, text: '' }] }));
  expect(bad).toMatchObject({ ok: false, message: expect.stringContaining('log.0.round') });
});

test('a sidecar lies beside its replay', () => {
  expect(sidecarName('a/final.res.gz')).toBe('a/final.res.json');
  expect(sidecarName('final.mob')).toBe('final.mob.json');
});
