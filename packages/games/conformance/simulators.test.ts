import { usualBoard } from '@ludus/cli/boards.ts';
import { Observer } from '@ludus/env/observer.ts';
import { blockLength } from '@ludus/env/parts.ts';
import { PLANES_SLACK } from '@ludus/env/simulator.ts';
import { type AnyVectorEnv, VectorEnv } from '@ludus/env/vector.ts';
import { checkRounds, checkSimulator } from '@ludus/game/conformance.ts';
import { PlayerFault } from '@ludus/game/player-runner.ts';
import { observed } from '@ludus/game/secret-randomness.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { describe, expect, test } from 'vitest';
import { KITS } from '../registry.ts';
import { FIXTURES } from './fixtures.ts';

// Checks the contract that every game's simulator must keep, on the game's first board.

const GIVEN = KITS.flatMap(({ game, players, simulator }) => {
  if (!simulator) return [];
  const board = game.readBoard(usualBoard(game, 1).text);
  if (!board.ok) throw new Error(board.problem.message);
  return [{ id: game.id, game, players, simulator, board: board.value }];
});

describe.each(GIVEN)('the $id simulator', ({ game, players, simulator, board }) => {
  const units = simulator.units(board);
  const actions = simulator.actionNames.length;
  const rounds = Math.min(120, simulator.rounds(board));
  const makeEnv = (size: number): AnyVectorEnv => new VectorEnv(game, simulator, board, size);
  const hashes = (env: AnyVectorEnv) => env.states.map((state) => game.hash(state));
  /** Draws an action for each unit, whether it is allowed or not. */
  const randomActions = (length: number, seed: number) => {
    const random = new Lehmer(seed);
    return Uint8Array.from({ length }, () => random.range(0, actions - 1));
  };

  test('plays the same match as the referee, step by step', () => {
    const env = makeEnv(3);
    env.reset(7);
    const begun = env.scores.slice();
    const history: Uint8Array[] = [];
    const totals = begun.slice();
    while (env.dones.includes(0) && history.length < 400) {
      const asked = randomActions(env.size * units, history.length + 1);
      history.push(asked);
      env.step(asked);
      env.rewards.forEach((reward, i) => {
        totals[i] += reward;
      });
    }
    expect(totals).toEqual(env.scores);
    for (let match = 0; match < env.size; match++) {
      const moves = Array.from({ length: env.seats }, () => game.newMove());
      const state = game.start(board, env.seeds[match]);
      const result = playMatchSync({
        game: {
          ...game,
          start: () => state,
          isOver: (each) => game.isOver(each) || game.round(each) >= history.length,
        },
        board,
        seed: env.seeds[match],
        runners: moves.map((_, seat) => ({
          name: 'Given',
          play(_seen, move) {
            const asked = moves.map((each, i) => (i === seat ? move : each));
            simulator.ask(history[game.round(state)], match * units, asked, state);
          },
        })),
      });
      expect(game.hash(result.state)).toBe(hashes(env)[match]);
      expect(result.verdicts).toEqual([]);
    }
  });

  test('lets built-in bots play the same match as with the referee, even after a reset', () => {
    const seating = Array.from({ length: makeEnv(1).seats }, (_, seat) =>
      seat % 2 === 0 ? () => players[seat % players.length].open() : undefined,
    );
    const env: AnyVectorEnv = new VectorEnv(game, simulator, board, 2, { players: seating, illegal: 'refuse' });
    const nothing = new Uint8Array(2 * units).fill(simulator.noAction);
    for (const seed of [5, 6, 5]) {
      env.reset(seed);
      for (let round = 0; round < 60; round++) env.step(nothing);
      const state = game.start(board, env.seeds[1]);
      playMatchSync({
        game: { ...game, start: () => state, isOver: (each) => game.isOver(each) || game.round(each) >= 60 },
        board,
        seed: env.seeds[1],
        runners: seating.map((open) => open?.() ?? { name: 'Nothing', play: () => {} }),
      });
      expect(game.hash(env.states[1])).toBe(game.hash(state));
    }
  });

  test('records episodes as valid replays, even when a player fails', () => {
    const failing = () => ({
      name: 'Failing',
      play(state: unknown) {
        if (game.round(state) >= 3) throw new PlayerFault('crash', 'Failing fell over.');
      },
    });
    for (const seating of [[], [undefined, failing]]) {
      const env: AnyVectorEnv = new VectorEnv(game, simulator, board, 2, { players: seating, record: true });
      env.reset(5);
      for (let round = 1; env.dones.includes(0); round++) env.step(randomActions(2 * units, round));
      for (let match = 0; match < 2; match++) {
        const verdict = verifyReplay(env.replayOf(match)!, [game]);
        expect(verdict).toMatchObject({ kind: 'ok', rounds: game.round(env.states[match]) });
        expect(verdict).toMatchObject({ info: { seed: env.seeds[match] }, outcome: game.outcome(env.states[match]) });
      }
      expect(env.verdictsOf(0)).toHaveLength(seating.length === 0 ? 0 : 1);
    }
  });

  test('saves, restores, and resets matches without affecting other matches', () => {
    const env = makeEnv(2);
    env.reset(3);
    const play = (from: number, count: number) => {
      for (let round = from; round < from + count; round++) env.step(randomActions(2 * units, round + 1));
    };
    play(0, 40);
    const saved = env.save(0);
    const other = env.save(1);
    const before = hashes(env);
    const scores = env.scores.slice();
    play(40, 30);
    const after = hashes(env);
    env.restore(0, saved);
    env.restore(1, other);
    expect(hashes(env)).toEqual(before);
    expect(env.scores).toEqual(scores);
    play(40, 30);
    expect(hashes(env)).toEqual(after);
    env.restore(0, saved, 99);
    env.restore(1, other);
    play(40, 30);
    expect(hashes(env)[1]).toBe(after[1]);
    env.resetMatch(0, env.seeds[0]);
    const fresh = makeEnv(1);
    fresh.reset(3);
    expect(hashes(env)[0]).toBe(hashes(fresh)[0]);
  });

  test('treats each forbidden action as “no action”, which the mask always allows', () => {
    const env = makeEnv(1);
    env.reset(2);
    const random = new Lehmer(2);
    const mask = new Uint8Array(units * actions + 1).fill(77);
    const advanced = (asked: Uint8Array) => {
      const state = game.clone(env.states[0]);
      const moves = Array.from({ length: env.seats }, () => game.newMove());
      simulator.ask(asked, 0, moves, state);
      game.advance(state, moves);
      return game.hash(state);
    };
    for (let round = 0; round < 40; round++) {
      simulator.writeMask(env.states[0], mask, 0);
      expect(mask[units * actions]).toBe(77);
      const wild = Uint8Array.from({ length: units }, () => random.range(0, actions - 1));
      const tamed = wild.map((action, unit) => (mask[unit * actions + action] === 1 ? action : simulator.noAction));
      expect(advanced(tamed)).toBe(advanced(wild));
      for (let unit = 0; unit < units; unit++) expect(mask[unit * actions + simulator.noAction]).toBe(1);
      env.step(wild);
      expect(game.outcome(env.states[0]).illegal ?? []).not.toContainEqual(expect.stringMatching(/./));
    }
  });

  test('fills planes and tables to exactly their declared size, whatever the array contained before', () => {
    const env = makeEnv(1);
    env.reset(6);
    const [state] = env.states;
    for (let round = 0; round < rounds; round++) {
      env.step(randomActions(units, round + 1));
      if (round % 10 > 0) continue;
      const seat = round % env.seats;
      for (const all of [false, true]) {
        const [rows, columns] = simulator.shape(board, all);
        const length = simulator.planes.length * rows * columns;
        const [clean, dirty] = [new Uint8Array(length), new Uint8Array(length + 2).fill(99)];
        simulator.writePlanes(state, seat, columns, clean, 0);
        simulator.writePlanes(state, seat, columns, dirty, 1);
        expect(dirty.subarray(1, -1)).toEqual(clean);
        expect([dirty[0], dirty[length + 1]]).toEqual([99, 99]);
        expect(Math.max(...clean)).toBeLessThanOrEqual(simulator.planeMost);
      }
      for (const table of simulator.tables) {
        const most = table.most(board, false);
        const out = new Int32Array(most * table.fields.length + 1).fill(-99);
        const count = table.write(state, seat, most, out, 0);
        if (!table.counted) expect(count).toBe(most);
        const end = Math.min(count, most) * table.fields.length;
        expect(out.subarray(0, end)).not.toContain(-99);
        expect(out.subarray(end).every((number) => number === -99)).toBe(true);
        const player = table.fields.indexOf('player');
        for (let line = 0; player >= 0 && line < Math.min(count, most); line++)
          expect(out[line * table.fields.length + player]).toBeLessThan(env.seats);
      }
    }
  });

  test('gives the same planes when they are updated as when they are written from scratch, even for unrelated states', () => {
    const env = makeEnv(2);
    env.reset(8);
    const random = new Lehmer(8);
    for (const all of [false, true]) {
      const [rows, columns] = simulator.shape(board, all);
      const length = simulator.planes.length * rows * columns;
      const seats = all ? [env.seats - 1, 0] : [0];
      const count = 2 * seats.length;
      const guarded = new Uint8Array(count * length + PLANES_SLACK + 2).fill(9);
      const room = guarded.subarray(1, -1);
      const written = new Uint8Array(length);
      const keeper = simulator.keepPlanes?.(board, { seats, columns, count }, room);
      if (!keeper) continue;
      const saved = env.save(1);
      let since = 0;
      for (let round = 0; round < rounds; round++) {
        env.step(randomActions(2 * units, round + 1));
        since++;
        // The next state is from the same round, the next round, an earlier round, or a later round. Some pictures are
        // near the end of the memory.
        const kind = random.range(0, 11);
        if (kind === 0) continue;
        if (kind === 1) env.restore(0, env.save(1));
        if (kind === 2) env.restore(1, saved);
        if (kind === 3) env.renew(0);
        if (kind === 4) env.renew(1);
        if (kind === 5) while (keeper.at < PLANES_SLACK - 7) keeper.begin(2);
        keeper.begin(since);
        since = 0;
        expect(keeper.at).toBeLessThanOrEqual(PLANES_SLACK);
        const stateOf = (view: number) => env.states[kind === 6 ? 1 : Math.floor(view / seats.length)];
        for (let view = 0; view < count; view++) keeper.draw(view, stateOf(view));
        for (let view = 0; view < count; view++) {
          simulator.writePlanes(stateOf(view), seats[view % seats.length], columns, written, 0);
          const kept = room.subarray(keeper.at + view * length, keeper.at + (view + 1) * length);
          if (Buffer.compare(written, kept) !== 0) expect({ round, all, kind, view }).toBe('drawn alike');
        }
      }
      expect([guarded[0], guarded.at(-1)]).toEqual([9, 9]);
    }
  });

  test('gives two alternating observers the same planes as when the planes are written from scratch', () => {
    const env = makeEnv(3);
    env.reset(4);
    const [rows, columns] = simulator.shape(board, false);
    const length = simulator.planes.length * rows * columns;
    const written = new Uint8Array(3 * length);
    const observer = new Observer(env, 3, { seats: [0], observe: ['planes'], all: false });
    // Alternates between two observers, as with shared memory.
    const other = new Observer(env, 3, { seats: [0], observe: ['planes'], all: false });
    for (let round = 0; round < rounds; round++) {
      const renewed = Uint8Array.from({ length: 3 }, (_, match) => ((round + 5 * match) % 17 === 0 ? 1 : 0));
      const turn = round % 3 === 2 ? other : observer;
      turn.step(env, randomActions(3 * units, round + 1), renewed);
      if (round % 7 === 0) turn.observe(env);
      for (let match = 0; match < 3; match++)
        simulator.writePlanes(observed(game, env.states[match], 0), 0, columns, written, match * length);
      const { data } = turn.parts.find(({ name }) => name === 'planes')!;
      expect(Buffer.compare(written, data as Uint8Array)).toBe(0);
      const sent = Buffer.concat(turn.pieces);
      expect(Buffer.compare(sent.subarray(sent.length - written.length), written)).toBe(0);
      expect(sent.length).toBe(blockLength(turn.parts));
    }
  });

  test('plays at most the declared number of rounds, and checkRounds finds a match with more rounds', () => {
    const fixture = FIXTURES.find((each) => each.game.id === game.id)!;
    checkRounds(fixture, (each) => simulator.rounds(each), 1, 6);
    expect(() => checkRounds(fixture, () => 1, 1, 6)).toThrow(
      /the match is not over after round 1, the last round that the simulator’s `rounds` allows$/,
    );
  });

  test('agrees with the rules on the mask, the actions, and the scores', () => {
    checkSimulator(FIXTURES.find((each) => each.game.id === game.id)!, simulator, 1, 2);
  });

  test('generates boards with the size, settings, and tables of a given board', () => {
    const { like, tables } = simulator;
    if (!like) return;
    const others = [1, 2, 77, 123_456].map((seed) => like(board, seed));
    expect(new Set(others.map((each) => game.printBoard(each))).size).toBe(others.length);
    for (const other of others) {
      expect([simulator.units(other), simulator.rounds(other), game.seatsOf(other)]).toEqual([
        units,
        simulator.rounds(board),
        game.seatsOf(board),
      ]);
      expect(simulator.settings(other)).toEqual(simulator.settings(board));
      for (const all of [false, true]) expect(simulator.shape(other, all)).toEqual(simulator.shape(board, all));
      const read = game.readBoard(game.printBoard(other));
      expect(read.ok).toBe(true);
      for (const table of tables) {
        expect(table.most(board, true)).toBe(table.most(other, true));
        expect(table.most(other, true)).toBeGreaterThanOrEqual(table.most(other, false));
      }
    }
  });

  test('leaves a finished match unchanged until it is reset', () => {
    const env = makeEnv(1);
    env.reset(1);
    for (let round = 0; env.dones[0] === 0 && round < simulator.rounds(board); round++)
      env.step(randomActions(units, (round % 50) + 1));
    expect(env.dones[0]).toBe(1);
    const mask = new Uint8Array(units * actions);
    simulator.writeMask(env.states[0], mask, 0);
    for (let i = 0; i < mask.length; i++)
      if (mask[i] !== (i % actions === simulator.noAction ? 1 : 0)) expect(i).toBe(-1);
    const last = hashes(env);
    env.step(randomActions(units, 1));
    expect(hashes(env)).toEqual(last);
    expect(env.rewards.every((reward) => reward === 0)).toBe(true);
    env.reset(1);
    expect(env.dones[0]).toBe(0);
  });
});
