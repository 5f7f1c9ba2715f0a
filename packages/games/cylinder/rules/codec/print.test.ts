import { newRoundRecord } from '@ludus/game/game.ts';
import { expect, test } from 'vitest';
import { madmax } from '../../../madmax/rules/game.ts';
import { starwar } from '../../../starwar/rules/game.ts';
import type { Instructions } from '../instructions.ts';
import { formatDouble } from './print.ts';

const STAR_WAR = `starwar v1 secgame ? seed ? nb_players 4 nb_rnds 2 nb_rows 11 nb_uni_cols 12 nb_win_cols 10
nb_ships_x_player 1 nb_rnds_regen 3 nb_miss_bonuses 1 nb_point_bonuses 2 bonus_miss 4 bonus_pnts 7 kill_pnts 20 names ? ? ? ?
rnd 5
00 ............  01 ......X.....  02 .......P....  03 ............  04 .....M......  05 ............
06 ............  07 ............  08 .X..........  09 ...........P  10 ............
starships sid row column nb_miss alive time
0 0 6 1 y 0   1 2 6 0 y 0   2 4 6 2 n 1   3 9 6 0 y 0
missiles 1 mid sid row column 8 2 9 2
players pid score status 0 0 0 1 30 0 2 0 0 3 5 0`;

function play(game: typeof starwar, text: string, asked: readonly (readonly [number, number, number][])[]): string {
  const board = game.readBoard(text);
  if (!board.ok) throw new Error(board.problem.message);
  const state = game.start(board.value, 3);
  const info = { seed: -3, names: ['Ann', 'Bob', 'Cy', 'Di'], limited: true };
  let printed = game.replay.head(board.value, info, state);
  asked.forEach((round, k) => {
    const moves = [0, 1, 2, 3].map(() => game.newMove() as Instructions);
    for (const [seat, unit, code] of round) moves[seat].push(unit, code);
    game.charge(state, 0, 0.0625 * (k + 1));
    if (k === 1) game.freeze(state, 3, 'time');
    game.advance(state, moves);
    printed += game.replay.round(moves, state, newRoundRecord(info));
  });
  return printed + game.replay.tail(state);
}

test('a Star War replay is printed byte for byte', () => {
  // A shot, a move, an instruction for a dead ship, and a second instruction for a ship. Then an instruction for
  // another player's ship, and an instruction with an unknown direction. The last instruction comes from a frozen
  // player.
  const first: [number, number, number][] = [
    [0, 0, 9],
    [0, 0, 1],
    [0, 1, 1],
    [1, 1, 7],
    [2, 2, 0],
    [3, 3, 77],
  ];
  expect(
    play(starwar, STAR_WAR, [
      first,
      [
        [3, 3, 1],
        [1, 1, 3],
      ],
    ]),
  ).toMatchInlineSnapshot(`
    "starwar	v1
    secgame	1
    seed	3
    nb_players	4
    nb_rnds	2
    nb_rows	11
    nb_uni_cols	12
    nb_win_cols	10
    nb_ships_x_player	1
    nb_rnds_regen	3
    nb_miss_bonuses	1
    nb_point_bonuses	2
    bonus_miss	4
    bonus_pnts	7
    kill_pnts	20
    names Ann Bob Cy Di


    rnd 5

       000000000011
       012345678901

    00 ............
    01 ......X.....
    02 .......P....
    03 ............
    04 .....M......
    05 ............
    06 ............
    07 ............
    08 .X..........
    09 ...........P
    10 ............


    starships
    sid	row	column	nb_miss	alive	time
    0	0	6	1	y	0
    1	2	6	0	y	0
    2	4	6	2	n	1
    3	9	6	0	y	0

    missiles
    1
    mid	sid	row	column
    8	2	9	2

    players
    pid	score	status
    0	0	0
    1	30	0
    2	0	0
    3	5	0

    actions_asked

    0
    0 s 0 1
    -1

    1
    1 m 0 2
    -1

    2
    2 m -1 1
    -1

    3
    -1

    actions_done

    0
    0 s 0 1
    -1

    1
    1 m 0 2
    -1

    2
    -1

    3
    -1


    rnd 6

       000000000011
       012345678901

    00 ............
    01 ....P.X.....
    02 ............
    03 ............
    04 .....M......
    05 ............
    06 ............
    07 ............
    08 .X..........
    09 ...........P
    10 ............


    starships
    sid	row	column	nb_miss	alive	time
    0	0	7	0	y	0
    1	2	8	0	y	0
    2	4	6	2	n	0
    3	9	7	0	y	0

    missiles
    2
    mid	sid	row	column
    8	2	9	4
    9	0	0	8

    players
    pid	score	status
    0	0	0.0625
    1	37	0
    2	0	0
    3	5	0

    actions_asked

    0
    -1

    1
    1 m -1 0
    -1

    2
    -1

    3
    -1

    actions_done

    0
    -1

    1
    1 m -1 0
    -1

    2
    -1

    3
    -1


    rnd 7

       000000000011
       012345678901

    00 ............
    01 ....P.X.....
    02 ............
    03 ............
    04 .....M......
    05 ............
    06 ............
    07 ............
    08 .X..........
    09 ...........P
    10 ............


    starships
    sid	row	column	nb_miss	alive	time
    0	0	8	0	y	0
    1	1	8	0	y	0
    2	0	2	2	y	0
    3	9	8	0	y	0

    missiles
    2
    mid	sid	row	column
    8	2	9	6
    9	0	0	10

    players
    pid	score	status
    0	0	0.125
    1	37	0
    2	0	0
    3	5	-1

    "
  `);
});

test('a Mad Max replay contains the game’s own settings and each car’s gas', () => {
  const rows = Array.from({ length: 15 }, (_, row) => `${row} ${'.'.repeat(60)}`).join('\n');
  const text = `mad_max_2020 v1 secgame ? seed ? nb_players 4 nb_rnds 300 nb_rows 15 nb_uni_cols 60 nb_win_cols 30
    nb_cars_x_player 1 nb_rnds_regen 3 nb_miss_bonuses 5 nb_gas_bonuses 6 nb_water_bonuses 20 bonus_miss 5 bonus_gas 30
    water_pnts 10 kill_pnts 30 init_gas 60 names a b c d rnd 0 ${rows}
    cars cid row column nb_miss gas alive time 0 0 0 1 7 y 0 1 4 0 2 1 y 0 2 8 0 0 9 n 1 3 12 0 0 0 y 0
    missiles 0 mid cid row column players pid score status 0 0 0 1 0 0 2 0 0 3 0 0`;
  const printed = play(madmax as unknown as typeof starwar, text, [[]]);
  expect(printed.slice(0, printed.indexOf('rnd 0'))).toMatchInlineSnapshot(`
    "mad_max_2020	v1
    secgame	1
    seed	3
    nb_players	4
    nb_rnds	300
    nb_rows	15
    nb_uni_cols	60
    nb_win_cols	30
    nb_cars_x_player	1
    nb_rnds_regen	3
    nb_miss_bonuses	5
    nb_gas_bonuses	6
    nb_water_bonuses	20
    bonus_miss	5
    bonus_gas	30
    water_pnts	10
    kill_pnts	30
    init_gas	60
    names Ann Bob Cy Di


    "
  `);
  expect(printed.slice(printed.lastIndexOf('cars\n'))).toMatchInlineSnapshot(`
    "cars
    cid	row	column	nb_miss	gas	alive	time
    0	0	1	1	6	y	0
    1	4	1	2	0	n	2
    2	8	0	0	9	n	0
    3	12	1	0	-1	y	0

    missiles
    0
    mid	cid	row	column

    players
    pid	score	status
    0	0	0.0625
    1	0	0
    2	0	0
    3	0	0

    "
  `);
});

test.each([
  [0, '0'],
  [-1, '-1'],
  [1, '1'],
  [0.5, '0.5'],
  [0.123456789, '0.123457'],
  [0.1 + 0.2, '0.3'],
  [0.000123456789, '0.000123457'],
  [0.0000123456789, '1.23457e-05'],
  [0.00001, '1e-05'],
  [9.999999e-5, '0.0001'],
  [0.9999999, '1'],
  [999999.5, '1e+06'],
  [123456, '123456'],
  [1234567, '1.23457e+06'],
])('%d is printed as in C++: %s', (value, text) => {
  expect(formatDouble(value)).toBe(text);
});
