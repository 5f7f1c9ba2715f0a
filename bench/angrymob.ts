import { counted } from '@ludus/cli/benchmarks.ts';
import type { Command } from 'commander';
import { angrymob, DEFAULT_LIMITS, type MobMap, MobMove, MobState } from 'ludus/angrymob/rules.ts';
import { fixture as angrymobSpecimen } from 'ludus/angrymob/testing.ts';
import { benchLoopback } from './loopback.ts';

const [ROWS, COLUMNS] = [60, 80];
const TURNS = 2000;
/** Number of units per occupied cell: enough that no cell becomes empty. */
const UNITS_A_CELL = 5;

/** `npm run bench -- angrymob`: turns of the rules alone, and whole games in the arena over loopback. */
export function angrymobBench(bench: Command): void {
  bench
    .command('angrymob')
    .description('Measure Angry Mob: its rules, and games over TCP')
    .option('--runs <count>', 'number of measurements per figure, from 1', counted, 5)
    .option('--games <count>', 'number of games per measurement over TCP, from 1', counted, 100)
    .addHelpText('after', '\nExample:\n  npm run bench -- angrymob --runs 3 --games 20')
    .action(async ({ runs, games }: { runs: number; games: number }) => {
      const times = Math.max(1, Math.round(runs) || 1);
      for (const share of [1, 0.1, 0.01]) benchTurns(share, times);
      await benchLoopback(times, Math.max(1, Math.round(games) || 1), say);
    });
}

/**
 * Measures turns in which both players move one unit from every second cell to its neighbour and back. Units occupy
 * `share` of an open map's cells.
 */
function benchTurns(share: number, runs: number): void {
  const rows = Math.max(1, Math.round(ROWS * share));
  const state = fullState(rows);
  const there = [0, 1].map((seat) => steps(seat, rows, 0));
  const back = [0, 1].map((seat) => steps(seat, rows, 1));
  const times: number[] = [];
  // One additional run for warm-up.
  for (let run = 0; run <= runs; run++) {
    const start = performance.now();
    for (let turn = 0; turn < TURNS; turn += 2) {
      angrymob.advance(state, there);
      angrymob.advance(state, back);
    }
    if (run > 0) times.push((performance.now() - start) / TURNS);
  }
  const broken = angrymobSpecimen.brokenInvariant(state);
  if (state.turn !== TURNS * (runs + 1)) throw new Error(`the game ended after ${state.turn} turns: ${state.reason}`);
  if (broken !== undefined && !broken.startsWith('the game began with')) throw new Error(broken);
  const ms = times.sort((a, b) => a - b)[times.length >> 1];
  const cells = state.armies[0].count + state.armies[1].count;
  say(
    `Angry Mob, rules: ${(1000 / ms).toFixed(0)} turns per second with units on ${cells} of ${ROWS * COLUMNS} cells and ${there[0].length + there[1].length} submoves per turn; ${((ms * 1e6) / cells).toFixed(0)} ns per occupied cell (median of ${runs} runs of ${TURNS} turns)`,
  );
}

/** An open map with the bases in the corners. The first `rows` rows are full of units, blue in the left half. */
function fullState(rows: number): MobState {
  const map: MobMap = {
    rows: ROWS,
    columns: COLUMNS,
    passable: new Uint8Array(ROWS * COLUMNS).fill(1),
    neutrals: new Int32Array(ROWS * COLUMNS),
    bases: [0, ROWS * COLUMNS - 1],
  };
  const state = new MobState({ map, ...DEFAULT_LIMITS, moveLimit: 2147483647 });
  for (let cell = 0; cell < rows * COLUMNS; cell++) {
    const army = state.armies[cell % COLUMNS < COLUMNS / 2 ? 0 : 1];
    army.add(cell, UNITS_A_CELL);
    army.list(cell);
  }
  return state;
}

/** Moves one unit from every second cell of a player's half to the right (`side` 0), or back again (1). */
function steps(seat: number, rows: number, side: number): MobMove {
  const move = new MobMove();
  for (let i = 0; i < rows; i++) {
    for (let j = (seat * COLUMNS) / 2 + side; j < ((seat + 1) * COLUMNS) / 2; j += 2) move.push(i, j, 1, side * 2);
  }
  return move;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
