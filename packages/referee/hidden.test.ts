import { type DuskBoard, type DuskState, dusk } from '@ludus/game/conformance.ts';
import type { AnyRunner, PlayerGenerator } from '@ludus/game/player-runner.ts';
import { advance } from '@ludus/kernel/lehmer.ts';
import { moduleKind } from '@ludus/runtime/kinds.ts';
import { describe, expect, test } from 'vitest';
import { playMatch } from './match.ts';
import { verifyReplay } from './verify.ts';

// Attackers in the referee's process, in a game with fog and hidden dice: they can only access their seat's
// observations.

const BOARD: DuskBoard = { players: 3, cells: 20, sight: 0, rounds: 31 };

const TEAMS: DuskBoard = { players: 4, cells: 20, sight: 0, rounds: 33, teams: 2 };

type Attack = (seen: DuskState, generator: PlayerGenerator, board: DuskBoard) => void;

/** Plays a match in which seat 1 attacks; returns the true states in which it was asked. */
async function attacked(attack: Attack, limited: boolean, more: Partial<AnyRunner> = {}, on = BOARD) {
  const truth: DuskState[] = [];
  let last: DuskState | undefined;
  let board!: DuskBoard;
  const runner = (seat: number): AnyRunner => ({
    name: `Player${seat}`,
    ...(seat === 1 && more),
    start(given) {
      board = given;
    },
    play(seen, _move, generator) {
      if (seat !== 1) return;
      truth.push(dusk.clone(last!));
      attack(seen, generator, board);
    },
  });
  let replay = '';
  const result = await playMatch({
    game: dusk,
    board: on,
    seed: 5,
    limited,
    runners: Array.from({ length: on.players }, (_, seat) => runner(seat)),
    record(text) {
      replay += text;
    },
    onRound(state) {
      last = state;
    },
  });
  expect(truth.length).toBe(Math.floor((on.rounds - 1) / on.players));
  return { result, replay, truth };
}

/** All numbers reachable from a value: its fields, its prototypes' getters, and whole buffers. */
function reachable(value: unknown, found: unknown[] = [], seen = new Set<unknown>()): unknown[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) {
    if (typeof value === 'number' || typeof value === 'string') found.push(value);
    return found;
  }
  seen.add(value);
  if (ArrayBuffer.isView(value)) reachable([...new Uint8Array(value.buffer)], found, seen);
  for (let owner = value; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const key of Reflect.ownKeys(owner)) {
      const { get, value: own } = Object.getOwnPropertyDescriptor(owner, key)!;
      if (ArrayBuffer.isView(value) && get) continue;
      reachable(get ? get.call(value) : own, found, seen);
    }
  return found;
}

describe.each([false, true])('hidden information, with a budget: %s', (limited) => {
  test('can’t be reached through the objects of an observation, which hold only the seat’s knowledge', async () => {
    const seen: unknown[][] = [];
    const { truth } = await attacked((state) => void seen.push(reachable(state)), limited);
    truth.forEach((state, at) => {
      dusk.redeal!(state, 1, { range: (low) => low });
      const again = dusk.observe!(state, 1);
      dusk.setGenerator!(again, 1);
      expect(seen[at]).toEqual(reachable(again));
    });
  });

  test('can’t be reached beyond the team’s knowledge, which includes a teammate’s die', async () => {
    const seen: unknown[][] = [];
    const dice: number[][] = [];
    const attack: Attack = (state) => {
      seen.push(reachable(state));
      dice.push([...state.dice]);
    };
    const { truth } = await attacked(attack, limited, {}, TEAMS);
    truth.forEach((state, at) => {
      expect(dice[at]).toEqual([0, state.dice[1], 0, state.dice[3]]);
      dusk.redeal!(state, 1, { range: (low) => low });
      const again = dusk.observe!(state, 1);
      dusk.setGenerator!(again, 1);
      expect(seen[at]).toEqual(reachable(again));
    });
  });

  test('isn’t passed on through buffers, which teammates don’t share', async () => {
    const buffers = new Set<ArrayBufferLike>();
    let arrays = 0;
    const look = ({ cells, dice, scores, frozen }: DuskState) => {
      for (const { buffer } of [cells, dice, scores, frozen]) {
        arrays++;
        buffers.add(buffer);
      }
      scores.fill(99);
    };
    const runners = [0, 1, 2, 3].map(
      (seat): AnyRunner => ({ name: `Player${seat}`, start: (_, state) => look(state), play: look }),
    );
    const { outcome } = await playMatch({ game: dusk, board: TEAMS, seed: 5, limited, runners });
    expect(buffers.size).toBe(arrays);
    expect(Math.max(...outcome.scores)).toBeLessThan(99);
  });

  test('isn’t in buffers, which are no longer than their contents and separate for each question', async () => {
    const buffers = new Set<ArrayBufferLike>();
    let arrays = 0;
    await attacked(({ cells, dice, scores, frozen }) => {
      for (const each of [cells, dice, scores, frozen]) {
        arrays++;
        buffers.add(each.buffer);
        expect(each.byteLength).toBe(each.buffer.byteLength);
      }
    }, limited);
    expect(buffers.size).toBe(arrays);
  });

  test('doesn’t change when a player writes to its current or an earlier observation', async () => {
    const kept: DuskState[] = [];
    const { replay } = await attacked((state) => {
      for (const old of kept) expect(old.scores[2]).toBe(99);
      state.scores.fill(99);
      state.cells.fill(0);
      state.chance.seed(1);
      Object.assign(state, { turn: 1, round: 0, board: { ...state.board, rounds: 1000 } });
      kept.push(state);
    }, limited);
    expect(verifyReplay(replay, [dusk])).toMatchObject({ kind: 'ok', rounds: 31 });
  });

  test('can’t be predicted with a player’s own generator', async () => {
    const drawn: number[] = [];
    const { truth } = await attacked((_, generator) => {
      for (let n = 0; n < 5; n++) {
        generator.state = advance(generator.state);
        drawn.push(generator.state);
      }
    }, limited);
    for (const seed of drawn) {
      const guess = dusk.start(BOARD, seed);
      dusk.advance(
        guess,
        [0, 1, 2].map(() => dusk.newMove()),
      );
      expect([...guess.cells, ...guess.dice]).not.toEqual([...truth[0].cells, ...truth[0].dice]);
    }
  });

  test('isn’t in the generator of an observation, which is the same in every match', async () => {
    const drawn: number[] = [];
    await attacked(({ chance }) => void drawn.push(chance.next()), limited);
    expect(new Set(drawn).size).toBe(1);
  });

  test('isn’t in moves, because a player with an observation doesn’t receive moves', async () => {
    await attacked(() => {}, limited, { observeMoves: () => expect.fail('heard') });
  });

  test('isn’t in a replay while the match is running, because no part is written yet', async () => {
    let isOver = false;
    const runners: AnyRunner[] = [0, 1, 2].map((seat) => ({ name: `Player${seat}`, play() {} }));
    await playMatch({
      game: dusk,
      board: BOARD,
      seed: 5,
      limited,
      runners,
      onRound: (_, round) => {
        isOver = round === BOARD.rounds;
      },
      record: () => expect(isOver).toBe(true),
    });
  });

  test('can’t be inferred from the rounds that a player sees, because a player is asked only when it acts', async () => {
    const rounds: number[] = [];
    await attacked(({ round }) => void rounds.push(round), limited);
    expect(rounds).toEqual(rounds.map((_, at) => 2 + 3 * at));
  });
});

test('every observation contains the same board object, because the board is public', async () => {
  const boards = new Set<unknown>();
  await attacked(({ board }) => void boards.add(board), true);
  expect(boards.size).toBe(1);
});

test('matches with the same seed have different deals with a budget, and the same deal without a budget', async () => {
  const deals = async (limited: boolean) => {
    const { truth } = await attacked(() => {}, limited);
    return [...truth[0].cells, ...truth[0].dice].join(' ');
  };
  expect(await deals(false)).toBe(await deals(false));
  expect(new Set([await deals(true), await deals(true), await deals(true)]).size).toBe(3);
});

test('a player’s own file doesn’t run in the referee’s process if the game hides information', () => {
  const context = { game: dusk, budget: 'none', folder: '.', api: { module: {}, open: () => '' } } as const;
  expect(moduleKind.accepts('./Mine.ts', context)).toBe(false);
  expect(moduleKind.accepts('./Mine.ts', { ...context, game: { ...dusk, observe: undefined } as never })).toBe(true);
});
