import type { AnyGame } from '../game.ts';
import { copyOf, describeChange, describePair, firstDifference } from './deep-difference.ts';
import type { Place } from './failure.ts';
import { type MatchScript, playScript } from './match-script.ts';

/** Checks that clones and restored states continue like the original state, and share nothing with that state. */
export function checkCopies(game: AnyGame, script: MatchScript, place: Place): void {
  const spare = game.start(script.board.board, (script.info.seed + 1) | 0);
  let clone: unknown;
  let ready = 0;
  let lost: ReturnType<typeof firstDifference>;
  let missed: ReturnType<typeof firstDifference>;
  const older = new OlderState(game, script, place);
  for (const { phase, state, number, asked } of playScript(game, script)) {
    place.round = number;
    if (phase === 'ready') {
      const before = game.hash(state);
      ready = before;
      older.keep(state, number, asked);
      const original = copyOf(state, script.board.board);
      clone = game.clone(state);
      lost = firstDifference(state, clone);
      place.expect(
        game.hash(clone) === before,
        () => `a clone has a different hash from its original; the first difference is in ${describePair(lost)}`,
      );
      game.advance(clone, asked);
      place.expect(game.hash(state) === before, () => {
        return `advancing a clone changed its original: ${describeChange(firstDifference(original, state))}`;
      });
      game.restore(spare, state);
      missed = firstDifference(state, spare);
      place.expect(
        game.hash(spare) === before,
        () =>
          `a restored state has a different hash from its source; the first difference is in ${describePair(missed)}`,
      );
      place.expect(game.hash(state) === before, () => {
        return `copying a state with \`restore\` changed the source: ${describeChange(firstDifference(original, state))}`;
      });
      continue;
    }
    const after = game.hash(state);
    place.expect(game.hash(spare) === ready, 'advancing a state changed another state that was restored from it');
    place.expect(
      game.hash(clone) === after,
      () =>
        `a clone played differently from its original; when it was made, the first difference was in ${describePair(lost)}`,
    );
    game.advance(spare, asked);
    place.expect(
      game.hash(spare) === after,
      () =>
        `a restored state played differently from its source; after \`restore\`, the first difference was in ${describePair(missed)}`,
    );
    place.expect(game.hash(state) === after, 'advancing a restored state changed the state that it was restored from');
    older.restoreInto(spare, number);
  }
}

/** Number of rounds for which an older state is kept. */
const KEPT_ROUNDS = 3;

/** A state from a few rounds earlier. The check restores it into a newer state, as a search does to undo moves. */
class OlderState {
  private readonly game: AnyGame;
  private readonly script: MatchScript;
  private readonly place: Place;
  private kept: { readonly state: unknown; readonly number: number; readonly asked: readonly unknown[] } | undefined;

  constructor(game: AnyGame, script: MatchScript, place: Place) {
    this.game = game;
    this.script = script;
    this.place = place;
  }

  keep(state: unknown, number: number, asked: readonly unknown[]): void {
    this.kept ??= { state: this.game.clone(state), number, asked };
  }

  /** Restores the older state into `newer`, a state after round `number`, once the two are far enough apart. */
  restoreInto(newer: unknown, number: number): void {
    const { game, script, place, kept } = this;
    if (kept === undefined || (number < kept.number + KEPT_ROUNDS && number < script.rounds.length)) return;
    this.kept = undefined;
    game.restore(newer, kept.state);
    const left = firstDifference(kept.state, newer);
    const what = `restoring the state before round ${kept.number} over the state after round ${number} leaves some of the later state’s values behind`;
    place.expect(
      game.hash(newer) === game.hash(kept.state),
      () => `${what}; the first difference is in ${describePair(left)}`,
    );
    game.advance(newer, kept.asked);
    place.expect(
      game.hash(newer) === script.hashes[kept.number],
      () =>
        `${what}, so the restored state plays differently; after \`restore\`, the first difference was in ${describePair(left)}`,
    );
  }
}
