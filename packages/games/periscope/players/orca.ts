import { PeriscopePlayer } from '../player/api.ts';
import { distance, sideOf } from '../rules/board.ts';
import { DIRECTIONS, NOWHERE } from '../rules/directions.ts';
import { NO_STEP, type Order } from '../rules/move.ts';
import { SALVAGE_POINTS, SINKING_POINTS } from '../rules/rules.ts';
import { EMPTY, SUNK, UNKNOWN, WRECK } from '../rules/state.ts';
import { Belief } from './belief.ts';

/** One possible order and its consequences. */
interface Option {
  readonly unit: number;
  readonly order: Order;
  readonly direction: number;
  readonly second: number;
  /** The submarine's cell after the order. */
  readonly end: number;
}

/** The value of one of my submarines, and of wrecks that can be salvaged later, in points. */
const LOSS = 2;
const PROSPECT = 1.5;
/** The value of a prospect is multiplied by this factor for each turn that it takes to reach the prospect. */
const PATIENCE = 0.85;
/** The value of a chance to hit something from a submarine's position, and of learning where a submarine is. */
const AIM = 0.9;
const KNOWLEDGE = 0.12;
/**
 * The probability that the other side fires at a submarine that it can't know about, and at a submarine that it has
 * just seen.
 */
const BLIND = 0.04;
const NEAR = 0.3;

/**
 * Evaluates every order, given the possible positions of hostile submarines. The value of an order consists of the
 * points that it wins, the points that it risks, and the opportunities that it creates.
 */
export class Orca extends PeriscopePlayer {
  private belief!: Belief;
  private steps!: readonly Int16Array[];
  /** The units that the other side has heard in their current cells. */
  private heard = new Set<number>();
  private lastFire: { readonly from: number; readonly direction: number } | undefined;
  /**
   * By cell: the probability that a submarine in the cell is hit in the other side's turn. It depends on whether the
   * other side knows about the submarine.
   */
  private unknownRisk!: Float64Array;
  private knownRisk!: Float64Array;
  private presence!: Float64Array;

  override start(): void {
    this.belief = new Belief(this.state, this.me);
    this.steps = this.board.sites.map((cell) => this.stepsTo(this.cell(cell)));
  }

  play(): void {
    this.belief.observe(this.state, this.missedTrack());
    this.measureRisks();
    let best: Option | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const option of this.options()) {
      const worth = this.worthOf(option);
      if (worth <= most) continue;
      most = worth;
      best = option;
    }
    this.lastFire = undefined;
    if (best && best.order !== 'silent') this.choose(best);
  }

  private choose({ unit, order, direction, second, end }: Option): void {
    const submarine = this.mine.find(({ number }) => number === this.numberOf(unit))!;
    if (order === 'ping') this.ping(submarine);
    if (order === 'fire') {
      this.fire(submarine, direction as 0);
      this.lastFire = { from: end, direction };
    }
    if (order === 'move') this.go(submarine, direction as 0, second === NO_STEP ? undefined : (second as 0));
    if (order === 'move' && !this.isWreck(end)) this.heard.delete(unit);
    else this.heard.add(unit);
  }

  private numberOf(unit: number): number {
    return (unit % this.board.submarines) + 1;
  }

  /** The cells that my last torpedo passed, if it didn't hit anything. */
  private missedTrack(): number[] {
    const { lastFire } = this;
    if (!lastFire) return [];
    const last = this.state.last[this.me];
    const track: number[] = [];
    let cell = lastFire.from;
    while (cell !== last.end) {
      cell = this.board.neighbours[4 * cell + lastFire.direction];
      if (cell === NOWHERE) break;
      if (cell !== last.end || last.sunk === 0) track.push(cell);
    }
    return track;
  }

  private options(): Option[] {
    const { board, state, me } = this;
    const found: Option[] = [{ unit: -1, order: 'silent', direction: 0, second: NO_STEP, end: -1 }];
    for (let n = 0; n < board.submarines; n++) {
      const unit = me * board.submarines + n;
      const cell = state.cells[unit];
      if (cell < 0) continue;
      found.push({ unit, order: 'ping', direction: 0, second: NO_STEP, end: cell });
      const ends = new Set([cell]);
      const steps: Option[] = [];
      for (const direction of DIRECTIONS) {
        found.push({ unit, order: 'fire', direction, second: NO_STEP, end: cell });
        const first = board.neighbours[4 * cell + direction];
        if (first === NOWHERE) continue;
        steps.push({ unit, order: 'move', direction, second: NO_STEP, end: first });
        for (const second of DIRECTIONS) {
          const end = board.neighbours[4 * first + second];
          if (end !== NOWHERE) steps.push({ unit, order: 'move', direction, second, end });
        }
      }
      steps.sort((a, b) => Number(a.second !== NO_STEP) - Number(b.second !== NO_STEP));
      for (const option of steps) {
        if (ends.has(option.end)) continue;
        ends.add(option.end);
        found.push(option);
      }
    }
    return found;
  }

  private worthOf(option: Option): number {
    const { state, me, board } = this;
    let worth = 0;
    if (option.order === 'fire') {
      const hit = this.hitChance(option.end, option.direction);
      worth += hit * this.sinkingWorth();
    }
    if (option.order === 'ping') worth += this.knowledgeOf(option.end);
    if (option.order === 'move') worth += SALVAGE_POINTS * this.wreckChance(option.end);
    let danger = 0;
    let aim = 0;
    for (let n = 0; n < board.submarines; n++) {
      const unit = me * board.submarines + n;
      if (state.cells[unit] < 0) continue;
      const isMoved = unit === option.unit && option.order === 'move';
      const cell = isMoved ? option.end : state.cells[unit];
      const isHeard =
        unit === option.unit ? option.order !== 'move' || this.wreckChance(option.end) > 0.5 : this.heard.has(unit);
      danger += this.dangerAt(cell, isHeard || this.isWatched(cell));
      if (!isHeard) aim = Math.max(aim, this.aimFrom(cell));
    }
    return worth - danger * LOSS + aim * AIM + this.prospects(option);
  }

  /** Sinking the last hostile submarine is worth more, because the remaining wrecks are then mine. */
  private sinkingWorth(): number {
    return SINKING_POINTS + (this.hostileLeft === 1 ? SALVAGE_POINTS * this.wrecksLeft() + 2 : 1);
  }

  private dangerAt(cell: number, isKnown: boolean): number {
    return isKnown ? this.knownRisk[cell] : this.unknownRisk[cell];
  }

  /** Whether a hostile submarine sees that cell. If so, I see that submarine as well. */
  private isWatched(cell: number): boolean {
    const { state, board } = this;
    return state.cells.some(
      (each, unit) =>
        each >= 0 &&
        sideOf(Math.floor(unit / board.submarines)) !== sideOf(this.me) &&
        distance(board, each, cell) <= board.sight,
    );
  }

  private measureRisks(): void {
    const { board } = this;
    const size = board.islands.length;
    this.presence = Float64Array.from({ length: size }, (_, cell) => this.belief.at(cell));
    this.unknownRisk = new Float64Array(size);
    this.knownRisk = new Float64Array(size);
    for (let cell = 0; cell < size; cell++) {
      if (board.islands[cell] === 1) continue;
      let [safeUnknown, safeKnown] = [1, 1];
      for (const direction of DIRECTIONS) {
        let at = board.neighbours[4 * cell + direction];
        for (let n = 1; n <= board.torpedo && at !== NOWHERE; n++) {
          safeKnown *= 1 - this.presence[at];
          safeUnknown *= 1 - this.presence[at] * (n <= board.sight ? NEAR : BLIND);
          at = board.neighbours[4 * at + direction];
        }
      }
      this.unknownRisk[cell] = 1 - safeUnknown;
      this.knownRisk[cell] = 1 - safeKnown;
    }
  }

  /** The probability that a torpedo sinks a hostile submarine before it hits one of mine. */
  private hitChance(from: number, direction: number): number {
    const { board, state, me } = this;
    let none = 1;
    let cell = board.neighbours[4 * from + direction];
    for (let n = 0; n < board.torpedo && cell !== NOWHERE; n++) {
      for (let own = 0; own < board.submarines; own++)
        if (state.cells[me * board.submarines + own] === cell) return 1 - none - none;
      none *= 1 - this.presence[cell];
      cell = board.neighbours[4 * cell + direction];
    }
    return 1 - none;
  }

  private aimFrom(cell: number): number {
    let best = 0;
    for (const direction of DIRECTIONS) best = Math.max(best, this.hitChance(cell, direction));
    return best;
  }

  private wrecksLeft(): number {
    const { state, board } = this;
    let sunk = 0;
    for (const cell of state.cells) if (cell === SUNK) sunk++;
    const salvaged = (state.scores[0] + state.scores[1] - SINKING_POINTS * sunk) / SALVAGE_POINTS;
    return Math.max(0, board.wrecks - salvaged);
  }

  private isWreck(cell: number): boolean {
    return this.wreckChance(cell) > 0;
  }

  /** The probability that a cell contains a wreck. */
  private wreckChance(cell: number): number {
    const { wrecks } = this.state;
    const site = this.board.siteAt[cell];
    if (site < 0 || wrecks[site] === EMPTY) return 0;
    return wrecks[site] === WRECK ? 1 : this.unknownWreck();
  }

  private unknownWreck(): number {
    let [unknown, known] = [0, 0];
    for (const content of this.state.wrecks) {
      if (content === UNKNOWN) unknown++;
      if (content === WRECK) known++;
    }
    return unknown === 0 ? 0 : Math.min(1, Math.max(0, (this.wrecksLeft() - known) / unknown));
  }

  /** The value of reachable wrecks, which decreases with distance. */
  private prospects(option: Option): number {
    const { board, state, me } = this;
    let sum = 0;
    board.sites.forEach((cell, site) => {
      const chance = this.wreckChance(cell);
      if (chance === 0) return;
      if (option.order === 'move' && option.end === cell) return;
      let turns = 99;
      for (let n = 0; n < board.submarines; n++) {
        const unit = me * board.submarines + n;
        if (state.cells[unit] < 0) continue;
        const at = unit === option.unit ? option.end : state.cells[unit];
        const far = this.steps[site][at];
        if (far >= 0) turns = Math.min(turns, far / 2);
      }
      sum += SALVAGE_POINTS * chance * PROSPECT * PATIENCE ** turns;
    });
    return sum;
  }

  /** The information gained from a ping: about nearby and distant hostile submarines, and about sites. */
  private knowledgeOf(from: number): number {
    const { board } = this;
    let told = 0;
    for (const cells of this.belief.likelihood) {
      if (!cells) continue;
      let near = 0;
      for (let cell = 0; cell < cells.length; cell++)
        if (distance(board, from, cell) <= board.ping) near += cells[cell] * (1 - cells[cell]);
      told += near;
    }
    return told * KNOWLEDGE;
  }
}
