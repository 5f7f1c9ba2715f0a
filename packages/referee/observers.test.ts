import { readSidecar } from '@ludus/game/replay.ts';
import { expect, test } from 'vitest';
import { SidecarRecorder } from './observers.ts';

test('a sidecar stores budgets, verdicts, logs, and drawings, and can be read back', () => {
  const recorder = new SidecarRecorder({}, 'cpu');
  const one = recorder.output(1);
  one.log('before the first round');
  recorder.onRound(1, [0, 0.1, 0, 0]);
  one.log('a');
  one.log('b');
  one.draw({ kind: 'point', at: [1, 2.5] });
  one.draw({ kind: 'point', at: [1, 2], color: 'url(evil)' });
  recorder.onFault({ seat: 1, name: 'A', round: 1, fault: 'time', sentence: 'too late' });
  recorder.onRound(2, [0, -1, 0, 0]);
  const sidecar = recorder.finish()!;
  expect(sidecar).toEqual({
    ludus: 'sidecar',
    version: 1,
    unit: 'cpu',
    budget: [
      [0, 0.1, 0, 0],
      [0, -1, 0, 0],
    ],
    verdicts: [{ round: 1, seat: 1, fault: 'time', sentence: 'too late' }],
    log: [
      { round: 0, seat: 1, text: 'before the first round' },
      { round: 1, seat: 1, text: 'a\nb' },
    ],
    overlays: [{ round: 1, seat: 1, shapes: [{ kind: 'point', at: [1, 2.5] }] }],
  });
  expect(readSidecar(JSON.stringify(sidecar))).toEqual({ ok: true, value: sidecar });
});

test('no sidecar is created if nothing was logged, and logs that are too long are truncated', () => {
  const recorder = new SidecarRecorder({});
  recorder.onRound(1);
  expect(recorder.finish()).toBeUndefined();
  for (let i = 0; i < 10_000; i++) recorder.output(0).log('flood');
  expect(recorder.finish()!.log![0].text).toHaveLength(4000);
});
