import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { eachBoard } from './check-boards.ts';
import { Place } from './failure.ts';
import type { AnyFixture } from './fixture.ts';

/**
 * Checks that no match exceeds the simulator's maximum number of rounds for its board, because arrays for whole matches
 * have this length. On each board it plays a match with the fixture's moves, and a match with only empty moves.
 *
 * @throws ConformanceError at the first longer match
 */
export function checkRounds(
  fixture: AnyFixture,
  roundsOf: (board: unknown) => number,
  seed: number,
  boards: number,
): void {
  const { game } = fixture;
  const place = new Place(game.title, seed);
  const random = new Lehmer(seed);
  for (const { board, number } of eachBoard(fixture, boards, random, place)) {
    const most = roundsOf(board);
    place.expect(Number.isInteger(most) && most >= 0, `the simulator’s \`rounds\` returns ${most}, not a whole number`);
    for (const isIdle of [false, true]) {
      place.match = { number, seed: random.range(1, 1_000_000) };
      const state = game.start(board, place.match.seed);
      const seats = game.seatsOf(board);
      for (let played = 0; !game.isOver(state); played++) {
        place.round = game.round(state);
        if (played >= most)
          place.fail(
            `the match is not over after round ${most}, the last round that the simulator’s \`rounds\` allows`,
          );
        const acting = game.actors?.(state);
        const moves = Array.from({ length: seats }, (_, seat) =>
          isIdle || acting?.includes(seat) === false ? game.newMove() : fixture.wildMove(state, seat, random),
        );
        game.advance(state, moves);
      }
    }
  }
}
