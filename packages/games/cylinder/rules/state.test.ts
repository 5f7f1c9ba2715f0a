import { newRoundRecord } from '@ludus/game/game.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describe, expect, test } from 'vitest';
import { fixture as madmaxFixture } from '../../madmax/rules/fixture.ts';
import { fixture as starwarFixture } from '../../starwar/rules/fixture.ts';
import { starwar } from '../../starwar/rules/game.ts';
import { SHOOT } from './directions.ts';

/** Eight ships in separate rows, each with thirty missiles, on an otherwise empty board. */
const SHOOTING = `starwar v1 secgame ? seed ? nb_players 4 nb_rnds 9 nb_rows 16 nb_uni_cols 60 nb_win_cols 30
nb_ships_x_player 2 nb_rnds_regen 3 nb_miss_bonuses 0 nb_point_bonuses 0 bonus_miss 4 bonus_pnts 7 kill_pnts 20 names ? ? ? ?
rnd 0
${Array.from({ length: 16 }, (_, row) => `${row} ${'.'.repeat(60)}`).join('\n')}
starships sid row column nb_miss alive time
${Array.from({ length: 8 }, (_, unit) => `${unit} ${2 * unit} 3 30 y 0`).join('\n')}
missiles 0 mid sid row column
players pid score status 0 0 0 1 0 0 2 0 0 3 0 0`;

test('a state and its copies grow to hold more missiles than their initial capacity', () => {
  const board = starwar.readBoard(SHOOTING);
  if (!board.ok) throw new Error(board.problem.message);
  const state = starwar.start(board.value, 1);
  const small = starwar.clone(state);
  const asked = [0, 1, 2, 3].map(() => starwar.newMove());
  for (let unit = 0; unit < 8; unit++) asked[unit >> 1].push(unit, SHOOT);
  for (let round = 1; round <= 5; round++) {
    starwar.advance(state, asked);
    expect(state.missileCount).toBe(8 * round);
  }
  const ids = Array.from({ length: state.missileCount }, (_, i) => state.missileId(i));
  expect(ids).toEqual([...ids.keys()]);
  // A missile that is shot in round r starts at 5 + (r − 1) and flies two columns per round.
  const columns = ids.map((i) => state.missileColumn(i));
  expect(columns).toEqual(ids.map((i) => 5 + Math.floor(i / 8) + 2 * (4 - Math.floor(i / 8))));
  starwar.restore(small, state);
  const copy = starwar.clone(state);
  for (const other of [small, copy]) {
    expect(starwar.hash(other)).toBe(starwar.hash(state));
    starwar.advance(other, asked);
  }
  starwar.advance(state, asked);
  expect([starwar.hash(small), starwar.hash(copy)]).toEqual([starwar.hash(state), starwar.hash(state)]);
});

describe.each([madmaxFixture, starwarFixture])('$game.title', ({ game, wildBoard, wildMove }) => {
  test('prints a restored state like the original', () => {
    const random = new Lehmer(11);
    const board = wildBoard(random);
    const [source, target] = [game.start(board, 1), game.start(board, 2)];
    const record = newRoundRecord({ seed: 1, names: ['A', 'B', 'C', 'D'], limited: false });
    const asked = () => [0, 1, 2, 3].map((seat) => wildMove(source, seat, random));
    for (let step = 0; step < 40; step++) {
      // Both states print from time to time, so each must have its own texts.
      const [one, other] = [asked(), asked()];
      game.advance(source, one);
      if (step % 2 === 0) game.replay.round(one, source, record);
      if (step % 2 === 1) game.advance(source, other);
      game.advance(target, other);
      game.replay.round(other, target, record);
      game.restore(target, source);
      expect(game.replay.round(one, target, record)).toBe(game.replay.round(one, source, record));
    }
  });
});
