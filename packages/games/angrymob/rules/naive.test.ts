import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { DEFAULT_LIMITS, printMap, readMap } from './board.ts';
import { fixture as angrymobFixture } from './fixture.ts';
import { angrymob } from './game.ts';
import { mapFlaw } from './map.ts';
import type { MobMove } from './moves.ts';
import type { MobState } from './state.ts';
import { type NaiveGame, type NaiveSubmove, naiveGame, naiveTurn } from './testing/naive.ts';

// Mutation testing runs this thousands of times.
const GAMES = process.env.LUDUS_PROPERTY_RUNS ? 250 : IS_LONG_RUN ? 10_000 : 3000;

/** A small map, so that the two players meet often. */
function smallMap(random: Lehmer): string {
  for (;;) {
    const [rows, columns] = [random.range(1, 5), random.range(3, 6)];
    const cells: string[] = Array(rows * columns).fill('.');
    const last = cells.length - 1;
    for (let cell = 0; cell * 2 <= last; cell++) {
      const draw = random.range(0, 9);
      const token = draw < 2 ? '#' : draw < 6 ? String(random.range(1, 6)) : '.';
      [cells[cell], cells[last - cell]] = [token, token];
    }
    const base = random.range(0, last);
    if (base * 2 === last) continue;
    [cells[base], cells[last - base]] = ['A', 'B'];
    const text = `${rows} ${columns}\n${Array.from({ length: rows }, (_, i) => cells.slice(i * columns, (i + 1) * columns).join(' ')).join('\n')}\n`;
    if (readMap(text).ok) return text;
  }
}

function asNaive(move: MobMove): NaiveSubmove[] | undefined {
  if (move.problem !== '') return undefined;
  return Array.from({ length: move.length }, (_, n) => {
    const { i, j, k, d } = move.submove(n);
    return [i, j, k, d] as const;
  });
}

function picture(state: MobState): string {
  const { rows, columns } = state.board.map;
  let text = '';
  for (let cell = 0; cell < rows * columns; cell++) {
    text += `${state.armies[0].units[cell]}/${state.armies[1].units[cell]}/${state.neutrals[cell]} `;
  }
  return `${text}${state.turn} ${state.reason} ${state.winner}`;
}

function naivePicture(game: NaiveGame): string {
  let text = '';
  game.map.forEach((row, i) => {
    row.forEach((_, j) => {
      const count = (owner: number) => game.units.filter((u) => u.owner === owner && u.i === i && u.j === j).length;
      text += `${count(0)}/${count(1)}/${game.neutral[i][j]} `;
    });
  });
  return `${text}${game.turns} ${game.result?.reason} ${game.result?.winner ?? -1}`;
}

/** Adds a submove that may be illegal in any way, or duplicates a submove. */
function spoil(move: MobMove, state: MobState, random: Lehmer): void {
  const { rows, columns } = state.board.map;
  if (move.length > 0 && random.range(0, 1) === 0) {
    const { i, j, k, d } = move.submove(0);
    move.push(i, j, k, d);
  } else move.push(random.range(-1, rows), random.range(-1, columns), random.range(0, 3), random.range(-1, 4));
}

test(`${GAMES} random games agree with a naive implementation after every turn`, () => {
  const random = new Lehmer(20_261_121);
  const reasons = new Map<string | undefined, number>();
  for (let n = 0; n < GAMES; n++) {
    const text = smallMap(random);
    const read = readMap(text);
    if (!read.ok) throw new Error(read.problem.message);
    expect(mapFlaw(read.value)).toBeUndefined();
    expect(printMap(read.value)).toBe(text);
    const moveLimit = random.range(1, 25);
    const state = angrymob.start({ ...DEFAULT_LIMITS, map: read.value, moveLimit }, 1);
    const naive = naiveGame(text, moveLimit);
    while (!angrymob.isOver(state)) {
      const asked = [0, 1].map((seat) => angrymobFixture.wildMove(state, seat, random));
      for (const move of asked) if (random.range(0, 20) === 0) spoil(move, state, random);
      angrymob.advance(state, asked);
      naiveTurn(naive, asked.map(asNaive));
      const seen = picture(state);
      if (seen !== naivePicture(naive)) expect(`game ${n}, turn ${state.turn}: ${seen}`).toBe(naivePicture(naive));
      if (state.turn % 8 === 0) expect(angrymobFixture.brokenInvariant(state)).toBeUndefined();
    }
    expect(naive.result).toEqual({ winner: state.winner, reason: state.reason });
    reasons.set(state.reason, (reasons.get(state.reason) ?? 0) + 1);
  }
  // The games are useful only if some of them end in each way that random play can reach.
  for (const reason of ['base', 'both-bases', 'no-units', 'move-limit', 'illegal', 'both-illegal']) {
    expect(reasons.get(reason) ?? 0, reason).toBeGreaterThan(0);
  }
});
