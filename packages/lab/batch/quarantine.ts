import type { MatchSpec, PlayerDescription } from './plan.ts';

/** The players of a run that make matches void, and no longer play. */
export class Quarantine {
  /** By index of the players: why. */
  private readonly why = new Map<number, string>();

  /** The same bytes under another name are kept out as well. */
  add(players: readonly PlayerDescription[], player: number): void {
    const { fingerprint, spec } = players[player];
    players.forEach((other, index) => {
      if (other.spec === spec || (fingerprint !== '' && other.fingerprint === fingerprint))
        this.why.set(index, `${other.name} makes matches void and is kept out of them`);
    });
  }

  /** Why this match is not played; undefined if no one in it is kept out. */
  whyNot({ players }: MatchSpec): string | undefined {
    const out = players.find((player) => this.why.has(player));
    return out === undefined ? undefined : this.why.get(out);
  }
}
