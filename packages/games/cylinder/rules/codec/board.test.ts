import { readFileSync } from 'node:fs';
import { describeProblem } from '@ludus/kernel/result.ts';
import { describe, expect, test } from 'vitest';
import { madmax } from '../../../madmax/rules/game.ts';
import { starwar } from '../../../starwar/rules/game.ts';
import { brokenInvariant } from '../invariants.ts';
import { CYLINDER_PROBLEMS } from './problems.ts';

const GAMES = { madmax, starwar };
type Id = keyof typeof GAMES;
const textOf = (id: Id) => readFileSync(new URL(`../../../${id}/boards/default.cnf`, import.meta.url), 'utf8');
const TEXTS = { madmax: textOf('madmax'), starwar: textOf('starwar') };

/** Changes the number of a setting. */
const setting = (name: string, value: string | number) => (text: string) =>
  text.replace(new RegExp(`(${name}\\s+)\\S+`), `$1${value}`);
/** Changes the first match of a pattern. */
const change = (from: RegExp | string, to: string) => (text: string) => {
  if (text.search(from) < 0) throw new Error(`${from} is not in the board`);
  return text.replace(from, to);
};

const BROKEN: readonly [Id, [string, (text: string) => string, string | RegExp][]][] = [
  [
    'madmax',
    [
      [
        'the header of a different game',
        change('mad_max_2020', 'mad_max_2021'),
        'line 1: expected mad_max_2020, found mad_max_2021',
      ],
      ['a different version', change('v1', 'v2'), 'line 1: expected v1, found v2'],
      ['three players', setting('nb_players', 3), 'line 4: nb_players must be 4, found 3'],
      ['299 rounds', setting('nb_rnds', 299), 'line 5: nb_rnds must be 300, found 299'],
      ['14 rows', setting('nb_rows', 14), 'line 6: nb_rows must be from 15 to 20, found 14'],
      ['21 rows', setting('nb_rows', 21), 'line 6: nb_rows must be from 15 to 20, found 21'],
      ['59 columns', setting('nb_uni_cols', 59), 'line 7: nb_uni_cols must be from 60 to 100, found 59'],
      ['101 columns', setting('nb_uni_cols', 101), 'line 7: nb_uni_cols must be from 60 to 100, found 101'],
      ['a window of 29 columns', setting('nb_win_cols', 29), 'line 8: nb_win_cols must be from 30 to 40, found 29'],
      ['a window of 41 columns', setting('nb_win_cols', 41), 'line 8: nb_win_cols must be from 30 to 40, found 41'],
      ['no cars', setting('nb_cars_x_player', 0), /^line 9: nb_cars_x_player must be from 1 to \d+, found 0$/],
      ['no regeneration', setting('nb_rnds_regen', 0), /^line 10: nb_rnds_regen must be from 1 to \d+, found 0$/],
      ['4 missile bonuses', setting('nb_miss_bonuses', 4), 'line 11: nb_miss_bonuses must be from 5 to 30, found 4'],
      ['31 missile bonuses', setting('nb_miss_bonuses', 31), 'line 11: nb_miss_bonuses must be from 5 to 30, found 31'],
      ['4 gas bonuses', setting('nb_gas_bonuses', 4), 'line 12: nb_gas_bonuses must be from 5 to 15, found 4'],
      ['16 gas bonuses', setting('nb_gas_bonuses', 16), 'line 12: nb_gas_bonuses must be from 5 to 15, found 16'],
      [
        '19 water bonuses',
        setting('nb_water_bonuses', 19),
        'line 13: nb_water_bonuses must be from 20 to 150, found 19',
      ],
      [
        '151 water bonuses',
        setting('nb_water_bonuses', 151),
        'line 13: nb_water_bonuses must be from 20 to 150, found 151',
      ],
      ['bonus_miss 4', setting('bonus_miss', 4), 'line 14: bonus_miss must be 5, found 4'],
      ['bonus_gas 31', setting('bonus_gas', 31), 'line 15: bonus_gas must be 30, found 31'],
      ['water_pnts 11', setting('water_pnts', 11), 'line 16: water_pnts must be 10, found 11'],
      ['kill_pnts 29', setting('kill_pnts', 29), 'line 17: kill_pnts must be 30, found 29'],
      ['init_gas 61', setting('init_gas', 61), 'line 18: init_gas must be 60, found 61'],
      [
        'a prize from the other game',
        change('W', 'P'),
        /^line \d+: column \d+ of row 3 must be one of \. M W G X, found P$/,
      ],
      ['no title for the gas column', change(/gas {2}alive/, 'alive'), /^line \d+: expected gas, found alive$/],
    ],
  ],
  [
    'starwar',
    [
      ['the header of a different game', change('starwar', 'starwars'), 'line 1: expected starwar, found starwars'],
      ['five players', setting('nb_players', 5), 'line 4: nb_players must be 4, found 5'],
      ['no rounds', setting('nb_rnds', 0), /^line 5: nb_rnds must be from 1 to \d+, found 0$/],
      ['9 rows', setting('nb_rows', 9), /^line 6: nb_rows must be from 10 to \d+, found 9$/],
      ['9 columns', setting('nb_uni_cols', 9), /^line 7: nb_uni_cols must be from 10 to \d+, found 9$/],
      ['a window of 9 columns', setting('nb_win_cols', 9), 'line 8: nb_win_cols must be from 10 to 60, found 9'],
      [
        'a window wider than the universe',
        setting('nb_win_cols', 61),
        'line 8: nb_win_cols must be from 10 to 60, found 61',
      ],
      ['no ships', setting('nb_ships_x_player', 0), /^line 9: nb_ships_x_player must be from 1 to \d+, found 0$/],
      ['no regeneration', setting('nb_rnds_regen', 0), /^line 10: nb_rnds_regen must be from 1 to \d+, found 0$/],
      [
        '-1 missile bonuses',
        setting('nb_miss_bonuses', -1),
        /^line 11: nb_miss_bonuses must be from 0 to \d+, found -1$/,
      ],
      [
        '-1 point bonuses',
        setting('nb_point_bonuses', -1),
        /^line 12: nb_point_bonuses must be from 0 to \d+, found -1$/,
      ],
      ['bonus_miss -1', setting('bonus_miss', -1), /^line 13: bonus_miss must be from 0 to \d+, found -1$/],
      ['bonus_pnts -1', setting('bonus_pnts', -1), /^line 14: bonus_pnts must be from 0 to \d+, found -1$/],
      ['kill_pnts -1', setting('kill_pnts', -1), /^line 15: kill_pnts must be from 0 to \d+, found -1$/],
      [
        'a number with an exponent',
        setting('nb_rows', '1e1'),
        'line 6: expected a whole number for nb_rows, found 1e1',
      ],
      ['a fraction', setting('nb_rows', '15.0'), 'line 6: expected a whole number for nb_rows, found 15.0'],
      ['a missing setting', change(/kill_pnts.*\n/, ''), 'line 15: expected kill_pnts, found names'],
      ['a missing name', change(/\? \? \? \?/, '? ? ?'), 'line 18: expected rnd, found 0'],
      ['a round before the first', change('rnd 0', 'rnd -1'), /^line 18: rnd must be from 0 to \d+, found -1$/],
      ['a short row', change('05 ...', '05 ..'), /^line \d+: row 5 must have 60 cells, found 59$/],
      ['a long row', change('05 ...', '05 ....'), /^line \d+: row 5 must have 60 cells, found 61$/],
      ['a missing row', change(/14 \.+X\n/, ''), /^line \d+: expected the label of row 14, found starships$/],
      ['an unknown cell', change('05 ...', '05 .#.'), /^line \d+: column 1 of row 5 must be one of \. M P X, found #$/],
      ['a gas bonus', change('05 ...', '05 .G.'), /^line \d+: column 1 of row 5 must be one of \. M P X, found G$/],
      [
        'ids out of order',
        change(/\n1\t10\t/, '\n2\t10\t'),
        /^line \d+: starship ids count from 0: expected 1, found 2$/,
      ],
      ['ids from 1', change(/\n0\t00\t/, '\n1\t00\t'), /^line \d+: starship ids count from 0: expected 0, found 1$/],
      ['a row outside the board', change(/\n0\t00\t/, '\n0\t15\t'), /^line \d+: row must be from 0 to 14, found 15$/],
      [
        'a column outside the board',
        change(/\n0\t00\t00/, '\n0\t00\t60'),
        /^line \d+: column must be from 0 to 59, found 60$/,
      ],
      [
        'a ship on an asteroid',
        change(/\n0\t00\t00/, '\n0\t00\t59'),
        /^line \d+: starship 0 must not be on an obstacle, found one at row 0, column 59$/,
      ],
      [
        'a dead ship on an asteroid',
        change(/\n0\t00\t00\t5\ty\t0/, '\n0\t00\t59\t5\tn\t3'),
        /starship 0 must not be on an obstacle/,
      ],
      [
        'a ship on a prize',
        change(/\n0\t00\t00/, '\n0\t01\t18'),
        /^line \d+: living starship 0 must be on an empty cell, found P there$/,
      ],
      [
        'two ships in a cell',
        change(/\n1\t10\t02/, '\n1\t00\t00'),
        /^line \d+: living starship 1 must be on an empty cell, found another starship there$/,
      ],
      [
        'a negative stock',
        change(/\n0\t00\t00\t5/, '\n0\t00\t00\t-5'),
        /^line \d+: nb_miss must be from 0 to \d+, found -5$/,
      ],
      [
        'a ship that is neither alive nor dead',
        change(/\n0\t00\t00\t5\ty/, '\n0\t00\t00\t5\tx'),
        /^line \d+: alive must be y or n, found x$/,
      ],
      [
        'a living ship that waits',
        change(/\n0\t00\t00\t5\ty\t0/, '\n0\t00\t00\t5\ty\t1'),
        /^line \d+: the time of living starship 0 must be 0, found 1$/,
      ],
      [
        'too few ships',
        change(/\n7\t12.*/, ''),
        /^line \d+: expected a whole number for the id of starship 7, found missiles$/,
      ],
      ['too many ships', change(/\n7\t12.*/, '$&\n8\t3\t3\t0\ty\t0'), /^line \d+: expected missiles, found 8$/],
      [
        'too few missiles',
        change(/missiles\n0/, 'missiles\n1'),
        /^line \d+: expected a whole number for mid, found players$/,
      ],
      [
        'a missile on an asteroid',
        missiles('0 0 0 59'),
        /^line \d+: missile 0 must start on an empty cell, found X there$/,
      ],
      [
        'a missile on a ship',
        missiles('0 0 0 0'),
        /^line \d+: missile 0 must start on an empty cell, found a unit or a missile there$/,
      ],
      [
        'two missiles in a cell',
        missiles('0 0 0 7', '1 0 0 7'),
        /^line \d+: missile 1 must start on an empty cell, found a unit or a missile there$/,
      ],
      [
        'two missiles with the same id',
        missiles('4 0 0 7', '4 0 0 9'),
        /^line \d+: each missile must have a different id, found 4 twice$/,
      ],
      [
        'a missile from an unknown ship',
        missiles('0 8 0 7'),
        /^line \d+: the sid of missile 0 must be from 0 to 7, found 8$/,
      ],
      ['a missile below the last row', missiles('0 0 15 7'), /^line \d+: row must be from 0 to 14, found 15$/],
      [
        'player ids out of order',
        change(/\n1\t0\t0\n/, '\n3\t0\t0\n'),
        /^line \d+: player ids count from 0: expected 1, found 3$/,
      ],
      ['an invalid status', change(/\n3\t0\t0/, '\n3\t0\t2'), /^line \d+: status must be -1 or from 0 to 1, found 2$/],
      [
        'a truncated text',
        (text) => text.slice(0, text.indexOf('missiles')),
        /^line \d+: expected missiles, found the end of the file$/,
      ],
      ['text after the end', (text) => `${text}\nmore`, /^line \d+: expected the end of the board, found more$/],
      [
        'too many cells',
        setting('nb_rows', 1_000_000),
        /^line \d+: a universe has at most 16777216 cells, found 1000000 rows of 60$/,
      ],
      ['invalid column labels', change(/ +0+1\d*\n +0123\d*\n/, 'x\n'), /expected the label of row 0, found x$/],
      ['a missile beyond the last column', missiles('0 0 0 60'), /^line \d+: column must be from 0 to 59, found 60$/],
      ['an empty text', () => '', /^line 1: expected starwar, found the end of the file$/],
    ],
  ],
];

describe.each(BROKEN)('an invalid %s board', (id, cases) => {
  test.each(cases)('is reported with its line: %s', (_, broken, sentence) => {
    const read = GAMES[id].readBoard(broken(TEXTS[id]));
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(describeProblem(read.problem)).toMatch(sentence);
    expect(read.problem.code).toMatch(/^(board|text)\/\w+$/);
  });
});

test('readBoard reports every error code for a board', () => {
  const codes = BROKEN.flatMap(([id, cases]) =>
    cases.map(([, broken]) => {
      const read = GAMES[id].readBoard(broken(TEXTS[id]));
      return read.ok ? '' : read.problem.code;
    }),
  );
  const all = Object.keys(CYLINDER_PROBLEMS).filter((code) => code.startsWith('board/'));
  expect(new Set(codes.filter((code) => code.startsWith('board/')))).toEqual(new Set(all));
});

/** Adds missiles: `mid sid row column`. */
function missiles(...lines: string[]) {
  return change(/missiles\n0\n(.*)\n/, `missiles\n${lines.length}\n$1\n${lines.join('\n')}\n`);
}

test('a board error names the token’s line, whatever the whitespace before the token', () => {
  const text = TEXTS.starwar.replace(/nb_rows\s+15/, 'nb_rows\r\n\r\n\t 9');
  const read = starwar.readBoard(text);
  expect(!read.ok && read.problem).toEqual({
    code: 'board/nb_rows',
    message: expect.stringMatching(/found 9$/),
    line: 8,
    token: '9',
  });
});

describe('an accepted board', () => {
  const accept = (id: Id, text: string) => {
    const read = GAMES[id].readBoard(text);
    if (!read.ok) throw new Error(describeProblem(read.problem));
    return { text: GAMES[id].printBoard(read.value), first: read.value.first, settings: read.value.settings };
  };
  const plain = { madmax: accept('madmax', TEXTS.madmax).text, starwar: accept('starwar', TEXTS.starwar).text };

  test.each(['madmax', 'starwar'] as const)('can have any whitespace between tokens (%s)', (id) => {
    const tokens = TEXTS[id].split(/\s+/).filter((token) => token !== '');
    expect(accept(id, tokens.join('\n')).text).toBe(plain[id]);
    expect(accept(id, tokens.join(' \t')).text).toBe(plain[id]);
    expect(accept(id, `\r\n\v\f${tokens.join('\r\n')}`).text).toBe(plain[id]);
  });

  test('can have any number of lines with column labels, and any row numbers', () => {
    const labels = /\n +0+1[0-9]*\n +0123[0-9]*\n/;
    for (const other of ['\n', '\n 0123456789\n', '\n 0\n 1 \n 2\n'])
      expect(accept('starwar', TEXTS.starwar.replace(labels, other)).text).toBe(plain.starwar);
    const renumbered = TEXTS.starwar.replace(/^\d\d(?= [.X])/gm, (label) => `${Number(label) + 1}`);
    expect(accept('starwar', renumbered).text).toBe(plain.starwar);
  });

  test('can have values instead of ? in the fields that a match fills in', () => {
    const filled = TEXTS.madmax
      .replace(/secgame\s+\?/, 'secgame 1')
      .replace(/seed\s+\?/, 'seed -7')
      .replace('? ? ? ?', 'A B ? Demo');
    expect(accept('madmax', filled).text).toBe(plain.madmax);
  });

  test('can have statuses from another match, which the new match ignores', () => {
    expect(accept('starwar', TEXTS.starwar.replace('\n2\t0\t0', '\n2\t0\t-1')).text).toBe(plain.starwar);
    expect(accept('madmax', TEXTS.madmax.replace(/\n1\s0\s0/, '\n1 0 0.25')).text).toBe(plain.madmax);
  });

  test('can have missiles in flight in any order, dead ships, a round, and scores', () => {
    const text = missiles(
      '12 3 0 7',
      '5 7 0 9',
    )(TEXTS.starwar)
      .replace(/\n0\t00\t00\t5\ty\t0/, '\n0\t01\t18\t5\tn\t4')
      .replace('rnd 0', 'rnd 41')
      .replace(/\n2\t0\t0\n/, '\n2\t70\t0\n');
    const { first } = accept('starwar', text);
    expect(first.missiles.map((missile) => missile.id)).toEqual([5, 12]);
    expect(first.units[0]).toEqual({ row: 1, column: 18, missiles: 5, gas: 0, alive: false, time: 4 });
    expect([first.round, first.score(2)]).toEqual([41, 70]);
    // The next missile's number follows the largest number on the board.
    const state = starwar.start({ ...accept('starwar', text), dialect: boardDialect() }, 1);
    const asked = [0, 1, 2, 3].map(() => starwar.newMove());
    asked[1].push(2, 9);
    starwar.advance(state, asked);
    expect([...Array(state.missileCount).keys()].map((i) => state.missileId(i))).toContain(13);
  });

  const boardDialect = () => {
    const read = starwar.readBoard(TEXTS.starwar);
    if (!read.ok) throw new Error('never');
    return read.value.dialect;
  };

  test('can have a window as wide as the universe', () => {
    const read = starwar.readBoard(setting('nb_point_bonuses', 50)(setting('nb_win_cols', 60)(TEXTS.starwar)));
    if (!read.ok) throw new Error(describeProblem(read.problem));
    const state = starwar.start(read.value, 1);
    const asked = [0, 1, 2, 3].map(() => starwar.newMove());
    for (let round = 0; round < 30; round++) starwar.advance(state, asked);
    expect(brokenInvariant(state)).toBeUndefined();
    expect(state.round).toBe(30);
  });

  test('can be the first board of a replay', () => {
    const replay = plain.starwar.replace('secgame\t?', 'secgame\t0').replace('seed\t?', 'seed\t1');
    expect(accept('starwar', `${replay}actions_asked\n\n0\n-1\n`).text).toBe(plain.starwar);
  });
});
