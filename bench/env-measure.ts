import { usualBoard } from '@ludus/cli/benchmarks.ts';
import { Observer } from '@ludus/env/observer.ts';
import type { AnySimulator } from '@ludus/env/simulator.ts';
import { type AnyVectorEnv, type MatchObserver, VectorEnv } from '@ludus/env/vector.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { advance, seedState } from '@ludus/kernel/lehmer.ts';
import { median } from './median.ts';

/** Maximum number of measured rounds per match, for games with long matches. */
const MAX_ROUNDS = 300;
/** Minimum number of rounds of one match per measurement. */
const MIN_STEPS = 20_000;
/** Maximum number of prepared actions. Longer matches repeat them from the start. */
const MAX_ACTIONS = 2 ** 24;

/** The measured values, and their names in tables. */
export const WORKS = {
  engine: 'the engine’s rounds alone',
  step: 'step: rewards and ends of matches',
  table: 'step, and writing unit tables',
  planes: 'step, and updating planes',
  rewritten: 'step, and rewriting all planes',
} as const;
export type Work = keyof typeof WORKS;

/** CPU time of one round of one match in nanoseconds, by measured value; each is the median of several runs. */
export type Costs = Readonly<Record<Work, number>>;

/** Measures all values alternately, with the same actions. */
export function measureSimulator(game: AnyGame, simulator: AnySimulator, size: number, runs: number): Costs {
  const env = new VectorEnv(game, simulator, usualBoard(game, 1).board, size);
  const rounds = Math.min(MAX_ROUNDS, simulator.rounds(env.board));
  const actions = randomActions(env, rounds);
  const table = observing(env, [simulator.tables[0].name]);
  const planes = observing(env, ['planes']);
  const rewriting = planeWriter(env);
  const work: Record<Work, () => void> = {
    engine: () => engineAlone(env, actions, rounds),
    step: () => play(env, actions, rounds, (asked) => env.step(asked)),
    table: () => play(env, actions, rounds, (asked) => table.step(env, asked)),
    planes: () => play(env, actions, rounds, (asked) => planes.step(env, asked)),
    rewritten: () => play(env, actions, rounds, (asked) => env.step(asked, rewriting)),
  };
  const names = Object.keys(WORKS) as Work[];
  const times: Record<Work, number[]> = { engine: [], step: [], table: [], planes: [], rewritten: [] };
  const played = rounds * size;
  const repeats = Math.ceil(MIN_STEPS / played);
  for (const name of names) work[name]();
  for (let run = 0; run < runs; run++) {
    for (const name of run % 2 === 0 ? names : [...names].reverse()) {
      const start = process.cpuUsage();
      for (let i = 0; i < repeats; i++) work[name]();
      const { user, system } = process.cpuUsage(start);
      times[name].push(((user + system) * 1e3) / (played * repeats));
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as unknown as Costs;
}

/** Plays the same actions with the engine, without the simulator. */
function engineAlone(env: AnyVectorEnv, actions: readonly Uint8Array[], rounds: number): void {
  const { game, simulator, states, units, seats } = env;
  env.reset(1);
  const moves = Array.from({ length: seats }, () => game.newMove());
  for (let round = 0; round < rounds; round++) {
    const asked = actions[round % actions.length];
    for (let match = 0; match < states.length; match++) {
      const state = states[match];
      simulator.ask(asked, match * units, moves, state);
      game.advance(state, moves);
      if (game.isOver(state)) env.renew(match);
    }
  }
}

/** Plays prepared actions. Finished matches restart, so that every step plays a round. */
function play(
  env: AnyVectorEnv,
  actions: readonly Uint8Array[],
  rounds: number,
  step: (asked: Uint8Array) => void,
): void {
  env.reset(1);
  for (let round = 0; round < rounds; round++) {
    step(actions[round % actions.length]);
    for (let match = 0; match < env.size; match++) if (env.dones[match] !== 0) env.renew(match);
  }
}

/** Returns an observer that writes seat 0's observations of all matches. */
function observing(env: AnyVectorEnv, observe: readonly string[]): Observer {
  return new Observer(env, env.size, { seats: [0], observe, all: false });
}

/** Returns an observer that writes all planes of seat 0 from scratch. */
function planeWriter({ board, simulator, size }: AnyVectorEnv): MatchObserver {
  const [rows, columns] = simulator.shape(board, false);
  const length = simulator.planes.length * rows * columns;
  const out = new Uint8Array(size * length);
  return { look: (match, state) => simulator.writePlanes(state, 0, columns, out, match * length) };
}

/** One list per round of pseudo-random actions below `noAction`, one per unit. The lists are the same in each run. */
function randomActions({ size, simulator, units }: AnyVectorEnv, rounds: number): Uint8Array[] {
  const length = size * units;
  let x = seedState(1);
  return Array.from({ length: Math.max(1, Math.min(rounds, Math.floor(MAX_ACTIONS / length))) }, () =>
    Uint8Array.from({ length }, () => {
      x = advance(x);
      return x % simulator.noAction;
    }),
  );
}
