import { expect, test } from 'vitest';
import { doubtText, ladderBoards, rungDoubt, rungResult } from './rungs.ts';

const option = (pairs: number) => `${pairs} pairs`;
const result = (...groups: number[]) => rungResult(groups, groups, groups.length);

test('an opponent is beaten if a bot has more than half of the points after all pairs', () => {
  expect(result(1, 0.5, 0.5).isBeaten).toBe(true);
  expect(result(1, 0, 0.5).isBeaten).toBe(false);
  expect(rungResult([1, 1], [1, 1, 1, 1], 3).isBeaten).toBeNull();
  expect(rungResult([0.75], [1, 0.5], 1).wins).toEqual({ won: 1, drawn: 1, lost: 0 });
});

test('a result is uncertain while its interval contains one half', () => {
  expect(rungDoubt(result(1, 1, 1, 1, 1, 1))).toBeUndefined();
  expect(rungDoubt(rungResult([0.5], [0.5], 2))).toBeUndefined();
  expect(rungDoubt(result(1, 0, 0.5))).toEqual({ kind: 'half' });
  const doubt = rungDoubt(result(1, 1, 0.5, 0.5, 0.5, 0))!;
  expect(doubt.kind).toBe('luck');
  expect(doubtText(doubt, option)).toMatch(/^This may be luck: if the trend continues, \d+ pairs settles it\.$/);
  expect(doubtText({ kind: 'luck' }, option)).toContain('even 1000 pairs would not settle the question');
});

test('ladderBoards prefers the ladder’s own boards, then generated boards, then the game’s boards in turn', () => {
  const generateBoard = (seed: number) => seed;
  const named = () => ['one', 'two'].map((name) => ({ name, board: name }));
  const game = { title: 'Dusk' };
  expect(ladderBoards({ ...game, generateBoard }, (group) => -group, named)(3).board).toBe(-3);
  expect(ladderBoards({ ...game, generateBoard }, undefined, named)(3)).toEqual({ name: 'board 4', board: 4 });
  expect(ladderBoards(game, undefined, named)(3).name).toBe('two');
  expect(() => ladderBoards(game, undefined, () => [])).toThrow('Dusk comes with no boards and generates none');
});
