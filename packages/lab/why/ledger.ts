import type { Notes } from './analysis.ts';

/** A chance that a seat had. */
export interface Chance {
  readonly round: number;
  readonly isTaken: boolean;
  readonly share: number;
}

export interface Accident {
  readonly round: number;
  readonly count: number;
  readonly about: number | undefined;
}

export interface Remark {
  readonly id: string;
  readonly round: number;
  readonly weight: number;
  readonly text: string;
  readonly advice: string | undefined;
}

/** All notes on a match, by seat. */
export class Ledger implements Notes {
  round = 0;
  readonly #chances: Map<string, Chance[]>[];
  readonly #mishaps: Map<string, Accident[]>[];
  readonly remarks: Remark[][];

  constructor(seats: number) {
    this.#chances = Array.from({ length: seats }, () => new Map());
    this.#mishaps = Array.from({ length: seats }, () => new Map());
    this.remarks = Array.from({ length: seats }, () => []);
  }

  chance(skill: string, seat: number, isTaken: boolean, share = 1): void {
    listIn(this.#chances[seat], skill).push({ round: this.round, isTaken, share });
  }

  mishap(id: string, seat: number, { count = 1, about }: { count?: number; about?: number } = {}): void {
    listIn(this.#mishaps[seat], id).push({ round: this.round, count, about });
  }

  remark(id: string, seat: number, weight: number, text: string, advice?: string): void {
    this.remarks[seat].push({ id, round: this.round, weight, text, advice });
  }

  chances(skill: string, seat: number): readonly Chance[] {
    return this.#chances[seat].get(skill) ?? [];
  }

  mishaps(id: string, seat: number): readonly Accident[] {
    return this.#mishaps[seat].get(id) ?? [];
  }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (!list) {
    list = [];
    lists.set(key, list);
  }
  return list;
}
