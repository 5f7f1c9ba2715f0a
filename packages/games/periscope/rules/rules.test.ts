import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describe, expect, test } from 'vitest';
import { type BOARD_PROBLEMS, readBoard } from './board.ts';
import { periscope } from './game.ts';
import { newMove, parseMove } from './move.ts';
import { EMPTY, type PeriscopeState, SUNK, UNKNOWN, UNSEEN, WRECK } from './state.ts';

/** A match on a board whose harbours have one cell per submarine. */
function match(submarines: number, wrecks: number, drawing: string, players = 2): PeriscopeState {
  const rows = drawing.trim().split(/\s+/);
  const read = readBoard(
    `periscope board 1 rounds 40 players ${players} submarines ${submarines} sight 2 ping 4 torpedo 5 wrecks ${wrecks}
     rows ${rows.length} columns ${rows[0].length} ${rows.join(' ')}`,
  );
  if (!read.ok) throw new Error(read.problem.message);
  return periscope.start(read.value, 1);
}

/** Plays the orders one after the other. */
function play(state: PeriscopeState, ...orders: string[]): PeriscopeState {
  for (const text of orders) {
    const moves = state.last.map(() => newMove());
    expect([text, parseMove(text, moves[state.turn])]).toEqual([text, true]);
    periscope.advance(state, moves);
  }
  return state;
}

function refusal(state: PeriscopeState, seat: number, text: string): string | undefined {
  const move = newMove();
  parseMove(text, move);
  return periscope.refuse!(periscope.observe!(state, seat), seat, move);
}

const scores = (state: PeriscopeState) => periscope.outcome(state).scores;

describe('an error in a Periscope board', () => {
  const good =
    'periscope board 1 rounds 40 players 2 submarines 1 sight 2 ping 4 torpedo 5 wrecks 1 rows 4 columns 4 a..* .... .... ...b';
  const broken: Record<keyof typeof BOARD_PROBLEMS, readonly [from: string, to: string, message: string]> = {
    'board/foreign': ['periscope', 'trails', 'expected periscope, found trails'],
    'board/rounds': ['rounds 40', 'rounds 0', 'rounds must be from 1 to 400, found 0'],
    'board/players': ['players 2', 'players 5', 'players must be from 2 to 4, found 5'],
    'board/submarines': ['submarines 1', 'submarines 6', 'submarines must be from 1 to 5, found 6'],
    'board/sight': ['sight 2', 'sight 0', 'sight must be from 1 to 9, found 0'],
    'board/ping': ['ping 4', 'ping 31', 'ping must be from 1 to 30, found 31'],
    'board/torpedo': ['torpedo 5', 'torpedo 0', 'torpedo must be from 1 to 30, found 0'],
    'board/wrecks': ['wrecks 1', 'wrecks -1', 'wrecks must be from 0 to 40, found -1'],
    'board/rows': ['rows 4', 'rows 3', 'rows must be from 4 to 40, found 3'],
    'board/columns': ['columns 4', 'columns 41', 'columns must be from 4 to 40, found 41'],
    'board/sides': ['players 2', 'players 3', 'players must be 2 or 4, found 3'],
    'board/row': ['a..*', 'a..', 'row 0 of the drawing has 3 cells, expected 4: a..'],
    'board/cell': ['a..*', 'ac.*', 'expected ., #, * or one of a, b at row 0, column 1, found c'],
    'board/more': ['...b', '...b more', 'the drawing has 4 rows, but more text follows: more'],
    'board/harbour': ['...b', '....', 'the drawing must have 1 cells b, one per submarine, found 0'],
    'board/sites': ['a..*', 'a...', 'the drawing must have at least 1 cells *, one per wreck, found 0'],
  };
  test.each(Object.entries(broken))('is reported with the code %s', (code, [from, to, message]) => {
    const read = readBoard(good.replace(from, to));
    expect(read).toMatchObject({ ok: false, problem: { code, message } });
  });
});

describe('Periscope orders', () => {
  test('move a submarine one or two steps, but not onto an island or off the board', () => {
    const state = match(1, 0, 'a..# .... .... ...b');
    expect(refusal(state, 0, 'move 1 up')).toBe('submarine 1 can’t go up from row 0, column 0');
    expect(refusal(state, 0, 'move 1 right right')).toBeUndefined();
    expect(refusal(state, 0, 'move 2 right')).toBe('there is no submarine 2');
    play(state, 'move 1 right right');
    expect(state.cells[0]).toBe(2);
    play(state, 'silent');
    expect(refusal(state, 0, 'move 1 down right')).toBeUndefined();
    expect(refusal(state, 0, 'move 1 right')).toBe('submarine 1 can’t go right from row 0, column 2');
  });

  test('salvage a wreck in the cell in which a move ends, and tell the opponent of the salvage', () => {
    const state = play(match(1, 1, 'a.*. .... .... ...b'), 'move 1 right right');
    expect(scores(state)).toEqual([2, 0]);
    expect(state.wrecks[0]).toBe(EMPTY);
    expect(periscope.observe!(state, 1).last[0]).toMatchObject({ report: 'salvage', cell: 2 });
    expect(periscope.observe!(state, 1).wrecks[0]).toBe(EMPTY);
  });

  test('don’t salvage a wreck that a move only passes', () => {
    const state = play(match(1, 1, 'a*.. .... .... ...b'), 'move 1 right right');
    expect([scores(state), state.wrecks[0], state.last[0].report]).toEqual([[0, 0], WRECK, 'quiet']);
  });

  test('fire a torpedo that sinks the first submarine on its path, even a friendly submarine', () => {
    const state = match(2, 0, 'a.a.b ..... ..... ....b');
    // The deal may have swapped the first two submarines.
    state.cells.set([0, 2, 4, 19]);
    play(state, 'fire 1 right');
    expect(state.last[0]).toMatchObject({ report: 'torpedo', cell: 0, direction: 1, end: 2, sunk: 1 });
    expect(scores(state)).toEqual([0, 4]);
    expect(play(state, 'silent').cells[1]).toBe(SUNK);
    expect(refusal(state, 0, 'ping 2')).toBe('submarine 2 is sunk');
    expect(scores(play(state, 'fire 1 right'))).toEqual([4, 4]);
  });

  test('fire a torpedo no farther than its range, and not through islands', () => {
    expect(play(match(1, 0, 'a......b ........ ........ ........'), 'fire 1 right').last[0]).toMatchObject({
      end: 5,
      sunk: 0,
    });
    expect(play(match(1, 0, 'a.#b .... .... ....'), 'fire 1 right').last[0]).toMatchObject({ end: 1, sunk: 0 });
  });

  test('fire a torpedo that sinks all submarines in a cell', () => {
    const state = match(2, 0, 'a.bb a... .... ....');
    state.cells.set([0, 4, 2, 2]);
    expect(scores(play(state, 'fire 1 right'))).toEqual([8, 0]);
    expect(periscope.isOver(state)).toBe(true);
  });

  test('ping nearby submarines and wrecks, and show the submarines’ cells at the time of the ping until the player’s next turn', () => {
    const state = play(match(1, 1, 'a...b *.... ..... .....'), 'ping 1', 'move 1 down');
    const seen = periscope.observe!(state, 0);
    expect([seen.cells[1], seen.contacts[1], seen.wrecks[0]]).toEqual([UNSEEN, 4, WRECK]);
    const heard = periscope.observe!(state, 1);
    expect([heard.last[0], Math.max(...heard.contacts)]).toMatchObject([{ report: 'ping', cell: 0 }, UNSEEN]);
    expect(Math.max(...periscope.observe!(play(state, 'silent'), 0).contacts)).toBe(UNSEEN);
  });

  test('are treated as silence if they are rejected', () => {
    const state = play(match(1, 0, 'a..b .... .... ....'), 'move 1 up');
    expect([state.cells[0], state.last[0].report, state.turn]).toEqual([0, 'quiet', 1]);
  });
});

describe('a seat’s sight', () => {
  test('covers the cells near the seat’s submarines, and the seat remembers wreck sites', () => {
    const state = match(1, 1, 'a.*.b ..... ..... .....');
    expect(periscope.observe!(state, 0).cells[1]).toBe(UNSEEN);
    expect(periscope.observe!(state, 1).wrecks[0]).toBe(WRECK);
    play(state, 'move 1 down down');
    expect(periscope.observe!(state, 0).wrecks[0]).toBe(WRECK);
    play(state, 'move 1 left left');
    expect(periscope.observe!(state, 0).wrecks[0]).toBe(EMPTY);
  });

  test('leaves a wreck site unknown if the seat hasn’t seen the site', () => {
    const state = match(1, 1, 'a.....b ....... ....... ...*...');
    expect([0, 1].map((seat) => periscope.observe!(state, seat).wrecks[0])).toEqual([UNKNOWN, UNKNOWN]);
  });

  test('is shared by teammates, as is the score', () => {
    const state = play(match(1, 1, 'a..*... ....... b.....d c......', 4), 'ping 1');
    expect(periscope.observe!(state, 2).contacts[2 * 4 + 1]).toBe(14);
    expect(periscope.observe!(state, 2).wrecks[0]).toBe(WRECK);
    play(state, 'silent', 'fire 1 up');
    expect(scores(state)).toEqual([4, 0, 4, 0]);
    expect(periscope.actors!(state)).toEqual([3]);
    play(state, 'silent', 'silent');
    // A player whose only submarine is sunk is skipped.
    expect(periscope.actors!(state)).toEqual([2]);
  });

  test('lets redeal move hidden submarines to unseen cells, and either submarine can be in the cell of the last ping', () => {
    const state = play(match(2, 0, 'a.......b a.......b ......... .........'), 'silent', 'ping 1');
    const random = new Lehmer(3);
    const before = periscope.observe!(state, 0);
    const heard = state.last[1].cell;
    const dealt = [state, before].flatMap((from) =>
      Array.from({ length: 50 }, () => {
        const other = periscope.clone(from);
        periscope.redeal!(other, 0, random);
        expect(periscope.observe!(other, 0)).toEqual(before);
        expect(other.cells.slice(2)).toContain(heard);
        return other.cells;
      }),
    );
    expect(new Set(dealt.map((cells) => cells[3])).size).toBeGreaterThan(10);
    // The submarine's number is hidden.
    for (const unit of [2, 3]) expect(dealt.filter((cells) => cells[unit] === heard).length).toBeGreaterThan(20);
  });
});

describe('the end of a Periscope match', () => {
  test('gives the remaining wrecks to the only remaining side', () => {
    const state = play(match(1, 2, 'a..b .... *..* ....'), 'fire 1 right');
    expect([scores(state), periscope.outcome(state).reason]).toEqual([[8, 0], 'sunk']);
    expect(periscope.actors!(state)).toEqual([]);
  });

  test('comes after a side’s only player is disqualified, and that player’s submarines are treated as sunk', () => {
    const state = match(1, 1, 'a..b .... .... *...');
    periscope.freeze(state, 0, 'time');
    play(state, 'fire 1 right');
    expect([scores(state), periscope.outcome(state).reason]).toEqual([[0, 6], 'sunk']);
  });

  test('isn’t needed before the other side gets the points for a failed player’s submarines', () => {
    const state = match(2, 0, 'a..*..b c.....d a.....b c.....d', 4);
    periscope.freeze(state, 0, 'crash');
    play(state, 'silent', 'silent');
    expect(scores(state)).toEqual([0, 8, 0, 8]);
  });

  test('comes after all rounds, or when no side has submarines', () => {
    const state = match(1, 0, 'a..b .... .... ....');
    while (!periscope.isOver(state)) play(state, 'silent');
    expect([state.round, periscope.outcome(state).reason]).toEqual([40, 'rounds']);
    const other = match(1, 0, 'a..b .... .... ....');
    for (const seat of [0, 1]) periscope.freeze(other, seat, 'crash');
    expect(periscope.outcome(play(other, 'silent')).reason).toBe('nobody');
  });
});
