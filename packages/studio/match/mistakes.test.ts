import { explain } from '@ludus/lab/why.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { openReplay } from '@ludus/viewer/replay.ts';
import { expect, test } from 'vitest';
import { BUILTIN_BOARDS } from '../data/boards.ts';
import { kitOf } from '../games/kits.ts';
import { VIEWS } from '../games/views.ts';
import {
  isAvoided,
  judge,
  type MatchExplanation,
  type Mistake,
  mishapsOf,
  mistakesOf,
  nextMistake,
  readSolved,
  solvedIn,
  standingAt,
  withSolved,
} from './mistakes.ts';

type Moment = MatchExplanation['moments'][number];
const moment = (round: number, weight: number, more: Partial<Moment> = {}): Moment => ({
  round,
  weight,
  kind: 'mishap',
  id: 'lost',
  text: 'Mine lost a car.',
  better: null,
  ...more,
});

test('the mistakes are the five worst moments in chronological order, including a turning point that no other moment explains', () => {
  const turn = moment(7, 9, { kind: 'turn', id: 'turn', text: 'The chances of Mine fell from 60% to 20% by round 9.' });
  const six = [moment(9, 0.6), moment(2, 0.1), moment(5, 0.5), moment(1, 0.4), moment(8, 0.3), moment(3, 0.2)];
  const turningPoint = { from: 6, to: 7, before: 0.6, after: 0.2 };
  const rounds = (moments: readonly Moment[], point: MatchExplanation['turningPoint'] = turningPoint) =>
    mistakesOf({ moments, turningPoint: point }).map(({ round }) => round);
  expect(rounds([turn, ...six])).toEqual([1, 3, 5, 8, 9]);
  expect(rounds([turn, ...six.slice(0, 2)])).toEqual([2, 7, 9]);
  expect(rounds([turn, ...six.slice(0, 3)], { ...turningPoint, from: 5 })).toEqual([2, 5, 9]);
  expect(rounds([turn], { ...turningPoint, before: 0.2, after: 0.6 })).toEqual([]);
  expect(rounds([turn], null)).toEqual([]);
});

test('a retry starts in the round in which a different move would help, or else one round before the mistake', () => {
  const better = { round: 4, move: 'R', text: 'turning right' };
  const missed = { kind: 'missed' as const, id: 'shoot', text: 'Shoot when a car is ahead.' };
  const moments = [moment(6, 1, { better }), moment(9, 0.5), moment(0, 0.4), moment(12, 0.3, missed)];
  expect(mistakesOf({ moments, turningPoint: null })).toEqual([
    { id: 'lost 0', round: 0, from: 0, text: 'Mine lost a car.', better: undefined, mishap: 'lost' },
    {
      ...{ id: 'lost 6', round: 6, from: 4, text: 'Mine lost a car.', mishap: 'lost' },
      better: 'In round 4, turning right would have been better.',
    },
    { id: 'lost 9', round: 9, from: 8, text: 'Mine lost a car.', better: undefined, mishap: 'lost' },
    {
      ...{ id: 'shoot 12', round: 12, from: 11, better: undefined, mishap: undefined },
      text: 'a missed chance: shoot when a car is ahead.',
    },
  ]);
});

test('a retry is judged by place, and then by score', () => {
  const judged = (before: [number, number], now: [number, number], avoided?: boolean) =>
    judge({ round: 9 }, { place: before[0], score: before[1] }, { place: now[0], score: now[1] }, undefined, avoided);
  expect(judged([3, 8], [1, 12])).toEqual({
    isBetter: true,
    sentence: 'It went better than in the match: place 1 instead of 3, score 12 instead of 8.',
  });
  expect(judged([2, 8], [2, 9]).isBetter).toBe(true);
  expect(judged([2, 8], [2, 8])).toEqual({
    isBetter: false,
    sentence: 'It went the same as in the match: place 2, score 8.',
  });
  expect(judged([1, 8], [2, 20])).toEqual({
    isBetter: false,
    sentence: 'It went worse than in the match: place 2 instead of 1, score 20 instead of 8.',
  });
});

test('avoiding a mishap solves the mistake if the result is the same as in the match, but not if it is worse', () => {
  const at = (score: number) => ({ place: 2, score });
  const judged = (score: number, avoided: boolean) => judge({ round: 9 }, at(8), at(score), undefined, avoided);
  expect(judged(8, true)).toEqual({
    isBetter: true,
    sentence: 'You avoided it. It went the same as in the match: place 2, score 8.',
  });
  expect(judged(7, true).isBetter).toBe(false);
  expect(judged(8, false)).toEqual({
    isBetter: false,
    sentence: 'It happened again. It went the same as in the match: place 2, score 8.',
  });
  expect(judged(9, false).isBetter).toBe(true);
  const mistake = { ...{ id: 'lost 9', round: 9, from: 8, text: '', better: undefined }, mishap: 'lost' };
  const again = (id: string, round: number) => isAvoided(mistake, [{ id, round }]);
  expect([again('lost', 7), again('lost', 8), again('lost', 13), again('lost', 14), again('hit', 9)]).toEqual([
    ...[true, false, false, true, true],
  ]);
  expect(isAvoided({ ...mistake, mishap: undefined }, [])).toBeUndefined();
  const missed = moment(3, 1, { kind: 'missed' });
  expect(mishapsOf({ moments: [moment(9, 1), missed] })).toEqual([{ id: 'lost', round: 9 }]);
});

test('an abandoned retry is judged up to its last round if it got past the mistake', () => {
  const [before, now] = [
    { place: 2, score: 3 },
    { place: 1, score: 5 },
  ];
  expect(judge({ round: 9 }, before, now, 9, true)).toEqual({
    isBetter: false,
    sentence: 'You stopped in round 9. Play on past round 9 to see if it goes better.',
  });
  expect(judge({ round: 9 }, before, now, 10, undefined)).toEqual({
    isBetter: true,
    sentence: 'It went better than in the match up to round 10: place 1 instead of 2, score 5 instead of 3.',
  });
});

test('nextMistake returns the next unsolved mistake, and continues with the first after the last', () => {
  const mistakes = ['a', 'b', 'c'].map(
    (id): Mistake => ({ id, round: 1, from: 0, text: '', better: undefined, mishap: undefined }),
  );
  expect(nextMistake(mistakes, [], 0)).toBe(1);
  expect(nextMistake(mistakes, ['b'], 0)).toBe(2);
  expect(nextMistake(mistakes, [], 2)).toBe(0);
  expect(nextMistake(mistakes, ['a', 'b'], 2)).toBeUndefined();
});

test('solved mistakes are stored for the newest fifty matches, and unreadable data is ignored', () => {
  let solved = withSolved(withSolved([], 'one', 'a'), 'one', 'a');
  solved = withSolved(solved, 'one', 'b');
  expect(solvedIn(solved, 'one')).toEqual(['a', 'b']);
  expect(solvedIn(solved, 'two')).toEqual([]);
  for (let n = 0; n < 50; n++) solved = withSolved(solved, String(n), 'a');
  expect(solved).toHaveLength(50);
  expect(solvedIn(solved, 'one')).toEqual([]);
  expect(readSolved(JSON.parse(JSON.stringify(solved)))).toEqual(solved);
  expect([readSolved(null), readSolved('x'), readSolved([3, ['a']])]).toEqual([[], [], []]);
});

test('a lost match of Trails has mistakes, and standingAt returns the seat’s final score', () => {
  const kit = kitOf('trails')!;
  const names = ['Null', kit.partners.sparring];
  const board = kit.game.readBoard(BUILTIN_BOARDS.find(({ game }) => game === 'trails')!.text);
  if (!board.ok) throw new Error(board.problem.message);
  const chunks: string[] = [];
  const runners = Array.from({ length: kit.game.seatsOf(board.value) }, (_, seat) =>
    kit.players.find(({ name }) => name === names[Math.min(1, seat)])!.open(),
  );
  const { outcome } = playMatchSync({
    ...{ game: kit.game, board: board.value, seed: 1, runners },
    record: (chunk) => chunks.push(chunk),
  });
  const why = explain(kit, chunks.join(''), 0);
  const opened = openReplay(VIEWS, chunks.join(''));
  if (!why.ok || !opened.ok) throw new Error('the match can’t be explained');
  const mistakes = mistakesOf(why.value);
  expect(mistakes.length).toBeGreaterThan(0);
  for (const { from, round } of mistakes)
    expect([from >= 0, from <= round, round < why.value.rounds]).not.toContain(false);
  opened.value.finish();
  expect(standingAt(opened.value, 0, why.value.rounds).score).toBe(outcome.scores[0]);
  expect(standingAt(opened.value, 0, 10_000)).toEqual(standingAt(opened.value, 0, why.value.rounds));
});
