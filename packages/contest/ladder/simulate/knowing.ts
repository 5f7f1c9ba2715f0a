import type { LiveVersion, MatchResult } from '../../words.ts';
import type { History } from '../history.ts';
import { Memory } from '../memory.ts';

/** The memory of a ladder that knows how strong everyone is: what it reaches, one that has to find out cannot be asked for. */
export class Knowing extends Memory {
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
