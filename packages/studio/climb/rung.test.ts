import { playGroup, RUNG_PAIRS, rungResult } from '@ludus/lab/duels.ts';
import { expect, test } from 'vitest';
import { playDuelMatch } from '../duel/play-duel-match.ts';
import { kitOf } from '../games/kits.ts';
import { playRung, rungOf } from './rung.ts';

const builtin = (name: string) => ({ kind: 'builtin', name }) as const;

test.each(['trails', 'madmax'])(
  'playRung plays the same matches as `ludus climb` in %s, and gets the same result',
  async (id) => {
    const { game, ladder, players } = kitOf(id)!;
    const [weakest, second] = ladder!.opponents.map(({ name }) => name);
    const pairs = 2;
    const rung = rungOf({ game: id }, builtin(second), weakest, pairs);
    if (typeof rung === 'string') throw new Error(rung);
    const { result } = await playRung(rung, (spec) => playDuelMatch(rung.order, spec));
    const open = [second, weakest].map((name) => () => players.find((each) => each.name === name)!.open());
    const boardOf = ladder!.board ?? ((group: number) => game.generateBoard!(group + 1));
    const groups = await Promise.all(
      Array.from({ length: pairs }, (_, group) => playGroup({ game, boardOf, open: [open[0], open[1]] }, group)),
    );
    const matches = groups.flatMap((group) => group.matches.map(({ share }) => share));
    expect(result).toEqual(
      rungResult(
        groups.map(({ score }) => score),
        matches,
        pairs,
      ),
    );
  },
);

test('a bot against itself gets half of the points, isn’t beaten, and gets a match to watch', async () => {
  const rung = rungOf({ game: 'trails' }, builtin('Gnat'), 'Gnat', RUNG_PAIRS);
  if (typeof rung === 'string') throw new Error(rung);
  const told: number[] = [];
  const { result, worst } = await playRung(
    rung,
    (spec) => playDuelMatch(rung.order, spec),
    (count) => told.push(count),
  );
  expect(result.score.mean).toBe(0.5);
  expect(result.isBeaten).toBe(false);
  expect(rung.specs).toContainEqual(expect.objectContaining({ id: worst!.id, players: worst!.players }));
  expect(told.at(-1)).toBe(2 * RUNG_PAIRS);
});

test('rungOf rejects a revision for a game without revisions', () => {
  expect(rungOf({ game: 'trails', revision: '9' }, builtin('Gnat'), 'Null', 1)).toContain('no revisions');
});
