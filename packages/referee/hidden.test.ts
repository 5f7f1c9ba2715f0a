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

describe.each([false, true])('in a match with a budget: %s', (limited) => {
  test('objects reachable from an observation reveal only the seat’s knowledge', async () => {
    const seen: unknown[][] = [];
    const { truth } = await attacked((state) => void seen.push(reachable(state)), limited);
    truth.forEach((state, at) => {
      dusk.redeal!(state, 1, { range: (low) => low });
      const again = dusk.observe!(state, 1);
      dusk.setGenerator!(again, 1);
      expect(seen[at]).toEqual(reachable(again));
    });
  });

  test('objects reachable from an observation reveal only the team’s knowledge, with a mate’s die', async () => {
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

  test('team mates share no memory, so one never sees another’s writes', async () => {
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

  test('buffers aren’t longer than their contents, and each question has its own', async () => {
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

  test('a write to an observation, or to an earlier one, changes nothing', async () => {
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

  test('a player’s own generator predicts neither the deal nor the match', async () => {
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

  test('the generator in an observation is the same in every match', async () => {
    const drawn: number[] = [];
    await attacked(({ chance }) => void drawn.push(chance.next()), limited);
    expect(new Set(drawn).size).toBe(1);
  });

  test('a player with an observation receives no moves', async () => {
    await attacked(() => {}, limited, { observeMoves: () => expect.fail('heard') });
  });

  test('no part of the replay exists while the match runs', async () => {
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

  test('a player is asked only when it acts, so rounds reveal only whose turn it is', async () => {
    const rounds: number[] = [];
    await attacked(({ round }) => void rounds.push(round), limited);
    expect(rounds).toEqual(rounds.map((_, at) => 2 + 3 * at));
  });
});

test('a board is the same object in every observation: it is public', async () => {
  const boards = new Set<unknown>();
  await attacked(({ board }) => void boards.add(board), true);
  expect(boards.size).toBe(1);
});

test('matches with one seed have different deals under a budget, and the same without', async () => {
  const deals = async (limited: boolean) => {
    const { truth } = await attacked(() => {}, limited);
    return [...truth[0].cells, ...truth[0].dice].join(' ');
  };
  expect(await deals(false)).toBe(await deals(false));
  expect(new Set([await deals(true), await deals(true), await deals(true)]).size).toBe(3);
});

test('a player’s own file never runs in the referee’s process, whose built-in objects it could change', () => {
  const context = { game: dusk, budget: 'none', folder: '.', api: { module: {}, open: () => '' } } as const;
  expect(moduleKind.accepts('./Mine.ts', context)).toBe(false);
  expect(moduleKind.accepts('./Mine.ts', { ...context, game: { ...dusk, observe: undefined } as never })).toBe(true);
});
