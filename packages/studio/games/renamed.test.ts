import { playMatchSync } from '@ludus/referee/match.ts';
import { searchDifference } from '@ludus/viewer/player.ts';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { viewOf } from './views.ts';

test.each(KITS.map((kit) => [kit.game.id, kit] as const))(
  'a renamed match of %s shows only the new names, and doesn’t differ from the original match otherwise',
  (id, { game, players }) => {
    const board = game.generateBoard!(3);
    const seats = Array.from({ length: game.seatsOf(board) }, (_, seat) => seat);
    let text = '';
    playMatchSync<unknown, unknown, unknown>({
      game,
      board,
      seed: 5,
      runners: seats.map((seat) => Object.assign(Object.create(players[0].open()), { name: `P${seat + 1}` })),
      limited: true,
      record: (piece) => {
        text += piece;
      },
    });
    const view = viewOf(id)!;
    const names = seats.map((seat) => `Ann ${'abcd'[seat]}`);
    const [whole, again] = [0, 1].map(() => {
      const opened = view.open(text);
      if (!opened.ok) throw new Error(opened.problem.message);
      opened.value.finish();
      return opened.value;
    });
    whole.rename?.(names);
    // Two matches that differ only in names are treated as the same match.
    const search: Parameters<typeof searchDifference>[2] = { done: 0, found: undefined };
    expect(searchDifference(whole, again, search, () => search.done > 30)).toBe(whole.last <= 30);
    expect(search.found).toBeUndefined();
    for (const looking of [-1, 0]) {
      const timeline = looking < 0 ? whole : (whole.seenBy?.(looking) ?? whole);
      const said: unknown[] = [timeline.ending];
      for (let round = 1; round <= timeline.last; round += 5) {
        const [before, after] = [timeline.frame(round - 1), timeline.frame(round)];
        said.push(view.seats(after), view.marks(before, after, names));
        said.push(view.describe(after, before, names));
      }
      expect(JSON.stringify(said)).toContain('Ann a');
      expect(JSON.stringify(said)).not.toMatch(/\bP\d\b/);
    }
  },
);
