import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { type Place, quoted } from './failure.ts';

/** Maximum number of moves that are remembered. */
const MAX_MOVES = 300;
/** Number of known moves that are tried for each acting seat. */
const TRIED = 3;

/**
 * Moves that were legal in some state, on any board. They are tried in other states, unchanged and with one number or
 * letter changed, because `legal` may miss moves that the fixture never makes.
 */
export class KnownMoves {
  private readonly texts: string[] = [];
  private readonly all = new Set<string>();
  /**
   * Moves from the current match. They aren't tried before the match's end, because a second run of the match must try
   * the same moves.
   */
  private found = new Set<string>();
  private last: { readonly moves: readonly unknown[]; readonly texts: readonly string[] } | undefined;

  /** Called before a match. */
  begin(): void {
    this.found = new Set();
    this.last = undefined;
  }

  /** Called after a match. */
  end(): void {
    for (const text of this.found) {
      if (this.all.has(text) || this.all.size >= MAX_MOVES) continue;
      this.all.add(text);
      this.texts.push(text);
    }
  }

  /** Remembers the moves of a list from `legal`. Checks that the list of the previous call is unchanged. */
  keep(game: AnyGame, moves: readonly unknown[], texts: readonly string[], place: Place): void {
    const { found, last } = this;
    const changed =
      last?.texts.findIndex((text, at) => at >= last.moves.length || game.move.print(last.moves[at]) !== text) ?? -1;
    place.expect(
      changed < 0,
      () =>
        `a list that \`legal\` returned changed when \`legal\` was called again: ${quoted(last!.texts[changed])} is no longer in the list. Return a new list of new moves each time`,
    );
    this.last = { moves, texts };
    for (const text of texts) if (found.size < MAX_MOVES) found.add(text);
  }

  /** A sample of the known moves, and moves similar to them. */
  draw(game: AnyGame, random: Lehmer): unknown[] {
    const { texts } = this;
    if (texts.length === 0) return [];
    return Array.from({ length: TRIED }, (_, n) => {
      const text = texts[random.range(0, texts.length - 1)];
      return readOrEmpty(game, n === 0 ? neighbour(text, random) : text);
    });
  }
}

/** The text with one number changed by one, or one letter replaced by the next. */
function neighbour(text: string, random: Lehmer): string {
  const parts = [...text.matchAll(/\d+|[a-z]/gi)];
  if (parts.length === 0) return text;
  const { 0: part, index } = parts[random.range(0, parts.length - 1)];
  const step = random.range(0, 1) === 0 ? 1 : -1;
  const other = /\d/.test(part) ? String(Number(part) + step) : String.fromCharCode(part.charCodeAt(0) + step);
  return text.slice(0, index) + other + text.slice(index + part.length);
}

function readOrEmpty(game: AnyGame, text: string): unknown {
  const move = game.newMove();
  try {
    game.move.read(text, move);
  } catch {
    return game.newMove();
  }
  return move;
}
