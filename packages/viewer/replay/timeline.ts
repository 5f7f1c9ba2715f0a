import type { Problem } from '@ludus/rules/kernel/result.ts';
import type { AnyView, Fact } from '../games/view.ts';

/**
 * A replay that can be looked at in any order. It is opened at once, and frames are made when they are asked for. While a match is
 * still being played, text is appended and `last` grows.
 */
export interface Timeline<F = unknown> {
  readonly view: AnyView;
  readonly names: readonly string[];
  /** The match's seed as it is written, or an empty text where there is none. */
  readonly seed: string;
  /** The settings of the board, for people. */
  readonly settings: readonly Fact[];
  readonly rows: number;
  readonly columns: number;
  /** Rounds 0 … last can be shown. */
  readonly last: number;
  /** The most rounds that the match can have; at least `last`. */
  readonly planned: number;
  /** What ended the match, for people; undefined while nothing is known of an end. */
  readonly ending: string | undefined;
  /** What is wrong with the text; the rounds before it can be shown. */
  readonly problem: Problem | undefined;
  /** A whole number 0 … last. A frame that cannot be read is the nearest one before it, and `problem` says why. */
  frame(round: number): F;
  /** More text of a match that is still being played, cut anywhere. */
  append(text: string): void;
  /** No more text will come: what is missing now is missing. */
  finish(): void;
}

/** Keeps what was made last; the oldest goes when there are more than `most`. */
export function keepLast<V>(most: number): {
  get(key: number): V | undefined;
  set(key: number, value: V): void;
  forget(key: number): void;
} {
  const kept = new Map<number, V>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined && kept.size > most / 2) {
        kept.delete(key);
        kept.set(key, value);
      }
      return value;
    },
    set(key, value) {
      kept.set(key, value);
      if (kept.size <= most) return;
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    },
    forget(key) {
      kept.delete(key);
    },
  };
}

/** The line (from 1) of an index into a text. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
