// A player of Trails without any moves yet: it goes straight ahead.
import { TrailsPlayer } from 'ludus/trails';

export default class Mine extends TrailsPlayer {
  play(): void {
    // What do you want to do in this round?
  }
}
