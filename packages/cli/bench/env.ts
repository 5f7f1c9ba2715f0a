import type { AnySimulator } from '@ludus/env/simulator.ts';
import { type AnyVectorEnv, VectorEnv } from '@ludus/env/vector.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { advance, seedState } from '@ludus/kernel/lehmer.ts';
import type { Command } from 'commander';
import { KITS } from '../games.ts';
import { simulatorBoard } from '../simulator-board.ts';

/** Matches side by side. */
const SIZE = 64;
/** Rounds that are measured at most, for games whose matches are long. */
const MOST_ROUNDS = 300;

/** `ludus bench env`: steps of the simulator beside the engine's own rounds, on the same actions. */
export function envBench(bench: Command): void {
  bench
    .command('env')
    .description('the simulator for researchers beside the engine alone')
    .option('-r, --runs <runs>', 'how often each is measured, in alternation', Number, 7)
    .action(({ runs }: { runs: number }) => {
      for (const { game, simulator } of KITS) if (simulator) measure(game, simulator, Math.max(1, Math.round(runs)));
    });
}

function measure(game: AnyGame, simulator: AnySimulator, runs: number): void {
  const env = new VectorEnv(game, simulator, simulatorBoard(game), SIZE);
  const rounds = Math.min(MOST_ROUNDS, simulator.rounds(env.board));
  const actions = randomActions(rounds * SIZE * env.units, simulator.noAction);
  const tables = tableWriter(env);
  const planes = planeWriter(env);
  const work = {
    engine: () => engineAlone(env, actions, rounds),
    step: () => play(env, actions, rounds, () => {}),
    tables: () => play(env, actions, rounds, tables),
    planes: () => play(env, actions, rounds, planes),
  };
  type Name = keyof typeof work;
  const names = Object.keys(work) as Name[];
  const times: Record<Name, number[]> = { engine: [], step: [], tables: [], planes: [] };
  const played = engineAlone(env, actions, rounds);
  for (const name of names) work[name]();
  for (let run = 0; run < runs; run++) {
    for (const name of run % 2 === 0 ? names : [...names].reverse()) {
      const start = performance.now();
      work[name]();
      times[name].push(performance.now() - start);
    }
  }
  const perRound = (name: Name) => (median(times[name]) * 1e6) / played;
  const line = (name: Name, what: string) =>
    console.log(
      `  ${what.padEnd(46)} ${perRound(name).toFixed(0).padStart(6)} ns, ${(1e3 / perRound(name)).toFixed(2).padStart(6)} million a second, ${(perRound(name) / perRound('engine')).toFixed(2)} × the engine`,
    );
  console.log(`${game.title}, ${SIZE} matches side by side, medians of ${runs} runs:`);
  line('engine', 'the engine’s rounds alone');
  line('step', 'step: rewards and ends');
  line('tables', 'step, and tables written');
  line('planes', 'step, and planes written');
  const saved = env.save(0);
  const saves = 20_000;
  const start = performance.now();
  for (let i = 0; i < saves; i++) {
    env.save(0, saved);
    env.restore(0, saved);
  }
  console.log(`  save and restore of a match: ${(((performance.now() - start) * 1e3) / saves).toFixed(2)} µs`);
}

/** What the engine does for the same actions, without the simulator around it. Gives the rounds played. */
function engineAlone(env: AnyVectorEnv, actions: Uint8Array, rounds: number): number {
  const { game, simulator, states, units, seats } = env;
  env.reset(1);
  const moves = Array.from({ length: seats }, () => game.newMove());
  let at = 0;
  let played = 0;
  for (let round = 0; round < rounds; round++) {
    for (const state of states) {
      if (!game.isOver(state)) {
        simulator.ask(actions, at, moves, state);
        game.advance(state, moves);
        played++;
      }
      at += units;
    }
  }
  return played;
}

function play(env: AnyVectorEnv, actions: Uint8Array, rounds: number, observe: () => void): void {
  const step = env.size * env.units;
  env.reset(1);
  for (let round = 0; round < rounds; round++) {
    env.step(actions.subarray(round * step, (round + 1) * step));
    observe();
  }
}

/** Writes all tables of all matches, as seat 0 sees them. */
function tableWriter(env: AnyVectorEnv): () => void {
  const tables = env.simulator.tables.map((table) => {
    const most = table.most(env.board);
    const length = most * table.fields.length;
    return { table, most, length, out: new Int32Array(env.size * length) };
  });
  return () => {
    for (const { table, most, length, out } of tables)
      for (let match = 0; match < env.size; match++) table.write(env.states[match], 0, most, out, match * length);
  };
}

/** Writes the planes of all matches, as seat 0 sees them. */
function planeWriter(env: AnyVectorEnv): () => void {
  const { simulator } = env;
  const [rows, columns] = simulator.shape(env.board, false);
  const length = simulator.planes.length * rows * columns;
  const out = new Uint8Array(env.size * length);
  return () => {
    for (let match = 0; match < env.size; match++)
      simulator.writePlanes(env.states[match], 0, columns, out, match * length);
  };
}

/** 0 … most − 1 each, the same every time. */
function randomActions(count: number, most: number): Uint8Array {
  let x = seedState(1);
  return Uint8Array.from({ length: count }, () => {
    x = advance(x);
    return x % most;
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
