// A player of Trails that has not said anything yet: it goes straight on.
import { TrailsPlayer } from 'ludus/trails';

export default class Mine extends TrailsPlayer {
  play(): void {
    // What do you want to do in this round?
  }
}
