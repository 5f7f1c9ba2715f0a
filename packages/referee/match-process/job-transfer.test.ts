import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobPlayer, MatchJob } from './job.ts';
import { JobReceiver, JobSender } from './job-transfer.ts';

const job = (players: readonly JobPlayer[]): MatchJob => ({
  game: 'toy',
  board: '',
  seed: 1,
  budget: 'fuel',
  players,
});

test('a module isn’t sent again until it is dropped, and each job arrives unchanged', () => {
  const modules = Array.from({ length: 9 }, (_, i) => new Uint8Array(10 + i).fill(i));
  const players = fc.array(fc.nat(modules.length), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(players, { maxLength: 30 }), fc.integer({ min: 0, max: 120 }), (jobs, most) => {
      const [sent, received] = [new JobSender(most), new JobReceiver()];
      const there = new Set<number>();
      for (const seats of jobs) {
        const asked = job(
          seats.map((i, seat) =>
            i === modules.length
              ? { kind: 'builtin', player: 'Demo' }
              : { kind: 'module', bytes: modules[i], shown: `P${seat + 1}` },
          ),
        );
        const packed = sent.pack(asked);
        for (const number of packed.droppedModules) expect(there.delete(number)).toBe(true);
        for (const [number] of packed.newModules) {
          expect(there).not.toContain(number);
          there.add(number);
        }
        expect(received.unpack(structuredClone(packed))).toEqual(asked);
      }
    }),
  );
});

test('a module that was dropped is sent again', () => {
  const sent = new JobSender(15);
  const [one, two] = [new Uint8Array(10), new Uint8Array(11)];
  const fresh = (bytes: Uint8Array) => sent.pack(job([{ kind: 'module', bytes }])).newModules.length;
  expect([one, one, two, two, one].map(fresh)).toEqual([1, 0, 1, 0, 1]);
});
