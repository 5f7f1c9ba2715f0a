import { ALL_DIRECTIONS, type CylinderApi } from '../../player/api.ts';
import type { CylinderPlayerCode } from '../../player/in-process.ts';
import { DEFAULT, SHOOT } from '../../rules/directions.ts';
import type { CylinderView } from '../../rules/position-view.ts';
import { Grid } from './grid.ts';
import { MOVES, pathOffsets } from './moves.ts';
import { OpponentModel } from './opponent-model.ts';
import { Outlook } from './outlook.ts';
import { copyPlan, newPlan, type Plan, Planner, type Worth } from './planner.ts';
import type { Style } from './style.ts';

/** The share of a prize's value that remains for a unit if another unit of the same player plans to take the prize. */
const CLAIMED = 0.05;
const WIDEST = 400;
/** Minimum width of a search. Rather than becoming narrower, a search looks less far ahead, down to `MIN_HORIZON`. */
const NARROW = 30;
const MIN_HORIZON = 8;
/** By step: the probability that units that were planned earlier follow their plans. */
const CERTAINTY = [1, 0.8, 0.5, 0.2];
/** Weight of the prior estimate of points per unit and round, as a number of observed rounds. */
const PRIOR_ROUNDS = 40;

/**
 * The strong player of both cylinder games. Each round it computes the possible actions of missiles and opponents
 * (`Outlook`). Then it searches for the best path through the next rounds for each of its units (`Planner`), one after
 * the other. Each unit therefore avoids the prizes and paths of the units before it.
 */
export class Champion {
  private readonly style: Style;
  private readonly grid: Grid;
  private readonly rivals: OpponentModel;
  private readonly outlook: Outlook;
  private readonly planner: Planner;
  private readonly plans: Plan[];
  private readonly kept: Plan[];
  private claimed: Float32Array = new Float32Array(0);
  private readonly paths: Int32Array[];
  private readonly stockWorth: Float64Array = new Float64Array(40);
  private readonly gasWorth: Float64Array;
  private readonly firstRound: number;
  private readonly movesPerRound: number;

  constructor(view: CylinderView, me: number, given: Style) {
    const { settings } = view;
    this.movesPerRound = given.movesPerMatch / Math.max(300, settings.rounds);
    // All units share the number of moves that may be tried. If there are many units, a shorter horizon is better than
    // too few paths.
    const affordable = Math.floor(this.movesPerRound / (settings.unitsPerPlayer * (MOVES + 1) * NARROW));
    const style = { ...given, horizon: Math.min(given.horizon, Math.max(MIN_HORIZON, affordable)) };
    this.style = style;
    this.grid = new Grid(view, style.horizon);
    this.rivals = new OpponentModel(view, me);
    this.outlook = new Outlook(this.grid, style);
    this.planner = new Planner(this.grid, style.horizon, settings.windowColumns, WIDEST);
    this.plans = Array.from({ length: settings.unitsPerPlayer }, () => newPlan(style.horizon));
    this.paths = pathOffsets(this.grid.width);
    this.gasWorth = new Float64Array(settings.initialGas > 0 ? 120 : 0);
    this.kept = this.plans.map(() => newPlan(style.horizon));
    this.firstRound = view.round;
  }

  /** Number of moves tried so far, which is used instead of a clock to limit the time. */
  get tried(): number {
    return this.planner.tried;
  }

  play(game: CylinderApi): void {
    const { view, me } = game;
    const { grid, outlook, plans, style } = this;
    const { unitsPerPlayer, rounds } = view.settings;
    grid.read(view);
    this.rivals.observe(view, grid);
    const units: number[] = [];
    for (let k = 0; k < unitsPerPlayer; k++) {
      plans[k].length = 0;
      if (view.unitAlive(me * unitsPerPlayer + k)) units.push(k);
    }
    if (units.length === 0) return;
    outlook.read(view, grid, this.rivals);
    const steps = Math.min(style.horizon, this.firstRound + rounds - view.round);
    const width = Math.min(
      WIDEST,
      Math.max(4, Math.floor(this.movesPerRound / (units.length * style.horizon * (MOVES + 1)))),
    );
    const worth = this.worth(view, me, steps);
    const own = units.map((k) => view.unitMissiles(me * unitsPerPlayer + k));
    const missiles =
      worth.stock[Math.min(39, Math.min(...own) + worth.bonusMissiles)] - worth.stock[Math.min(39, Math.min(...own))];
    // If prizes have little value, hunting brings more points.
    const eagerness = worth.point === 0 ? 4 : Math.min(4, Math.max(1, worth.kill / (5 * worth.point)));
    outlook.hunt(grid, this.rivals, eagerness * worth.kill);
    outlook.attract(grid, [0, missiles, worth.point, 0.6 * worth.point]);
    if (this.claimed.length < grid.prizeCount) this.claimed = new Float32Array(2 * grid.prizeCount);
    const value = this.planAll(view, me, units, worth, width, steps);
    if (units.length > 1 && units.some((k) => plans[k].length < steps)) {
      // The plans conflict, so planning the units in reverse order may give better plans.
      for (let k = 0; k < plans.length; k++) copyPlan(plans[k], this.kept[k]);
      const reversed = units.toReversed();
      if (this.planAll(view, me, reversed, worth, width, steps) > value) units.reverse();
      else for (let k = 0; k < plans.length; k++) copyPlan(this.kept[k], plans[k]);
    }
    for (const k of units) {
      if (plans[k].length === 0) continue;
      const unit = me * unitsPerPlayer + k;
      if (plans[k].codes[0] === SHOOT) game.shoot(unit);
      else game.move(unit, ALL_DIRECTIONS[plans[k].codes[0]]);
    }
  }

  /** Plans the units in the order in which they get their instructions; returns the total value of the plans. */
  private planAll(
    view: CylinderView,
    me: number,
    units: readonly number[],
    worth: Worth,
    width: number,
    steps: number,
  ): number {
    const { grid, outlook, plans } = this;
    let value = 0;
    for (let i = 0; i < units.length; i++) {
      const k = units[i];
      const unit = me * view.settings.unitsPerPlayer + k;
      const row = view.unitRow(unit);
      const column = grid.columnOf(view, view.unitColumn(unit));
      this.claimed.fill(1, 0, grid.prizeCount);
      outlook.enter.mark();
      outlook.stay.mark();
      outlook.expectShots(view, grid, this.rivals, row, column);
      for (let j = 0; j < i; j++) this.keepClear(view, me, units[j], true);
      for (let j = i + 1; j < units.length; j++) this.keepClear(view, me, units[j], false);
      this.planner.search(
        {
          row,
          column,
          stock: view.unitMissiles(unit),
          gas: view.unitGas(unit),
          mayShoot: this.mayShoot(view, me, unit),
        },
        outlook,
        this.claimed,
        worth,
        width,
        steps,
        plans[k],
      );
      outlook.enter.undo();
      outlook.stay.undo();
      value += plans[k].value;
    }
    return value;
  }

  /**
   * Adds the actions of units planned earlier and the positions of units planned later as dangers for the current unit.
   */
  private keepClear(view: CylinderView, me: number, k: number, planned: boolean): void {
    const { grid, outlook, plans } = this;
    const unit = me * view.settings.unitsPerPlayer + k;
    const start = view.unitRow(unit) * grid.width + grid.columnOf(view, view.unitColumn(unit));
    const { length, codes, cells } = plans[k];
    if (!planned || length === 0) {
      // The unit planned later won't have moved yet when the current unit moves.
      outlook.enter.addChance(1, planned ? start + 1 : start, 1);
      return;
    }
    let from = start;
    for (let step = 1; step <= length; step++) {
      // Later steps of a plan can still be changed.
      const chance = CERTAINTY[Math.min(step, CERTAINTY.length) - 1];
      const path = this.paths[codes[step - 1] === SHOOT ? DEFAULT : codes[step - 1]];
      for (let i = 0; i < path.length; i++) {
        const at = from + path[i];
        if (step > 1) outlook.stay.addChance(step - 1, at, chance);
        if (grid.cells[at] >= 0) this.claimed[grid.cells[at]] = CLAIMED;
      }
      from = cells[step - 1];
      outlook.enter.addChance(step, from, chance);
    }
    if (codes[0] === SHOOT) {
      const row = Math.floor(start / grid.width);
      const column = start - row * grid.width + 2;
      outlook.enter.addChance(1, start + 2, 1);
      outlook.flyMissile(grid, row, column, 1);
    }
  }

  /** Whether a unit may shoot, which it may not if the first unit within four cells ahead is mine. */
  private mayShoot(view: CylinderView, me: number, unit: number): boolean {
    for (let ahead = 1; ahead <= 4; ahead++) {
      const other = view.unitAt(view.unitRow(unit), view.unitColumn(unit) + ahead);
      if (other >= 0) return Math.floor(other / view.settings.unitsPerPlayer) !== me;
    }
    return true;
  }

  /** The values of objects in this round. */
  private worth(view: CylinderView, me: number, steps: number): Worth {
    const { style } = this;
    const { settings, round } = view;
    const played = round - this.firstRound;
    const remaining = settings.rounds - played;
    const rate = (player: number) =>
      (view.score(player) / settings.unitsPerPlayer + style.expectedRate * PRIOR_ROUNDS) / (played + PRIOR_ROUNDS);
    const away = Math.min(settings.roundsToRegenerate, remaining);
    let others = 0;
    for (let player = 0; player < settings.players; player++) if (player !== me) others += rate(player);
    const death = rate(me) * away + style.rivalLossShare * settings.killPoints;
    const kill = settings.killPoints + (style.rivalLossShare * others * away) / (settings.players - 1);
    const soon = Math.min(1, remaining / 60);
    for (let n = 0; n < this.stockWorth.length; n++)
      this.stockWorth[n] = soon * style.magazineValue * (1 - Math.exp(-n / style.magazineScale));
    for (let gas = 0; gas < this.gasWorth.length; gas++)
      this.gasWorth[gas] = gas >= remaining - steps ? 0 : -death * Math.exp(-gas / style.gasScale);
    return {
      point: settings.bonusPoints,
      kill,
      death,
      stock: this.stockWorth,
      gas: this.gasWorth,
      bonusMissiles: settings.bonusMissiles,
      bonusGas: settings.bonusGas,
      discount: style.discount,
    };
  }
}

/** The champion's apprentice: the same plans, but only a few rounds ahead and with a thirtieth of the moves tried. */
export function squire(base: abstract new () => CylinderApi, style: Style): CylinderPlayerCode {
  const Base = base as unknown as new () => CylinderApi;
  return class Squire extends Base {
    private champion: Champion | undefined;

    play(): void {
      this.champion ??= new Champion(this.view, this.me, style);
      this.champion.play(this);
    }
  };
}
