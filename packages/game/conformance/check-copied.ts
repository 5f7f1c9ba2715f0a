import type { AnyGame } from '../game.ts';
import { observed } from '../secret-randomness.ts';
import type { Place } from './failure.ts';

/** For each pair of fields, counts how often a hidden value was equal to a value that the seat observes. */
export class CopiedParts {
  /**
   * By `hidden~visible`: for each value, how often both fields had this value. Undefined once the two fields have
   * differed.
   */
  private readonly pairs = new Map<string, Map<unknown, number> | undefined>();

  /**
   * Counts, in one state, the hidden values that are equal to visible values. `dealt`: the same state with the seat's
   * hidden parts redealt.
   */
  look(game: AnyGame, state: unknown, dealt: unknown, seat: number): void {
    const [whole, seen, other] = [state, observed(game, state, seat), dealt].map(listsOf);
    for (const [hidden, values] of whole) {
      const others = other.get(hidden);
      if (others?.length !== values.length) continue;
      for (const [visible, shown] of seen) {
        const key = `${hidden}~${visible}`;
        if (visible === hidden || shown.length !== values.length || (this.pairs.has(key) && !this.pairs.get(key)))
          continue;
        for (let at = 0; at < values.length; at++) {
          if (values[at] === others[at]) continue;
          if (values[at] !== shown[at]) {
            this.pairs.set(key, undefined);
            break;
          }
          const times = this.pairs.get(key) ?? new Map<unknown, number>();
          times.set(values[at], (times.get(values[at]) ?? 0) + 1);
          this.pairs.set(key, times);
        }
      }
    }
  }

  /** Fails if two fields were always equal, and several values occurred often, because this can't be chance. */
  check(place: Place): void {
    for (const [key, times] of this.pairs) {
      const often = [...(times?.values() ?? [])].filter((each) => each >= MIN_EQUAL_TIMES);
      if (often.length < VALUES) continue;
      const [hidden, visible] = key.split('~');
      const all = often.reduce((sum, each) => sum + each, 0);
      place.fail(
        `seats observe ${visible}, which reveals the hidden ${hidden}: both were equal in all ${all} cases. Hide ${visible} in \`observe\`, and deal it again in \`redeal\``,
      );
    }
  }
}

const MIN_EQUAL_TIMES = 40;
const VALUES = 2;

/** The lists of numbers in a state. */
function listsOf(state: unknown): Map<string, ArrayLike<unknown>> {
  const lists = Object.entries(state as object).filter(
    ([, value]) => Array.isArray(value) || ArrayBuffer.isView(value),
  );
  return new Map(lists as [string, ArrayLike<unknown>][]);
}
