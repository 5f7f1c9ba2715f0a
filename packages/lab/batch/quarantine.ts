import type { MatchSpec, PlayerDescription } from './plan.ts';

/** The players of a run that no longer play, because they made matches void. */
export class Quarantine {
  /** The reason for each player in quarantine, by the player's index. */
  private readonly why = new Map<number, string>();

  /** Adds a player, and every other player with the same fingerprint. */
  add(players: readonly PlayerDescription[], player: number): void {
    const { fingerprint, spec } = players[player];
    players.forEach((other, index) => {
      if (other.spec === spec || (fingerprint !== '' && other.fingerprint === fingerprint))
        this.why.set(index, `${other.name} makes matches void, so it doesn’t play any more`);
    });
  }

  /** The reason not to play this match; undefined if none of its players is in quarantine. */
  whyNot({ players }: MatchSpec): string | undefined {
    const out = players.find((player) => this.why.has(player));
    return out === undefined ? undefined : this.why.get(out);
  }
}
