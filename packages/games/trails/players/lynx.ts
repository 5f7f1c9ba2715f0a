import { type Direction, TrailsPlayer } from '../player/api.ts';
import { Duel } from './lynx/duel.ts';
import { Fill } from './lynx/fill.ts';
import { stepsBetween } from './lynx/room.ts';

/**
 * Maximum number of cells to examine in a round, which takes a few milliseconds. The limit is counted in cells, so that
 * a match is the same on every machine.
 */
const BUDGET = 150_000;
/** Penalty for a cell that may also be entered by an opponent outside the search. */
const CONTESTED = 3_000;

/**
 * Looks a few rounds ahead at its own options and the nearest opponent's, and then counts the territories. If it is cut
 * off from all opponents, it fills its part of the board.
 */
export class Lynx extends TrailsPlayer {
  private duel!: Duel;
  private fill!: Fill;

  override start(): void {
    const { neighbours } = this.board;
    this.duel = new Duel(neighbours);
    this.fill = new Fill(neighbours);
  }

  play(): void {
    const cell = this.choose();
    if (cell >= 0) this.go(this.directionTo(cell));
  }

  private choose(): number {
    const { state, board } = this;
    const blocked = Uint8Array.from(state.cells, (content) => (content === 0 ? 0 : 1));
    const head = state.heads[this.me];
    const steps = stepsBetween(board.neighbours, blocked, head);
    const rivals = this.others()
      .map((player) => ({ head: state.heads[player], steps: steps[state.heads[player]] }))
      .filter((rival) => rival.steps > 0)
      .sort((x, y) => x.steps - y.steps);
    if (rivals.length === 0) return this.fill.choose(blocked, head, BUDGET);
    const unsearched = rivals.slice(1).map((rival) => rival.head);
    const isContested = (cell: number) =>
      unsearched.some((other) => board.neighbours.subarray(4 * other, 4 * other + 4).includes(cell));
    const heads = [head, ...rivals.map((rival) => rival.head)];
    const ranking = this.duel.choose({ blocked, heads }, BUDGET, (cell) => (isContested(cell) ? CONTESTED : 0));
    return ranking[0]?.cell ?? -1;
  }

  private directionTo(cell: number): Direction {
    const head = this.state.heads[this.me];
    return this.board.neighbours.subarray(4 * head, 4 * head + 4).indexOf(cell) as Direction;
  }
}
