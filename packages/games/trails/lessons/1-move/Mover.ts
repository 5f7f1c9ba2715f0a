// A player of Trails, lesson 1: a first move. It goes one row up, and to the right from there.
import { RIGHT, TrailsPlayer, UP } from 'ludus/trails';

export default class Mover extends TrailsPlayer {
  play(): void {
    this.go(this.round === 0 ? UP : RIGHT);
  }
}
