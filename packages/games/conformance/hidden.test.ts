import type { AnyFixture } from '@ludus/game/conformance.ts';
import type { AnyRunner, PlayerGenerator } from '@ludus/game/player-runner.ts';
import { observed } from '@ludus/game/secret-randomness.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { describe, expect, test } from 'vitest';
import { FIXTURES } from './fixtures.ts';

// In each game with hidden information, attackers run in the referee's process. They must receive only the information
// that their seat may know.

const HIDING = FIXTURES.filter(({ game }) => game.observe);

type Attack = (seen: Record<string, unknown>, generator: PlayerGenerator) => void;

/**
 * Plays a match of wild moves in which the last seat attacks. Returns the true states in which this seat was asked, and
 * the replay.
 */
async function attacked({ game, ...fixture }: AnyFixture, seed: number, limited: boolean, attack: Attack) {
  const random = new Lehmer(seed);
  const board = fixture.wildBoard?.(random) ?? game.generateBoard!(seed);
  const seats = game.seatsOf(board);
  const truth: unknown[] = [];
  let last: unknown;
  const runner = (seat: number): AnyRunner => ({
    name: `player${seat}`,
    play(seen, move, generator) {
      const wild = fixture.wildMove(seen, seat, random);
      if (seat === seats - 1) {
        if (last !== undefined) truth.push(game.clone(last));
        attack(last === undefined ? {} : seen, generator);
      }
      Object.assign(move as object, wild);
    },
  });
  let replay = '';
  await playMatch({
    game,
    board,
    seed,
    limited,
    runners: Array.from({ length: seats }, (_, seat) => runner(seat)),
    record(text) {
      replay += text;
    },
    onRound(state) {
      last = state;
    },
  });
  return { truth, replay, seat: seats - 1 };
}

/**
 * All values that can be reached from a given value: fields of any kind, getters of all prototypes, and whole buffers.
 */
function reachable(value: unknown, found: unknown[] = [], known = new Set<unknown>()): unknown[] {
  if (typeof value !== 'object' || value === null || known.has(value)) {
    if (typeof value !== 'function') found.push(value);
    return found;
  }
  known.add(value);
  if (ArrayBuffer.isView(value)) found.push(...new Uint8Array(value.buffer), value.byteOffset, value.buffer.byteLength);
  if (value instanceof Map || value instanceof Set) for (const each of value) reachable(each, found, known);
  for (let owner = value; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const key of Reflect.ownKeys(owner)) {
      const { get, value: own } = Object.getOwnPropertyDescriptor(owner, key)!;
      if (get && ArrayBuffer.isView(value)) continue;
      reachable(get ? get.call(value) : own, found, known);
    }
  return found;
}

describe.each(HIDING)('hidden information in $game.title', (fixture) => {
  const { game } = fixture;

  test.each([false, true])('can’t be reached through the objects of an observation (budget: %s)', async (limited) => {
    let asked = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const seen: unknown[][] = [];
      const { truth, seat } = await attacked(fixture, seed, limited, (state) => {
        if (Object.keys(state).length > 0) seen.push(reachable(state));
      });
      expect(seen.length).toBe(truth.length);
      truth.forEach((state, at) => {
        game.redeal!(state, seat, new Lehmer(seed + at));
        expect(seen[at]).toEqual(reachable(observed(game, state, seat)));
      });
      asked += truth.length;
    }
    expect(asked).toBeGreaterThan(20);
  });

  test('can’t be changed by a write to an observation, and no two observations share memory', async () => {
    const buffers = new Set<ArrayBufferLike>();
    let arrays = 0;
    const { replay } = await attacked(fixture, 3, false, (seen) => {
      for (const [name, value] of Object.entries(seen))
        if (ArrayBuffer.isView(value)) {
          buffers.add(value.buffer);
          arrays++;
          (value as Uint8Array).fill(3);
        } else if (typeof value === 'number') seen[name] = 3;
    });
    expect(buffers.size).toBe(arrays);
    expect(verifyReplay(replay, [game])).toMatchObject({ kind: 'ok' });
  });

  test('isn’t in the observed generator, and matches with a budget share no generator state', async () => {
    const drawn = async (deal: number) => {
      const states = new Set<number>();
      const seen: unknown[] = [];
      const { seat } = await attacked(fixture, deal, true, (state, generator) => {
        states.add(generator.state);
        if ('chance' in state) seen.push(JSON.stringify(state.chance));
      });
      return { seat, states, seen: new Set(seen) };
    };
    const [one, other] = [await drawn(1), await drawn(1)];
    expect(one.seen.size).toBeLessThanOrEqual(1);
    // Under a budget, the random numbers come from a key, and no two matches have the same key.
    expect([...one.states].some((state) => other.states.has(state))).toBe(false);
  });
});
