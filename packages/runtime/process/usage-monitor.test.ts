import { afterEach, expect, test, vi } from 'vitest';
import type { ControlGroup } from '../groups/control-group.ts';
import { DEFAULT_LIMITS, type SessionLimits } from './limits.ts';
import { UsageMonitor } from './usage-monitor.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A player whose group counts the times passed to `use`. Wall-clock time passes only during questions. */
function watched(limits: Partial<SessionLimits>) {
  let nowMs = 5000;
  let cpuNs = 0;
  let readings = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const group = {
    limitsMemory: true,
    limitsTasks: true,
    memoryKills: () => 0,
    cpuNs() {
      readings++;
      return cpuNs;
    },
  } as unknown as ControlGroup;
  const overseer = new UsageMonitor('Bot', process.pid, { launchers: 0, group }, { ...DEFAULT_LIMITS, ...limits });
  overseer.started();
  return {
    overseer,
    /** Number of readings of the group's clock since the last call. */
    readings() {
      const count = readings;
      readings = 0;
      return count;
    },
    /** Asks the player, which answers after `tookMs` and uses `usesMs`. */
    ask(tookMs: number, usesMs: number) {
      overseer.begin(nowMs);
      nowMs += tookMs;
      cpuNs += usesMs * 1e6;
      return overseer.answered(() => {
        throw new Error('a player that a group holds is not stopped');
      });
    },
  };
}

const cpu = { cpuMs: 100, per: 'match', startMs: 0 } as const;

test('CPU time is read once per millisecond of a quick player’s answers, and after each answer of a slower player', () => {
  const player = watched({ cpu });
  player.ask(0.01, 0.01);
  player.readings();
  for (let question = 0; question < 90; question++) player.ask(0.01, 0.01);
  expect(player.readings()).toBe(0);
  for (let question = 0; question < 200; question++) player.ask(0.01, 0.01);
  expect(player.readings()).toBe(2);
  for (let question = 0; question < 5; question++) player.ask(0.06, 0.06);
  expect(player.readings()).toBe(5);
  // No time is lost: the next reading includes the time that was skipped.
  expect(player.overseer.meter?.used()).toBeCloseTo((291 * 0.01 + 5 * 0.06) / 100);
});

test('a player that computes between questions is stopped before its later answers have taken more than a millisecond in total', () => {
  const player = watched({ cpu });
  player.ask(0.01, 0.01);
  let fault = player.ask(0.01, 200);
  for (let question = 0; question < 100 && !fault; question++) fault = player.ask(0.01, 0);
  expect(fault?.message).toBe('Bot used up its budget of 0.1 s of CPU time.');
});

test('a budget per move is checked after each move', () => {
  const player = watched({ cpu: { ...cpu, per: 'move' } });
  for (let question = 0; question < 20; question++) player.ask(0.01, 0.01);
  player.readings();
  for (let question = 0; question < 20; question++) player.ask(0.01, 0.01);
  expect(player.readings()).toBe(20);
  expect(player.ask(0.01, 130)?.fault).toBe('time');
});

test('a player’s usage isn’t read if no limit is set', () => {
  const player = watched({});
  player.ask(0.01, 0.01);
  player.readings();
  for (let question = 0; question < 20; question++) expect(player.ask(1, 1)).toBeUndefined();
  expect(player.readings()).toBe(0);
  expect(player.overseer.meter).toBeUndefined();
});
