import type { AnyGame } from '../game.ts';
import { observed } from '../secret-randomness.ts';
import { differentLine, type Place } from './failure.ts';
import { type MatchScript, playScript } from './match-script.ts';

/** A state in the middle of a match, the results of the game's functions for it, and the following moves. */
interface RememberedState {
  readonly state: unknown;
  readonly said: ReadonlyMap<string, string>;
  readonly moves: readonly unknown[];
}

/**
 * Checks that the results of a game's functions depend only on the state. They must therefore be the same later, after
 * other matches.
 */
export class PurityCheck {
  private remembered: RememberedState | undefined;

  check(game: AnyGame, script: MatchScript, place: Place): void {
    if (this.remembered) {
      const { state, said, moves } = this.remembered;
      const now = says(game, state, moves);
      for (const [name, text] of said)
        place.expect(
          now.get(name) === text,
          () =>
            `${name} returns a different result for the same state after another match was played: it uses something outside the state, such as a variable in its module: ${differentLine(text, now.get(name)!)}`,
        );
    }
    const middle = (script.rounds.length >> 1) + 1;
    for (const { phase, state, number, asked } of playScript(game, script)) {
      if (phase === 'played' || number < middle) continue;
      const copy = game.clone(state);
      this.remembered = { state: copy, said: says(game, copy, asked), moves: asked };
      return;
    }
  }
}

function says(game: AnyGame, state: unknown, moves: readonly unknown[]): Map<string, string> {
  const said = new Map<string, string>();
  const { dialogue } = game;
  moves.forEach((move, seat) => {
    const seen = observed(game, state, seat);
    said.set(`\`move.print\` for seat ${seat}`, game.move.print(move));
    if (dialogue) said.set(`\`dialogue.question\` for seat ${seat}`, dialogue.question(seen, seat));
    const isActing = game.actors?.(state).includes(seat) ?? true;
    if (game.legal && isActing)
      said.set(
        `\`legal\` for seat ${seat}`,
        game
          .legal(seen, seat)
          .map((each) => game.move.print(each))
          .join('\n'),
      );
    if (game.refuse && isActing) said.set(`\`refuse\` for seat ${seat}`, game.refuse(seen, seat, move) ?? '');
  });
  said.set('`outcome`', JSON.stringify(game.outcome(state)));
  return said;
}
