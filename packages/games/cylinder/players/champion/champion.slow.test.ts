import { readFileSync } from 'node:fs';
import type { Game } from '@ludus/game/game.ts';
import { meanScore } from '@ludus/lab/testing.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../../tools/long-run.ts';
import { NUX_STYLE } from '../../../madmax/players/nux.ts';
import { madmax } from '../../../madmax/rules/game.ts';
import { builtinPlayer, kitOf } from '../../../registry.ts';
import { ROGUE_STYLE } from '../../../starwar/players/rogue.ts';
import { starwar } from '../../../starwar/rules/game.ts';
import type { CylinderApi } from '../../player/api.ts';
import { DIRECTIONS, SHOOT } from '../../rules/directions.ts';
import type { Instructions } from '../../rules/instructions.ts';
import type { CylinderBoard } from '../../rules/position.ts';
import { CylinderState } from '../../rules/state.ts';
import { Champion } from './champion.ts';

type CylinderGame = Game<CylinderBoard, CylinderState, Instructions>;

function board(game: CylinderGame, name: string): CylinderBoard {
  const read = game.readBoard(readFileSync(new URL(`../../../${game.id}/boards/${name}.cnf`, import.meta.url), 'utf8'));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

function open(game: CylinderGame, name: string) {
  return builtinPlayer(game.id, name).open();
}

/** A runner for a champion that checks each of its instructions. */
function openChecked(game: CylinderGame, name: string) {
  const runner = open(game, name);
  return {
    ...runner,
    play(state: CylinderState, move: Instructions, generator: { state: number }) {
      void runner.play(state, move, generator);
      const seen = new Set<number>();
      for (let i = 0; i < move.length; i++) {
        const unit = move.unit(i);
        const mustBe = (isLegal: boolean, what: string) => {
          if (!isLegal) expect.fail(`unit ${unit} in round ${state.round}: ${what}`);
        };
        mustBe(!seen.has(unit), 'two instructions');
        seen.add(unit);
        mustBe(state.unitAlive(unit), 'dead');
        if (move.code(i) === SHOOT) {
          mustBe(state.unitMissiles(unit) > 0, 'no missile');
          continue;
        }
        const { row, column } = DIRECTIONS[move.code(i)];
        const { rows, universeColumns, windowColumns } = state.settings;
        mustBe(state.unitRow(unit) + row >= 0 && state.unitRow(unit) + row < rows, 'outside of the rows');
        const ahead = (state.unitColumn(unit) + column - state.round - 1 + 2 * universeColumns) % universeColumns;
        mustBe(ahead < windowColumns, 'outside of the window');
      }
    },
  };
}

/** Changes the shape of a board. Cells that exist in both shapes keep their contents. */
function reshape(source: CylinderBoard, settings: Partial<CylinderBoard['settings']>): CylinderBoard {
  return { ...source, settings: { ...source.settings, ...settings } };
}

// Players that search need seconds for a whole match, so a quick run plays only its first rounds.
const ROUNDS = IS_LONG_RUN ? {} : { rounds: 50 };
const PATIENCE = 900_000;

describe.each([
  { game: madmax, name: 'Nux', style: NUX_STYLE },
  { game: starwar, name: 'Rogue', style: ROGUE_STYLE },
])('$name', ({ game, name, style }) => {
  test(
    'gives only legal instructions, one per unit, and plays the same match with the same seed',
    () => {
      const play = (seed: number) =>
        playMatchSync({
          game,
          board: reshape(board(game, 'maze3'), ROUNDS),
          seed,
          runners: [openChecked(game, name), open(game, 'Demo'), openChecked(game, name), open(game, 'Dummy')],
          onFault: ({ sentence }) => expect.fail(sentence),
        });
      expect(game.hash(play(5).state)).toBe(game.hash(play(5).state));
    },
    PATIENCE,
  );

  test('tries no more moves per round than its style allows, with one or two units per player', () => {
    for (const unitsPerPlayer of [1, 2]) {
      const first = board(game, 'maze4');
      const changed = reshape(first, { unitsPerPlayer });
      const units = first.first.units.slice(0, 4 * unitsPerPlayer);
      const state = new CylinderState({ ...changed, first: Object.assign(Object.create(first.first), { units }) }, 1);
      const champion = new Champion(state, 0, style);
      const calls = { view: state, me: 0, move() {}, shoot() {} } as unknown as CylinderApi;
      for (let round = 0; round < 40; round++) {
        const before = champion.tried;
        champion.play(calls);
        if (state.unitAlive(0)) expect(champion.tried).toBeGreaterThan(before);
        expect(champion.tried - before).toBeLessThanOrEqual(style.movesPerMatch / 300);
        game.advance(
          state,
          [0, 1, 2, 3].map(() => game.newMove()),
        );
      }
    }
  });

  test(
    'plays without faults in a full-width window, in a one-round match, and with empty missile bonuses',
    () => {
      const narrow = board(game, 'maze1');
      for (const settings of [
        { windowColumns: narrow.settings.universeColumns },
        { rounds: 1 },
        { bonusMissiles: 0 },
      ]) {
        const runners = [name, 'Dummy', name, 'Demo'].map((each) =>
          each === name ? openChecked(game, each) : open(game, each),
        );
        const { verdicts } = playMatchSync({
          game,
          board: reshape(narrow, { ...ROUNDS, ...settings }),
          seed: 3,
          runners,
        });
        expect(verdicts).toEqual([]);
      }
    },
    PATIENCE,
  );

  // A quick run omits the tests below, which measure strength rather than correctness.
  if (!IS_LONG_RUN) return;

  test(
    'scores at least 1.15 times as much as the best original player against three Demos on every board',
    async () => {
      for (const [index, each] of kitOf(game.id).strength!.boards.entries()) {
        const mean = await meanScore({
          game,
          board: board(game, each),
          open: () => open(game, name),
          openOpponent: () => open(game, 'Demo'),
          seeds: [1],
        });
        const best = Math.max(...kitOf(game.id).strength!.rows.map((row) => row.means[index]));
        expect(mean, each).toBeGreaterThanOrEqual(1.15 * best);
      }
    },
    PATIENCE,
  );

  test(
    'comes first against three Dummies on at least 85% of the boards',
    () => {
      let first = 0;
      for (const [index, each] of kitOf(game.id).strength!.boards.entries()) {
        const seat = index % 4;
        const runners = [0, 1, 2, 3].map((other) => open(game, other === seat ? name : 'Dummy'));
        const { scores } = playMatchSync({ game, board: board(game, each), seed: 40 + index, runners }).outcome;
        if (scores.every((score, other) => other === seat || score < scores[seat])) first++;
      }
      expect(first / kitOf(game.id).strength!.boards.length).toBeGreaterThanOrEqual(0.85);
    },
    PATIENCE,
  );
});
