import type { AnyGame } from '../game.ts';
import { describePair, firstDifference } from './deep-difference.ts';
import type { Place } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { type MatchScript, playScript } from './match-script.ts';

/**
 * Checks that in a game that treats all seats alike, a match stays the same when each player moves to the next seat.
 */
export function checkRotated({ rotated }: AnyFixture, game: AnyGame, script: MatchScript, place: Place): void {
  if (rotated === undefined) return;
  const seats = script.info.names.length;
  const next = <T>(list: readonly T[]): T[] => list.map((_, seat) => list[(seat + seats - 1) % seats]);
  for (const { phase, state, number, asked } of playScript(game, script)) {
    if (phase === 'played') continue;
    place.round = number;
    const turned = rotated(game.clone(state));
    const round = Array.from({ length: seats - 1 }).reduce<unknown>((each) => rotated(game.clone(each)), turned);
    place.expect(
      game.hash(round) === game.hash(state),
      () =>
        `applying the fixture’s \`rotated\` ${seats} times doesn’t give back the original state; the first difference is in ${describePair(firstDifference(state, round))}`,
    );
    const acting = game.actors?.(state);
    // Skips random rounds: their draws may affect one seat after the other, in an order that isn't rotated.
    if (acting?.length === 0) continue;
    const moved = acting?.map((seat) => (seat + 1) % seats).sort((one, other) => one - other);
    place.expect(
      moved?.join() === game.actors?.(turned).join(),
      () => `seats aren’t treated alike: seat ${acting} acts, but after \`rotated\`, seat ${game.actors!(turned)} acts`,
    );
    const plain = game.clone(state);
    game.advance(plain, asked);
    game.advance(turned, next(asked));
    const expected = rotated(game.clone(plain));
    place.expect(game.hash(expected) === game.hash(turned), () => {
      const said = asked
        .map((move, seat) => `${seat}=${game.move.print(move)}`)
        .filter((_, seat) => acting?.includes(seat) ?? true);
      return `seats aren’t treated alike: after \`rotated\`, the round with the moves ${said.join(', ')} has a different result; the first difference is in ${describePair(firstDifference(expected, turned))}`;
    });
    const scores = [next(game.outcome(plain).scores), game.outcome(turned).scores];
    place.expect(
      scores[0].join() === scores[1].join(),
      () =>
        `seats aren’t treated alike: after \`rotated\`, the scores are ${scores[1].join(' ')}, not ${scores[0].join(' ')}`,
    );
  }
}
