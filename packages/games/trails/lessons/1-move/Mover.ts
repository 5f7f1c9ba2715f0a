// A player of Trails, lesson 1: a first move. It goes one row up, and then to the right.
import { RIGHT, TrailsPlayer, UP } from 'ludus/trails';

export default class Mover extends TrailsPlayer {
  play(): void {
    this.go(this.round === 0 ? UP : RIGHT);
  }
}
