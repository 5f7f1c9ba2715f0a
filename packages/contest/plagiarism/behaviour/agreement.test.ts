import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { agreements, unusualAgreements } from './agreement.ts';
import { type Answers, answersTo, openRecording, type SeatRecording } from './answers.ts';

/** Returns a pseudo-random generator that is the same in every run. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** Returns eight players that follow an obvious rule in half of the rounds and act at random in the others. */
function field(copied: number, matches = 6): Answers[] {
  const rule = draws(7);
  const obvious = Array.from({ length: matches }, () => Array.from({ length: 100 }, () => [`move ${rule(9)}`]));
  const players = Array.from({ length: 8 }, (_, p) => {
    const next = draws(100 + p);
    return obvious.map((match) => match.map((answer) => (next(2) === 0 ? answer : [`move ${next(9)}`])));
  });
  // The last player copies the first player in this number of 100 rounds.
  const next = draws(55);
  const copy = players[7].map((match, m) => match.map((answer, r) => (next(100) < copied ? players[0][m][r] : answer)));
  return [...players.slice(0, 7), copy];
}

test('bots that often follow the same obvious rule agree, but no pair stands out', () => {
  const all = agreements(field(0));
  expect(all).toHaveLength(28);
  expect(all[0].same).toBeGreaterThan(0.25);
  expect(Math.max(...all.map(({ excess }) => Math.abs(excess)))).toBeLessThan(0.08);
  expect(unusualAgreements(all)).toEqual([]);
});

test.each([100, 95])('a bot that copies another bot’s choices in %i of 100 rounds stands out', (copied) => {
  const all = agreements(field(copied));
  expect(unusualAgreements(all).map(({ left, right }) => [left, right])).toEqual([[0, 7]]);
  expect(all[0].excess).toBeGreaterThan(copied / 100 - 0.1);
  expect(all[0].margin).toBeLessThan(0.1);
  if (copied === 100) expect(all[0].excess).toBeCloseTo(1, 9);
});

test('no pair is reported if the game leaves no choice, if there are only two bots, or after one match', () => {
  const forced: Answers = [[['move 1'], [], ['move 1']]];
  expect(agreements([forced, forced, forced]).map(({ excess, rounds }) => [excess, rounds])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(agreements([forced, forced])).toEqual([]);
  expect(unusualAgreements(agreements(field(100, 1)))).toEqual([]);
});

test('a bot that fails is compared up to its failure', () => {
  const players = field(0);
  const cut = players.map((answers, p) => (p === 3 ? answers.map((match) => match.slice(0, 20)) : answers));
  const rounds = (p: number) => agreements(cut).find(({ left, right }) => left === 0 && right === p)!.rounds;
  expect(rounds(3)).toBeLessThanOrEqual(120);
  expect(rounds(4)).toBeGreaterThan(400);
});

test('two copies of a bot make the same choices in recorded matches', async () => {
  // Any game with at least three built-in bots.
  const { game, players: all } = KITS.find((kit) => kit.players.length >= 3 && kit.game.generateBoard)!;
  // The weakest players come first and are fast.
  const players = all.slice(0, 3);
  const showings: SeatRecording[] = [3, 4].map((seed) => {
    const board = game.generateBoard!(seed);
    const runners = Array.from(
      { length: game.seatsOf(board) },
      (_, seat) => players[seat % players.length].open() as AnyRunner,
    );
    const chunks: string[] = [];
    playMatchSync({ game, board, seed, runners, record: (text) => chunks.push(text) });
    const opened = openRecording(chunks.join(''), [game], 0);
    if (!opened.ok) throw new Error(opened.problem.message);
    return { recording: opened.value, seat: 0 };
  });
  const shown = await Promise.all(
    [...players, players.at(-1)!].map((player) => answersTo(showings, () => player.open())),
  );
  expect(shown.flatMap(({ failures }) => failures)).toEqual([]);
  expect(shown[0].answers.every((match) => match.length > 5)).toBe(true);
  const [first, ...rest] = agreements(shown.map(({ answers }) => answers));
  expect([first.left, first.right]).toEqual([players.length - 1, players.length]);
  expect(first.excess).toBeCloseTo(1, 9);
  expect(rest[0].excess).toBeLessThan(0.95);
});
