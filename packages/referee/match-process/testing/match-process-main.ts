import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { kit } from 'ludus/madmax/kit.ts';
import { serveJobs } from '../serve-jobs.ts';

// The process that match-process.slow.test.ts starts. It plays Mad Max with players that do forbidden things.

const kept: unknown[] = [];
const LATE_ROUND = 20;

/** The actions of players, by name, in their 20th round. */
const DEEDS: Readonly<Record<string, () => void | Promise<void>>> = {
  /** Never returns. */
  Stuck() {
    for (;;);
  },
  Sleeper: () => new Promise<void>(() => {}),
  /** Allocates memory outside the engine's heap. The next player does so inside the heap. */
  Hog() {
    for (;;) kept.push(Buffer.alloc(2 ** 24, 1));
  },
  Hoarder() {
    for (;;) kept.push(new Array(2 ** 16).fill({}));
  },
  Leaver: () => process.exit(3),
  Breaker() {
    throw new TypeError('it is undefined.');
  },
  /** Reports the process's environment and arguments. */
  Teller() {
    throw new Error(`${JSON.stringify(process.env)} ${process.execArgv.join(' ')}`);
  },
};

const players = Object.entries(DEEDS).map(([name, deed]) => ({
  name,
  summary: '',
  open: (): AnyRunner => {
    let round = 0;
    return { name, play: () => (++round === LATE_ROUND ? deed() : undefined) };
  },
}));

/** Simulates that showing a round takes a player a minute of wall-clock and CPU time. */
let lateMs = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + lateMs;
for (const name of ['cpuUsage', 'threadCpuUsage'] as const) {
  const read = process[name]?.bind(process);
  if (read) process[name] = () => ({ ...read(), user: read().user + 1000 * lateMs });
}
const slowly: typeof kit.image = {
  ...kit.image!,
  writeRound(...round) {
    lateMs += 60_000;
    kit.image!.writeRound(...round);
  },
};

serveJobs({
  engine: 'test',
  findGame: async (id) => {
    if (id === 'slow') return { ...kit, image: slowly };
    return id === 'madmax' ? { ...kit, players: [...kit.players, ...players] } : undefined;
  },
});
