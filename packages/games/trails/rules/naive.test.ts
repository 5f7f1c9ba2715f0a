import { Lehmer } from '@ludus/kernel/lehmer.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawing, LETTERS, printBoard } from './board.ts';
import { fixture } from './fixture.ts';
import { trails } from './game.ts';
import { printMove } from './move.ts';
import { TRAIL, type TrailsState, WALL } from './state.ts';
import { type NaiveMatch, naiveIsOver, naiveMatch, naiveRound, naiveScores } from './testing/naive.ts';

/** All facts that a state and the naive match share, as one string. */
function facts(state: TrailsState): string {
  const marks = Array.from(state.cells, (content) =>
    content >= TRAIL ? LETTERS[content - TRAIL] : content === WALL ? '#' : '.',
  );
  const heads = Array.from(state.heads, (head, seat) => `${head} ${state.endedIn[seat] === 0}`);
  return [
    state.round,
    trails.isOver(state),
    trails.outcome(state).scores,
    heads,
    drawing(marks, state.board.columns),
  ].join('\n');
}

function naiveFacts(match: NaiveMatch): string {
  const columns = match.table[0].length;
  const heads = match.players.map(({ row, column, lives }) => `${row * columns + column} ${lives}`);
  return [match.round, naiveIsOver(match), naiveScores(match), heads, drawing(match.table.flat(), columns)].join('\n');
}

test('the Trails rules and a naive implementation agree on every round of wild matches', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), (seed) => {
      const random = new Lehmer(seed);
      const board = fixture.wildBoard(random);
      const state = trails.start(board, seed);
      const naive = naiveMatch(printBoard(board));
      expect(facts(state)).toBe(naiveFacts(naive));
      // Plays one more round than the match has: after the end, nothing may happen.
      for (let round = 0, over = 0; over < 2 && round < 60; round++) {
        const asked = board.starts.map((_, seat) => fixture.wildMove(state, seat, random));
        if (random.range(0, 29) === 0) {
          const seat = random.range(0, board.starts.length - 1);
          trails.freeze(state, seat, 'time');
          naive.players[seat].failed = true;
        }
        trails.advance(state, asked);
        naiveRound(naive, asked.map(printMove));
        expect(facts(state)).toBe(naiveFacts(naive));
        if (naiveIsOver(naive)) over++;
      }
    }),
    { numRuns: 1500 },
  );
});
