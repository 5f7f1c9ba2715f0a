import { rawGrid, writePlanes, writeUnits } from '@ludus/env/observe.ts';
import { type CylinderGame, VectorEnv } from '@ludus/env/vector.ts';
import { advance, seedState } from '@ludus/kernel/lehmer.ts';
import type { Command } from 'commander';
import { madmax } from 'ludus/madmax/rules/game.ts';
import { starwar } from 'ludus/starwar/rules/game.ts';
import { boardFile, loadBoard } from '../boards.ts';

/** Matches side by side. */
const SIZE = 64;

/** `ludus bench env`: steps of the simulator beside the engine's own rounds, on the same actions. */
export function envBench(bench: Command): void {
  bench
    .command('env')
    .description('the simulator for researchers beside the engine alone')
    .option('-r, --runs <runs>', 'how often each is measured, in alternation', Number, 7)
    .action(({ runs }: { runs: number }) => {
      for (const game of [madmax, starwar]) measure(game, Math.max(1, Math.round(runs)));
    });
}

function measure(game: CylinderGame, runs: number): void {
  const { board } = loadBoard(boardFile(game, 'default'), [game]);
  const env = new VectorEnv(game, board, SIZE);
  const { rounds, windowColumns } = env.board.settings;
  const actions = randomActions(rounds * SIZE * env.units);
  const work = {
    engine: () => engineAlone(env, actions),
    step: () => play(env, actions, () => {}),
    raw: () => play(env, actions, () => look(env)),
    units: () => play(env, actions, () => writeAllUnits(env)),
    planes: () => play(env, actions, () => writeAllPlanes(env, windowColumns)),
  };
  const names = Object.keys(work) as (keyof typeof work)[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<keyof typeof work, number[]>;
  for (const name of names) work[name]();
  for (let run = 0; run < runs; run++) {
    for (const name of run % 2 === 0 ? names : [...names].reverse()) {
      const start = performance.now();
      work[name]();
      times[name].push(performance.now() - start);
    }
  }
  const perRound = (name: keyof typeof work) => (median(times[name]) * 1e6) / (rounds * SIZE);
  const line = (name: keyof typeof work, what: string) =>
    console.log(
      `  ${what.padEnd(46)} ${perRound(name).toFixed(0).padStart(6)} ns, ${(1e3 / perRound(name)).toFixed(2).padStart(6)} million a second, ${(perRound(name) / perRound('engine')).toFixed(2)} × the engine`,
    );
  console.log(`${game.title}, ${SIZE} matches side by side, medians of ${runs} runs:`);
  line('engine', 'the engine’s rounds alone');
  line('step', 'step: rewards and ends');
  line('raw', 'step, and every grid looked at without a copy');
  line('units', 'step, and unit tables written');
  line('planes', 'step, and window planes and unit tables written');
  const saved = env.save(0);
  const saves = 20_000;
  const start = performance.now();
  for (let i = 0; i < saves; i++) {
    env.save(0, saved);
    env.restore(0, saved);
  }
  console.log(`  save and restore of a match: ${(((performance.now() - start) * 1e3) / saves).toFixed(2)} µs`);
}

/** What the engine does for the same actions, without the simulator around it. */
function engineAlone(env: VectorEnv, actions: Uint8Array): void {
  const { game, states, units, seats } = env;
  env.reset(1);
  const asked = Array.from({ length: seats }, () => game.newMove());
  const perSeat = units / seats;
  let at = 0;
  for (let round = 0; round < env.board.settings.rounds; round++) {
    for (const state of states) {
      for (let seat = 0, unit = 0; seat < seats; seat++) {
        const list = asked[seat];
        list.clear();
        for (const end = unit + perSeat; unit < end; unit++) list.push(unit, actions[at++]);
      }
      game.advance(state, asked);
    }
  }
}

function play(env: VectorEnv, actions: Uint8Array, observe: () => void): void {
  const { rounds } = env.board.settings;
  const step = env.size * env.units;
  env.reset(1);
  for (let round = 0; round < rounds; round++) {
    env.step(actions.subarray(round * step, (round + 1) * step));
    observe();
  }
}

/** A sum of what was seen, so that looking cannot be left out. */
let seen = 0;

function look(env: VectorEnv): void {
  for (const state of env.states) {
    const { bytes, start, stride } = rawGrid(state);
    seen = (seen + bytes[start] + bytes[start + 5 * stride + 7]) | 0;
  }
}

let table = new Int32Array(0);
let planes = new Uint8Array(0);

function writeAllUnits(env: VectorEnv): void {
  const length = env.units * 7;
  if (table.length < length * env.size) table = new Int32Array(length * env.size);
  env.states.forEach((state, match) => {
    writeUnits(state, 0, table, match * length);
  });
}

function writeAllPlanes(env: VectorEnv, columns: number): void {
  const length = 9 * env.board.settings.rows * columns;
  if (planes.length < length * env.size) planes = new Uint8Array(length * env.size);
  env.states.forEach((state, match) => {
    writePlanes(state, 0, columns, planes, match * length);
  });
  writeAllUnits(env);
}

/** 0 … 9 each, the same every time. */
function randomActions(count: number): Uint8Array {
  let x = seedState(1);
  return Uint8Array.from({ length: count }, () => {
    x = advance(x);
    return x % 10;
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
