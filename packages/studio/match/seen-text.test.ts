import { playMatchSync } from '@ludus/referee/match.ts';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { viewOf } from '../games/views.ts';
import { SeenText } from './seen-text.ts';

const HIDING = KITS.filter(({ game }) => game.observe);

test.each(HIDING.map((kit) => [kit.game.id, kit] as const))(
  'the text for a seat of %s shows the same rounds as the replay’s view of that seat',
  (id, { game, players }) => {
    const board = game.generateBoard!(3);
    const names = Array.from({ length: game.seatsOf(board) }, (_, seat) => `P${seat}`);
    const bots = names.map((name) => Object.assign(Object.create(players[0].open()), { name }));
    const people = names.map((_, seat) => seat < 2);
    const text = new SeenText(game, board, names, people);
    const pieces = ['', ''];
    playMatchSync<unknown, unknown, unknown>({
      game,
      board,
      seed: 77_001,
      runners: bots,
      limited: true,
      key: 'a'.repeat(64),
      recordsAtOnce: true,
      record: (piece) => text.add(piece),
      onRound(state, _, shares) {
        text.see(state, shares);
        for (const seat of [0, 1]) pieces[seat] += text.next(seat);
      },
    });
    const whole = viewOf(id)!.open(text.whole);
    if (!whole.ok) throw new Error(whole.problem.message);
    for (const seat of [0, 1]) {
      expect(pieces[seat]).toBe(text.until(seat));
      expect(pieces[seat]).not.toContain('77001');
      expect(pieces[seat]).not.toContain('aaaaaaaa');
      const shown = viewOf(id)!.open(pieces[seat]);
      if (!shown.ok) throw new Error(shown.problem.message);
      const expected = whole.value.seenBy!(seat);
      expect(shown.value.last).toBe(expected.last);
      for (let round = 0; round <= expected.last; round += 7)
        expect(shown.value.frame(round), `round ${round}`).toEqual(expected.frame(round));
      expect(shown.value.frame(expected.last)).toEqual(expected.frame(expected.last));
      expect(shown.value.ending).toBe(expected.ending);
      // A partial line is read only when it is complete.
      const half = Math.floor(pieces[seat].length / 2);
      const begun = viewOf(id)!.open(pieces[seat].slice(0, half));
      if (!begun.ok) throw new Error(begun.problem.message);
      begun.value.append(pieces[seat].slice(half));
      expect(begun.value.last).toBe(expected.last);
    }
    expect(text.until(2)).toBe('');
  },
);
