import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS, generateMap, type MobBoard } from 'ludus/angrymob/rules.ts';
import { Lobby, playMobArena } from 'ludus/angrymob/testing.ts';
import { median } from './median.ts';

const CLIENTS = fileURLToPath(new URL('./loopback-clients.ts', import.meta.url));
/** The seed of a medium-sized map, on which the conqueror needs 55 turns. */
const SEED = 7n;

/**
 * Measures whole games of Angry Mob in the arena over loopback, including the connection: CamperJoe against a
 * conqueror, which walks straight to the opponent's base. The clients run in a separate process. Prints games and turns
 * per second, each as the median of `runs` measurements.
 */
export async function benchLoopback(runs: number, games: number, say: (line: string) => void): Promise<void> {
  const board: MobBoard = { map: generateMap(SEED), seed: SEED, ...DEFAULT_LIMITS };
  const clients = fork(CLIENTS, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const gone = once(clients, 'exit');
  let turns = 0;
  const seconds: number[] = [];
  try {
    // One additional run for warm-up.
    for (let run = 0; run <= runs; run++) {
      const start = performance.now();
      for (let game = 0; game < games; game++) {
        const opened = await Lobby.open('127.0.0.1', 0, 2);
        if (!opened.ok) throw new Error(opened.problem.message);
        const lobby = opened.value;
        clients.send(lobby.port);
        await Promise.race([lobby.full(), gone.then(() => Promise.reject(new Error('the clients exited early')))]);
        const { state } = await playMobArena({ board, guests: lobby.depart()! });
        await lobby.close();
        turns = state.turn;
        if (state.reason !== 'base') throw new Error(`the conqueror did not conquer: ${state.reason}`);
      }
      if (run > 0) seconds.push((performance.now() - start) / 1000);
    }
  } finally {
    clients.kill();
    await gone;
  }
  const perSecond = games / median(seconds);
  say(
    `Angry Mob, arena over loopback: ${perSecond.toFixed(0)} games per second of ${turns} turns each, ${(perSecond * turns).toFixed(0)} turns per second (CamperJoe against a conqueror; median of ${runs} runs of ${games} games)`,
  );
}
