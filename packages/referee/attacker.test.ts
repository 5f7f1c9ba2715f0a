import { readFileSync } from 'node:fs';
import type { AnyRunner, PlayerGenerator } from '@ludus/game/player-runner.ts';
import { LEHMER_MODULUS } from '@ludus/kernel/lehmer.ts';
import { processKind } from '@ludus/runtime/kinds.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { expect, test } from 'vitest';
import { playMatch } from './match.ts';

/**
 * An attacker on the board's generator (docs/protocol.md, "Random numbers"). The Lehmer step x ← 48271·x mod (2³¹−1) is
 * invertible. From one number, a player can compute its generator's first state, 1 + |match seed + seat|, and from that
 * the board's.
 */
const SEED = 20260137;
const SEAT = 2;

/** 48271⁻¹ mod (2³¹−1), by Fermat's little theorem. */
function inverse(): bigint {
  const modulus = BigInt(LEHMER_MODULUS);
  let result = 1n;
  let base = 48271n;
  for (let exponent = modulus - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

const undo = (state: number): number => Number((BigInt(state) * inverse()) % BigInt(LEHMER_MODULUS));

/** The attacker's guess of the match seed, and whether it predicts the board's generator. */
async function attack(limited: boolean): Promise<{ seed: number; predicts: boolean }> {
  const text = readFileSync(new URL('../games/starwar/boards/default.cnf', import.meta.url), 'utf8');
  const board = starwar.readBoard(text.replace(/nb_rnds\s+\d+/, 'nb_rnds 3'));
  if (!board.ok) throw new Error(board.problem.message);
  let seed: number | undefined;
  let actual = 0;
  const attacker: AnyRunner = {
    name: 'Attacker',
    play(_state: unknown, _move: unknown, generator: PlayerGenerator) {
      // The referee has already drawn one number. A number that the player draws itself is the successor of this state,
      // and reveals just as much.
      seed ??= undo(generator.state) - 1 - SEAT;
    },
  };
  const nobody: AnyRunner = { name: 'Nobody', play() {} };
  const runners = [nobody, nobody, attacker, nobody];
  await playMatch({
    game: starwar,
    board: board.value,
    seed: SEED,
    runners,
    limited,
    onRound(state, round) {
      if (round === 1) actual = starwar.hash(state);
    },
  });
  // The attacker's prediction: the board after a round without moves, including all later draws.
  const predicted = starwar.start(board.value, seed!);
  starwar.advance(
    predicted,
    [0, 1, 2, 3].map(() => starwar.newMove()),
  );
  return { seed: seed!, predicts: starwar.hash(predicted) === actual };
}

test('a drawn number reveals the seed and the board’s later draws in a match without a budget', async () => {
  expect(await attack(false)).toEqual({ seed: SEED, predicts: true });
});

test('a drawn number reveals neither the seed nor the board’s later draws in a match with a budget', async () => {
  for (let n = 0; n < 20; n++) {
    const { seed, predicts } = await attack(true);
    expect(seed).not.toBe(SEED);
    expect(predicts).toBe(false);
  }
});

test('programs can’t find the seed in their input or in their environment', async () => {
  const log: string[] = [];
  const text = readFileSync(new URL('../games/starwar/boards/default.cnf', import.meta.url), 'utf8');
  const board = starwar.readBoard(text.replace(/nb_rnds\s+\d+/, 'nb_rnds 3'));
  if (!board.ok) throw new Error(board.problem.message);
  const script =
    'env >&2; while read line; do echo "$line" >&2; case "$line" in pid*) read a; read b; read c; read d; echo -1;; esac; done';
  const source = await processKind.prepare(`cmd:sh -c '${script}'`, { game: starwar, budget: 'cpu', folder: '/' });
  const nobody: AnyRunner = { name: 'Nobody', play() {} };
  const runners = [nobody, await source.open({ log: (line) => log.push(line), draw() {} }), nobody, nobody];
  const { verdicts } = await playMatch({ game: starwar, board: board.value, seed: SEED, runners, limited: true });
  expect(verdicts).toEqual([]);
  const told = log.join('\n');
  expect(told).toContain('seed\t?');
  expect(told).not.toContain(String(SEED));
});
