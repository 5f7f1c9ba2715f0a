import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { KITS } from 'ludus/registry.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HandQuestion, HandSeat, type HandSeatSetup } from './hand-seat.ts';
import { playMatch } from './match.ts';

const kitOf = (id: string) => KITS.find(({ game }) => game.id === id)!;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a match with a person in seat 0. `questions` contains the questions to the person. */
function begin(id: string, setup: Partial<HandSeatSetup> = {}, boardSeed = 1) {
  const { game, hand, players } = kitOf(id);
  const board = game.generateBoard!(boardSeed);
  const questions: HandQuestion[] = [];
  const seat = new HandSeat({
    game,
    hand: hand!,
    name: 'Human',
    tell: (question) => questions.push(question),
    ...setup,
  });
  const others: AnyRunner[] = Array.from({ length: game.seatsOf(board) - 1 }, () => players[0].open());
  const chunks: string[] = [];
  const moves: string[] = [];
  const result = playMatch({
    game,
    board,
    seed: 1,
    runners: [seat.runner, ...others],
    record: (text) => chunks.push(text),
  });
  return { game, seat, questions, result, chunks, moves };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('a human player’s seat asks for one round at a time, and rejects a choice for another round', async () => {
  const { seat, questions, result } = begin('trails');
  await settle();
  expect(questions.map(({ round }) => round)).toEqual([0]);
  const [{ choices }] = questions;
  expect(seat.choose(0, choices[0].id)).toEqual({ ok: true });
  expect(seat.choose(0, choices[0].id)).toEqual({ ok: false, code: 'late', why: 'round 0 is over' });
  expect(seat.choose(7, choices[0].id)).toEqual({ ok: false, code: 'refused', why: 'round 7 hasn’t begun' });
  await settle();
  expect(questions.map(({ round }) => round)).toEqual([0, 1]);
  expect(seat.choose(0, choices[0].id)).toMatchObject({ code: 'late' });
  seat.leave();
  expect((await result).verdicts).toMatchObject([{ seat: 0, fault: 'disconnect', sentence: 'Human left the match.' }]);
});

test('a human player’s seat rejects a choice that isn’t offered, and leaves the question open', async () => {
  const { seat, questions, result } = begin('talltales');
  await settle();
  const { round } = questions[0];
  expect(seat.choose(round, 'call')).toMatchObject({ ok: false, code: 'refused' });
  expect(seat.submit(round, '20x6')).toMatchObject({
    ok: false,
    code: 'refused',
    why: expect.stringContaining('20x6'),
  });
  expect(seat.submit(round, 'nonsense')).toMatchObject({ ok: false, code: 'refused' });
  expect(seat.submit(round, '1x2')).toEqual({ ok: true });
  seat.leave();
  await vi.runAllTimersAsync();
  await result;
});

test('a human player’s seat rejects a typed move that would lose the match', async () => {
  const { seat, questions, result } = begin('angrymob');
  await settle();
  expect(seat.submit(questions[0].round, '0 0 5 0')).toMatchObject({ ok: false, code: 'refused' });
  seat.leave();
  await result;
});

test('a person who is too slow in one round makes no move, but stays in the match', async () => {
  const { seat, questions, result } = begin('trails', { beatMs: 100 });
  await settle();
  await vi.advanceTimersByTimeAsync(99);
  expect(questions.at(-1)?.round).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(questions.at(-1)?.round).toBe(1);
  seat.leave();
  await vi.runAllTimersAsync();
  expect((await result).verdicts).toHaveLength(1);
});

test('with a time limit, a second choice is stored for the next round', async () => {
  const { game, seat, questions, result } = begin('trails', { beatMs: 100 });
  await settle();
  const [first, second] = questions[0].choices.map(({ id }) => id);
  seat.choose(0, first);
  expect(questions.at(-1)?.choices.find(({ id }) => id === first)?.isChosen).toBe(true);
  seat.choose(0, second);
  expect(questions.at(-1)?.choices.find(({ id }) => id === second)?.isChosen).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  const now = questions.at(-1)!;
  expect(now.round).toBe(1);
  expect(now.choices.find(({ isChosen }) => isChosen)?.id).toBe(
    now.choices.some(({ id }) => id === second) ? second : undefined,
  );
  seat.leave();
  await vi.runAllTimersAsync();
  await result;
  expect(game.id).toBe('trails');
});

test('the clock stops while the match is paused', async () => {
  const { seat, questions, result } = begin('trails', { beatMs: 100, startsPaused: true });
  await vi.advanceTimersByTimeAsync(500);
  expect(questions.at(-1)).toMatchObject({ round: 0, isPaused: true, leftMs: 100 });
  seat.resume();
  await vi.advanceTimersByTimeAsync(60);
  seat.pause();
  expect(questions.at(-1)).toMatchObject({ round: 0, leftMs: 40 });
  await vi.advanceTimersByTimeAsync(500);
  expect(questions.at(-1)?.round).toBe(0);
  seat.resume();
  await vi.advanceTimersByTimeAsync(40);
  expect(questions.at(-1)?.round).toBe(1);
  seat.leave();
  await vi.runAllTimersAsync();
  await result;
});

test('a person’s choices don’t reveal hidden submarines', async () => {
  const { seat, questions, result } = begin('periscope');
  await settle();
  const { choices } = questions[0];
  const { board, cells } = kitOf('periscope').game.start(kitOf('periscope').game.generateBoard!(1), 1);
  const hostile = Array.from(cells as Int16Array).slice(board.submarines);
  const tapped = choices.flatMap(({ place }) => (place ? [place.row * board.columns + place.column] : []));
  expect(tapped.filter((cell) => hostile.includes(cell))).toEqual([]);
  seat.leave();
  await vi.runAllTimersAsync();
  await result;
});

test('the hint is a legal move, and is the move that the strongest built-in bot would choose', async () => {
  const { players } = kitOf('talltales');
  const { seat, questions, result } = begin('talltales', { adviser: () => players.at(-1)!.open() });
  await settle();
  const hint = (await seat.hint())!;
  expect(hint.adviser).toBe(players.at(-1)!.name);
  expect(questions[0].choices.map(({ id }) => id)).toContain(hint.steps[0]);
  expect(hint.text).toContain('would choose');
  seat.leave();
  await vi.runAllTimersAsync();
  await result;
});

test('a substitute plays from the next round, and has observed the match from the beginning', async () => {
  const seen: number[] = [];
  const { game, players } = kitOf('trails');
  const bot = players[0].open();
  const substitute = (): AnyRunner => ({
    name: 'Substitute',
    start: (...begin) => bot.start?.(...begin),
    play(state, move, generator) {
      seen.push(game.round(state));
      return bot.play(state, move, generator);
    },
  });
  const { seat, questions, result } = begin('trails', { substitute });
  await settle();
  seat.choose(0, questions[0].choices[0].id);
  await settle();
  seat.standIn();
  expect(seat.choose(1, questions[0].choices[0].id)).toMatchObject({ code: 'late' });
  await vi.runAllTimersAsync();
  const { verdicts, rounds } = await result;
  expect(verdicts).toEqual([]);
  expect(questions.at(-1)!.round).toBe(1);
  expect(seen.slice(0, 4)).toEqual([0, 1, 2, 3]);
  expect(rounds).toBeGreaterThan(3);
});

test('a complete move ends the round early, and the question then has no choices', async () => {
  const { seat, questions, result } = begin('talltales', { beatMs: 30_000, endsEarly: true });
  await settle();
  const { round, choices } = questions[0];
  expect(seat.choose(round, choices[0].id)).toEqual({ ok: true });
  expect(questions[1]).toMatchObject({ round, choices: [] });
  seat.leave();
  await vi.runAllTimersAsync();
  await result;
});
