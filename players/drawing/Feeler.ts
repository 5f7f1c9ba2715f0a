// A player of Trails that visualises its decisions: it moves towards the largest reachable area, and draws that area.
import { type Cell, type Direction, TrailsPlayer } from 'ludus/trails';

/** Maximum number of cells to search. Further cells would have no visible effect. */
const FURTHEST = 350;

export default class Feeler extends TrailsPlayer {
  play(): void {
    let most: { direction: Direction; room: Cell[] } | undefined;
    for (const direction of this.exits()) {
      const room = this.roomFrom(this.next(direction));
      this.draw({ kind: 'text', at: place(this.next(direction)), text: `${room.length}`, color: '#ffffff' });
      if (most === undefined || room.length > most.room.length) most = { direction, room };
    }
    if (most === undefined) return;
    this.go(most.direction);
    for (const cell of most.room) this.draw({ kind: 'cell', at: place(cell), color: '#ffb020' });
    const [last] = most.room.slice(-1);
    this.draw({ kind: 'line', from: place(this.position), to: place(last), color: '#ffffff' });
    this.draw({ kind: 'point', at: place(last), color: '#ffffff' });
    for (const other of this.others())
      this.draw({ kind: 'point', at: place(this.positionOf(other)), color: '#ff3060' });
    this.log(`${most.room.length} cells are mine`);
  }

  /** The cells that this player reaches from here before the others, nearest first. */
  private roomFrom(start: Cell): Cell[] {
    const owner = new Map<number, number>([[this.index(start), this.me]]);
    let edge: [Cell, number][] = [[start, this.me]];
    for (const other of this.others())
      for (const direction of this.exits(this.positionOf(other))) {
        const cell = this.next(direction, this.positionOf(other));
        if (owner.has(this.index(cell))) continue;
        owner.set(this.index(cell), other);
        edge.push([cell, other]);
      }
    const mine: Cell[] = [start];
    while (edge.length > 0 && mine.length < FURTHEST) {
      const next: [Cell, number][] = [];
      for (const [cell, player] of edge)
        for (const direction of this.exits(cell)) {
          const beside = this.next(direction, cell);
          if (owner.has(this.index(beside))) continue;
          owner.set(this.index(beside), player);
          next.push([beside, player]);
          if (player === this.me) mine.push(beside);
        }
      edge = next;
    }
    return mine;
  }
}

const place = ({ row, column }: Cell): [number, number] => [row, column];
