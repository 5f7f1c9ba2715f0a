import { PlayerFault, type PlayerRunner } from '@ludus/game/player-runner.ts';
import { describe, expect, test } from 'vitest';
import { readBoard, type TrailsBoard } from '../rules/board.ts';
import { dialogue } from '../rules/dialogue.ts';
import { trails } from '../rules/game.ts';
import type { TrailsMove } from '../rules/move.ts';
import type { TrailsState } from '../rules/state.ts';
import { DOWN, LEFT, RIGHT, TrailsPlayer, UP } from './api.ts';
import { follow } from './host.ts';
import { openPlayer } from './in-process.ts';

const read = readBoard(`trails board 1 rounds 9 bonus 60 trails stay players 3 a right b left c up rows 4 columns 6
  .#....
  .a..b.
  ......
  ..c...`);
if (!read.ok) throw new Error(read.problem.message);
const board = read.value;

function opened(code: unknown, output?: { log(text: string): void; draw(shape: object): void }) {
  const runner = openPlayer('Mine', code, output);
  if (typeof runner === 'string') throw new Error(runner);
  return runner;
}

/** Starts a player and asks it once, in the state before the first round. */
function ask(
  runner: PlayerRunner<TrailsBoard, TrailsState, TrailsMove>,
  seat = 0,
  state = trails.start(board, 1),
): number {
  const move = trails.newMove();
  void runner.start!(board, state, { seat, names: ['Mine', 'B', 'C'] });
  void runner.play(state, move, { state: 5 });
  return move.direction;
}

describe('a Trails player can read', () => {
  test('the board and all positions', () => {
    const facts: unknown[] = [];
    class Asker extends TrailsPlayer {
      play() {
        facts.push([this.me, this.players, this.rows, this.columns, this.round, this.rounds]);
        facts.push([this.position, this.heading, this.positionOf(2), this.headingOf(2)]);
        facts.push([this.others(), this.lives(1)]);
        facts.push([
          this.isWall({ row: 0, column: 1 }),
          this.isFree({ row: 0, column: 1 }),
          this.isFree({ row: -1, column: -6 }),
        ]);
        facts.push([
          this.trailAt({ row: 5, column: 7 }),
          this.trailAt({ row: 0, column: 0 }),
          this.trailAt({ row: 0, column: 1 }),
        ]);
        facts.push([
          this.next(UP),
          this.next(LEFT, { row: 0, column: 0 }),
          this.exits(),
          this.exits({ row: 3, column: 2 }),
        ]);
        facts.push([this.left(UP), this.right(LEFT), this.index({ row: 1, column: -1 })]);
      }
    }
    ask(opened(Asker));
    expect(facts).toEqual([
      [0, 3, 4, 6, 0, 9],
      [{ row: 1, column: 1 }, RIGHT, { row: 3, column: 2 }, UP],
      [[1, 2], true],
      [true, false, true],
      [0, -1, -1],
      [{ row: 0, column: 1 }, { row: 0, column: 5 }, [RIGHT, DOWN, LEFT], [UP, RIGHT, DOWN, LEFT]],
      [LEFT, UP, 11],
    ]);
  });

  test('random numbers from its generator', () => {
    class Chance extends TrailsPlayer {
      play() {
        this.log(this.random(1, 6), this.random(0, 0));
        this.draw({ kind: 'cell', at: [1, 2] });
      }
    }
    const said: unknown[] = [];
    const output = { log: (text: string) => said.push(text), draw: (shape: object) => said.push(shape) };
    ask(opened(Chance, output));
    ask(opened(Chance, output));
    expect(said.length).toBe(4);
    expect(said[0]).toMatch(/^[1-6] 0$/);
    expect(said.slice(2)).toEqual(said.slice(0, 2));
  });
});

describe('a Trails player’s move', () => {
  test('is the last direction chosen, or straight ahead if none was chosen', () => {
    class Twice extends TrailsPlayer {
      play() {
        this.go(UP);
        this.go(DOWN);
      }
    }
    expect(ask(opened(Twice))).toBe(DOWN);
    expect(
      ask(
        opened(
          class extends TrailsPlayer {
            play() {}
          },
        ),
      ),
    ).toBe(-1);
  });

  test('can come from a function as well as from a class', () => {
    expect(ask(opened((player: TrailsPlayer) => player.go(LEFT)))).toBe(LEFT);
  });

  test('is empty once the player is eliminated', () => {
    const state = trails.start(board, 1);
    trails.freeze(state, 0, 'time');
    trails.advance(state, [{ direction: -1 }, { direction: -1 }, { direction: -1 }]);
    expect(
      ask(
        opened(() => expect.fail('asked')),
        0,
        state,
      ),
    ).toBe(-1);
  });
});

describe('a Trails player', () => {
  test.each<[string, unknown, string]>([
    ['undefined', undefined, 'has no default export'],
    ['an object', { play() {} }, 'has no default export'],
    [
      'a class that doesn’t extend TrailsPlayer',
      class {
        play() {}
      },
      'exports a class that does not extend TrailsPlayer',
    ],
  ])('is rejected if it is %s', (_, code, sentence) => {
    expect(openPlayer('Mine', code)).toContain(sentence);
  });

  test.each<[string, unknown, RegExp]>([
    [
      'throws an error',
      () => {
        throw new Error('oh');
      },
      /^Mine threw in round 0: oh$/,
    ],
    ['chooses an unknown direction', (player: TrailsPlayer) => player.go(7 as never), /round 0: go\(7\): expected UP/],
    ['returns a promise', async () => {}, /round 0: play returned a promise/],
    [
      'throws an error in its constructor',
      class extends TrailsPlayer {
        constructor() {
          super();
          throw new Error('no');
        }
        play() {}
      },
      /before the first round: no/,
    ],
  ])('is reported as crashed if it %s', (_, code, sentence) => {
    expect(() => ask(opened(code))).toThrow(PlayerFault);
    expect(() => ask(opened(code))).toThrow(sentence);
  });
});

/** The answers of a player with the line protocol, in a match in which the other players go straight ahead. */
async function answers(code: unknown, seat: number): Promise<{ said: string[]; states: TrailsState[] }> {
  const state = trails.start(board, 1);
  const said: string[] = [];
  const states: TrailsState[] = [];
  let lines = dialogue.introduction(board, state, seat, ['X', 'Y', 'Z']).split('\n').slice(0, -1);
  const ask = () => {
    if (!trails.isOver(state)) lines.push(...dialogue.question(state, seat).split('\n').slice(0, -1));
  };
  ask();
  states.push(state.clone());
  const next = async () => {
    const [line, ...rest] = lines;
    lines = rest;
    return line;
  };
  await follow(code, next, (text) => {
    said.push(text);
    const moves = state.board.starts.map(() => trails.newMove());
    expect(dialogue.answerLine(text.trimEnd(), state, seat, moves[seat])).toEqual({ kind: 'done' });
    trails.advance(state, moves);
    states.push(state.clone());
    ask();
  });
  expect(trails.isOver(state)).toBe(true);
  return { said, states };
}

test('a player connected through the protocol sees the same states as the referee', async () => {
  const seen: TrailsState[] = [];
  class Watcher extends TrailsPlayer {
    play() {
      seen.push(this.state.clone());
      const exits = this.exits();
      if (exits.length > 0) this.go(exits[this.random(0, exits.length - 1)]);
    }
  }
  for (const seat of [0, 1, 2]) {
    seen.length = 0;
    const { said, states } = await answers(Watcher, seat);
    expect(seen.length).toBeGreaterThan(1);
    seen.forEach(({ cells, heads, headings, round, endedIn }, n) => {
      const lives = (ended: Int32Array) => ended.map((ended) => Math.min(1, ended));
      expect([cells, heads, headings, round]).toEqual([
        states[n].cells,
        states[n].heads,
        // The dialogue omits the heading of an eliminated player.
        states[n].headings.map((heading, player) => (states[n].endedIn[player] > 0 ? headings[player] : heading)),
        states[n].round,
      ]);
      expect(lives(endedIn)).toEqual(lives(states[n].endedIn));
    });
    // After it has been eliminated, it continues to answer, but doesn't move.
    expect(said.slice(seen.length).every((word) => word === 'ahead\n')).toBe(true);
  }
});

test('follow rejects an invalid Trails player', async () => {
  await expect(
    follow(
      7,
      async () => undefined,
      () => {},
    ),
  ).rejects.toThrow('the player has no default export');
});
