import { gameOfReplay, inRevision } from '@ludus/game/replay.ts';
import { expandMoves, movesOf } from '@ludus/lab/moves-file.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { differentRevision, verifyReplay } from '@ludus/referee/verify.ts';
import { expect, test } from 'vitest';
import { goldenReplays, goldenText } from '../../conformance/golden.ts';
import { madmax } from '../../madmax/rules/game.ts';
import { builtinPlayer } from '../../registry.ts';
import { STAR_WAR, starwar } from '../../starwar/rules/game.ts';
import { view } from '../../starwar/view/index.ts';
import { generateBoard } from './generator.ts';

const GAMES = [madmax, starwar];
const second = inRevision(starwar, '2');
const [SECOND] = goldenReplays('starwar', '2')
  .filter(({ name }) => name.includes('maze1'))
  .map(({ file }) => goldenText(file));
/** The offset at which each round of a replay starts. */
const roundsOf = (text: string): number[] => [...text.matchAll(/^actions_asked$/gm)].map(({ index }) => index);
/** Shortens a replay so that its match ends after `rounds` rounds. */
const cutAfter = (text: string, rounds: number): string =>
  text.slice(0, roundsOf(text)[rounds]).replace(/^nb_rnds\t\d+$/m, `nb_rnds\t${rounds}`);

test('each revision plays a board by its own rules, whichever revision the board comes from', () => {
  const board = generateBoard(STAR_WAR, 7);
  expect(second.start(board, 1).board.dialect.diesAtCollision).toBe(true);
  expect(starwar.start(second.start(board, 1).board, 1).board.dialect.diesAtCollision).toBe(false);
  const clone = second.clone(second.start(board, 1));
  expect(clone.board.dialect.diesAtCollision).toBe(true);
});

test('inRevision returns the revision with a given id, and rejects an unknown id', () => {
  expect([starwar.revision, second.revision, madmax.revision]).toEqual(['1', '2', undefined]);
  expect(inRevision(second, '1')).toBe(starwar);
  expect(inRevision(second, undefined)).toBe(second);
  expect(() => inRevision(starwar, '3')).toThrow('Star War has no revision 3; choose 1 or 2');
  expect(() => inRevision(madmax, '2')).toThrow('Mad Max has no revisions, so revision 2 cannot be chosen');
});

test('verify names the revision that a replay follows, whatever its line endings', () => {
  expect(verifyReplay(SECOND, GAMES)).toMatchObject({ kind: 'ok', game: second, revisions: ['2'] });
  expect(verifyReplay(SECOND.replaceAll('\n', '\r\n'), GAMES)).toMatchObject({ kind: 'ok', revisions: ['2'] });
  // The sidecar alone doesn't determine the revision.
  expect(verifyReplay(SECOND, GAMES, undefined, '1')).toMatchObject({ kind: 'ok', game: second, revisions: ['2'] });
});

test('verify names both revisions if they give the same match, and uses the requested revision', () => {
  let text = '';
  playMatchSync({
    game: starwar,
    board: { ...generateBoard(STAR_WAR, 7), settings: { ...generateBoard(STAR_WAR, 7).settings, rounds: 1 } },
    seed: 1,
    runners: [0, 1, 2, 3].map(() => builtinPlayer('starwar', 'Null').open()),
    record: (piece) => (text += piece),
  });
  expect(verifyReplay(text, GAMES)).toMatchObject({ kind: 'ok', game: starwar, revisions: ['1', '2'] });
  expect(verifyReplay(text, GAMES, undefined, '2')).toMatchObject({ kind: 'ok', game: second, revisions: ['1', '2'] });
});

test('verify reports the difference from the revision that a replay follows for longest', () => {
  const start = roundsOf(SECOND)[120];
  const bad = SECOND.slice(0, start) + SECOND.slice(start).replace(/^rnd 121$/m, 'rnd 122');
  expect(verifyReplay(bad, GAMES)).toMatchObject({ kind: 'differs', game: second, revisions: ['2'], round: 121 });
  // If both revisions differ from the replay equally early, the first is reported.
  const early = SECOND.replace(/^0\t0\t0$/m, '0\t7\t0').replace(/^rnd 1$/m, 'rnd 2');
  expect(verifyReplay(early, GAMES)).toMatchObject({ kind: 'differs', game: starwar, revisions: ['1', '2'], round: 1 });
});

test('an incomplete replay belongs to the revision that it follows so far', () => {
  expect(gameOfReplay(SECOND.slice(0, SECOND.length >> 1), GAMES)).toEqual({ game: second, revisions: ['2'] });
  expect(gameOfReplay('hello', GAMES)).toBeUndefined();
});

test('a replay of a revision other than the requested one is recognised', () => {
  const verdict = verifyReplay(SECOND, GAMES);
  if (verdict.kind !== 'ok') throw new Error(verdict.message);
  expect(differentRevision(second, verdict)).toBeUndefined();
  expect(differentRevision(madmax, { ...verdict, revisions: [] })).toBeUndefined();
  expect(differentRevision(starwar, verdict)).toBe('follows revision 2 of the rules, not 1');
});

test('a compact replay of revision 2 names the revision, and expands to the full replay', () => {
  const moves = movesOf(SECOND, second)!;
  expect(moves.split('\n')[1]).toContain('"revision":"2"');
  expect(expandMoves(moves, GAMES)).toEqual({ ok: true, value: SECOND });
  expect(movesOf(SECOND, starwar)).toBeUndefined();
  expect(expandMoves(moves.replace('"revision":"2"', '"revision":"9"'), GAMES)).toMatchObject({
    problem: { line: 2, message: 'Star War has no revision 9; choose 1 or 2' },
  });
});

test('the viewer shows a replay’s revision once the replay is complete', () => {
  const opened = view.open(SECOND);
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.settings.map(({ label }) => label)).not.toContain('revision');
  opened.value.finish();
  expect(opened.value.settings[0]).toEqual({ label: 'revision', value: '2' });
});

test.each([
  ['an unknown id', '99 m 0 1'],
  ['an id below 0', '-7 s 0 1'],
  ['a unit of another player', '7 m 0 2'],
  ['a second instruction for a unit', '1 s 0 1'],
  ['an unknown direction', '0 m 5 -3'],
  ['a shot in an impossible direction', '0 s 1 1'],
])('a replay of the second revision may contain %s, which is skipped', (_, line) => {
  const text = cutAfter(SECOND, 20);
  const odd = text.replace('actions_asked\n\n0\n1 m -1 0\n', `actions_asked\n\n0\n1 m -1 0\n${line}\n`);
  expect(odd).not.toBe(text);
  expect(verifyReplay(odd, GAMES)).toMatchObject({ kind: 'ok', game: second, revisions: ['2'] });
  const first = verifyReplay(odd, [{ ...starwar, revisions: [starwar.revisions![0]] }]);
  expect(first).toMatchObject({ kind: 'differs', round: 1 });
});

test('players of the second revision see the cell of a starship’s death in the state and the dialogue', () => {
  const opened = second.replay.open(SECOND);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { board, info, next } = opened.value;
  const [one, other] = [starwar.start(board, info.seed), second.start(board, info.seed)];
  const asked = [0, 1, 2, 3].map(() => second.newMove());
  const record = { info, shares: [0, 0, 0, 0], faults: [], failed: [], actors: [] };
  next.call(opened.value, asked, other, record);
  starwar.advance(one, asked);
  second.advance(other, asked);
  const dead = [2, 3];
  expect(dead.map((unit) => other.unitAlive(unit))).toEqual([false, false]);
  expect(dead.map((unit) => [one.unitRow(unit), one.unitColumn(unit)])).not.toEqual(
    dead.map((unit) => [other.unitRow(unit), other.unitColumn(unit)]),
  );
  expect(second.dialogue!.question(other, 0)).toContain('2\t7\t0\t5\tn\t49\n3\t7\t0\t5\tn\t49\n');
});
