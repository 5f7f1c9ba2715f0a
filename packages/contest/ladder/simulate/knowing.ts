import type { LiveVersion, MatchResult } from '../../words.ts';
import type { History } from '../history.ts';
import { Memory } from '../memory.ts';

/** The memory of a ladder that knows all true strengths. No ladder that must estimate the strengths can be better. */
export class OmniscientMemory extends Memory {
  private readonly strength: (version: number) => number;

  constructor(strength: (version: number) => number) {
    super();
    this.strength = strength;
  }

  override of(results: readonly MatchResult[], live: readonly LiveVersion[]): History {
    const history: History = Object.create(super.of(results, live));
    history.rating = this.strength;
    return history;
  }
}
