import { PlayerFault, type PlayerRunner } from '@ludus/game/player-runner.ts';
import { expect, test } from 'vitest';
import { metered } from './builtin.ts';

/** Works until its thread has used this much CPU time, no matter how much wall-clock time that takes. */
function burn(ms: number): void {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const start = used();
  while (used() - start < ms);
}

const burner = (ms: number): PlayerRunner<null, null, null> => ({ name: 'Burner', play: () => burn(ms) });
const ask = (runner: PlayerRunner<null, null, null>): void => void runner.play(null, null, { state: 1 });

test('a player in this process is metered, and fails when it exceeds its budget', () => {
  const runner = metered(burner(30), { cpuMs: 100, per: 'match', startMs: 2000 });
  ask(runner);
  expect(runner.budgetUsed!()).toBeGreaterThanOrEqual(0.3);
  ask(runner);
  expect(() => {
    for (let i = 0; i < 3; i++) ask(runner);
  }).toThrow(new PlayerFault('time', 'Burner used up its budget of 0.1 s of CPU time.'));
  expect(runner.budgetUsed!()).toBe(1);
});

test('a budget per move restarts with each move', () => {
  const runner = metered(burner(30), { cpuMs: 1000, per: 'move', startMs: 0 });
  for (let i = 0; i < 40; i++) ask(runner);
  expect(runner.budgetUsed!()).toBeLessThan(1);
});
