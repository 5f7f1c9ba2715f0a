import { type Direction, PeriscopePlayer, type Site, type Submarine } from '../player/api.ts';

/** Stays silent. */
export class Barnacle extends PeriscopePlayer {
  play(): void {}
}

/** Drifts: moves a random submarine two steps in a random direction. */
export class Jellyfish extends PeriscopePlayer {
  play(): void {
    const submarine = this.mine[this.random(0, this.mine.length - 1)];
    const exits = this.exits(submarine);
    if (exits.length === 0) return;
    const direction = exits[this.random(0, exits.length - 1)];
    const isFree = this.exits(this.next(submarine, direction)).includes(direction);
    this.go(submarine, direction, isFree ? direction : undefined);
  }
}

/** Crawls: moves its first submarine to the nearest site, one step per turn. */
export class Crab extends PeriscopePlayer {
  play(): void {
    const [submarine] = this.mine;
    const steps = this.stepsTo(submarine);
    const [nearest] = this.sites
      .filter(({ content }) => content !== 'empty')
      .sort((a, b) => steps[this.index(a)] - steps[this.index(b)]);
    if (nearest === undefined) return;
    const [first] = this.wayTo(submarine, nearest);
    if (first !== undefined) this.go(submarine, first);
  }
}

/**
 * Dives for wrecks: moves the submarine that is nearest to a possible wreck towards the wreck. Ignores hostile
 * submarines.
 */
export class Otter extends PeriscopePlayer {
  play(): void {
    this.dive();
  }

  protected dive(): void {
    let best: { submarine: Submarine; site: Site; steps: number } | undefined;
    for (const site of this.sites) {
      if (site.content === 'empty') continue;
      const steps = this.stepsTo(site);
      for (const submarine of this.mine) {
        // A submarine goes further for a known wreck than for a possible wreck.
        const far = steps[this.index(submarine)];
        const cost = far + (site.content === 'wreck' ? 0 : 2);
        if (far > 0 && (best === undefined || cost < best.steps)) best = { submarine, site, steps: cost };
      }
    }
    if (best === undefined) return;
    const [first, second] = this.wayTo(best.submarine, best.site);
    this.go(best.submarine, first, second);
  }
}

/** Fires at a submarine that it sees or has just heard; otherwise dives for wrecks. */
export class Barracuda extends Otter {
  override play(): void {
    if (!this.shoot()) this.dive();
  }

  /** Fires at a hostile submarine that is visible, or was heard in the last round. */
  protected shoot(): boolean {
    const heard = this.opponents().flatMap((player) => this.lastReport(player).from ?? []);
    for (const target of [...this.hostile, ...heard])
      for (const submarine of this.mine) {
        const direction = this.lineOfFire(submarine, target);
        if (direction === undefined || this.hitsOwn(submarine, direction)) continue;
        this.fire(submarine, direction);
        return true;
      }
    return false;
  }

  /** Whether a torpedo would hit one of my submarines before any other visible submarine. */
  protected hitsOwn(from: Submarine, direction: Direction): boolean {
    let cell = this.next(from, direction);
    for (let n = 0; n < this.board.torpedo && this.isSea(cell); n++, cell = this.next(cell, direction)) {
      const here = this.submarines().filter(({ row, column }) => row === cell.row && column === cell.column);
      if (here.length > 0) return here.some(({ player }) => player === this.me);
    }
    return false;
  }
}
