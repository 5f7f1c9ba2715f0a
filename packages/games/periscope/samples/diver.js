// A player of Periscope: fires at a visible enemy, or else moves the submarine nearest to a wreck towards it.
import { PeriscopePlayer } from 'ludus/periscope';

export default class Diver extends PeriscopePlayer {
  play() {
    for (const submarine of this.mine)
      for (const target of this.hostile) {
        const direction = this.lineOfFire(submarine, target);
        if (direction === undefined) continue;
        this.fire(submarine, direction);
        return;
      }
    const trips = this.sites
      .filter((site) => site.content !== 'empty')
      .flatMap((site) => {
        const steps = this.stepsTo(site);
        return this.mine.map((submarine) => ({ submarine, site, steps: steps[this.index(submarine)] }));
      })
      .filter(({ steps }) => steps > 0)
      .sort((a, b) => a.steps - b.steps);
    if (trips.length === 0) return;
    const [{ submarine, site }] = trips;
    // Shown in the viewer.
    this.draw({ kind: 'cell', at: [site.row, site.column] });
    const [first, second] = this.wayTo(submarine, site);
    this.go(submarine, first, second);
  }
}
