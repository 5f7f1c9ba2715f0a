import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { whyRefused } from '../refusal.ts';
import { observed } from '../secret-randomness.ts';
import { eachBoard } from './check-boards.ts';
import { Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: as with AnyGame
type Any = any;

/** The part of a simulator (packages/env/simulator.ts) that is checked. */
export interface CheckedSimulator {
  readonly actionNames: readonly string[];
  readonly noAction: number;
  units(board: Any): number;
  ask(actions: Any, from: number, moves: readonly Any[], state: Any): void;
  actionsOf?(moves: readonly Any[], state: Any, out: Any, at: number): void;
  writeMask(state: Any, out: Uint8Array, at: number): void;
  scores(state: Any, into: Int32Array, at: number): void;
}

/** Maximum number of rounds per match. One out of `ONE_IN` rounds is examined. */
const ROUNDS = 400;
const ONE_IN = 3;
/** Number of checked units per seat, and of actions per unit. */
const UNITS = 4;
const TRIED = 12;

/**
 * Checks a simulator against the rules in matches with the fixture's moves. The mask allows exactly the actions that
 * the rules execute. `actionsOf` is the inverse of `ask`, and the simulator's scores equal the outcome's scores.
 *
 * @throws ConformanceError at the first difference
 */
export function checkSimulator(fixture: AnyFixture, simulator: CheckedSimulator, seed: number, boards: number): void {
  const { game } = fixture;
  const place = new Place(game.title, seed);
  const random = new Lehmer(seed);
  for (const { board, number } of eachBoard(fixture, boards, random, place)) {
    place.match = { number, seed: random.range(1, 1_000_000) };
    const state = game.start(board, place.match.seed);
    const seats = game.seatsOf(board);
    const units = simulator.units(board);
    while (!game.isOver(state) && game.round(state) < ROUNDS) {
      place.round = game.round(state) + 1;
      const acting = game.actors?.(state) ?? Array.from({ length: seats }, (_, seat) => seat);
      if (random.range(1, ONE_IN) === 1)
        for (const seat of acting)
          new ActionChecker(game, simulator, state, seat, { seats, units }, place).look(random);
      const moves = Array.from({ length: seats }, (_, seat) =>
        acting.includes(seat) ? fixture.wildMove(state, seat, random) : game.newMove(),
      );
      game.advance(state, moves);
    }
    if (game.isOver(state)) checkScores(game, simulator, state, seats, place);
  }
}

/** Examines one seat's actions in one state. */
class ActionChecker {
  private readonly game: AnyGame;
  private readonly simulator: CheckedSimulator;
  private readonly state: unknown;
  private readonly seat: number;
  private readonly size: { readonly seats: number; readonly units: number };
  private readonly place: Place;
  private readonly mask: Uint8Array;

  constructor(
    game: AnyGame,
    simulator: CheckedSimulator,
    state: unknown,
    seat: number,
    size: ActionChecker['size'],
    place: Place,
  ) {
    this.game = game;
    this.simulator = simulator;
    this.state = state;
    this.seat = seat;
    this.size = size;
    this.place = place;
    this.mask = new Uint8Array(size.units * simulator.actionNames.length);
    simulator.writeMask(observed(game, state, seat), this.mask, 0);
  }

  look(random: Lehmer): void {
    const { simulator, size, seat } = this;
    const { actionNames, noAction } = simulator;
    const each = size.units / size.seats;
    for (let n = 0; n < Math.min(UNITS, each); n++) {
      const unit = seat * each + (each <= UNITS ? n : random.range(0, each - 1));
      this.place.expect(
        this.allows(unit, noAction),
        () => `the mask forbids ${actionNames[noAction]} of unit ${unit}, but this action is always allowed`,
      );
      const all =
        actionNames.length <= TRIED
          ? actionNames.map((_, action) => action)
          : Array.from({ length: TRIED }, () => random.range(0, actionNames.length - 1));
      for (const action of all) if (action !== noAction) this.lookAt(unit, action);
    }
    this.lookAtLegal();
  }

  private allows = (unit: number, action: number): boolean =>
    this.mask[unit * this.simulator.actionNames.length + action] === 1;
  private nameOf = (unit: number, action: number): string =>
    `${this.simulator.actionNames[action]} of unit ${unit} (seat ${this.seat})`;

  private asked(actions: Uint16Array): unknown[] {
    const moves = Array.from({ length: this.size.seats }, () => this.game.newMove());
    this.simulator.ask(actions, 0, moves, this.state);
    return moves;
  }

  /** The state's hash after a round with these moves. */
  private come(moves: readonly unknown[]): number {
    const copy = this.game.clone(this.state);
    this.game.advance(copy, moves);
    return this.game.hash(copy);
  }

  private lookAt(unit: number, action: number): void {
    const { game, simulator, state, seat, size, place } = this;
    const actions = new Uint16Array(size.units).fill(simulator.noAction);
    actions[unit] = action;
    const moves = this.asked(actions);
    const text = game.move.print(moves[seat]);
    const nothing = this.asked(new Uint16Array(size.units).fill(simulator.noAction));
    if (!this.allows(unit, action)) {
      place.expect(
        text === game.move.print(nothing[seat]) || this.come(moves) === this.come(nothing),
        () => `the mask forbids ${this.nameOf(unit, action)}, but the rules carry it out as ${quoted(text)}`,
      );
      return;
    }
    if (game.refuse || game.legal) {
      const why = whyRefused(game, observed(game, state, seat), seat, moves[seat]);
      place.expect(
        why === undefined,
        () => `the mask allows ${this.nameOf(unit, action)}, but the resulting move ${quoted(text)} is refused: ${why}`,
      );
      place.expect(
        text !== game.move.print(game.newMove()),
        () =>
          `the mask allows ${this.nameOf(unit, action)}, but \`ask\` turns it into the empty move: do the rules refuse it?`,
      );
    }
    if (!simulator.actionsOf) return;
    const back = new Uint16Array(size.units).fill(simulator.noAction);
    simulator.actionsOf(moves, state, back, 0);
    const again = this.asked(back);
    place.expect(game.move.print(again[seat]) === text || this.come(again) === this.come(moves), () => {
      const found = Array.from(back.keys()).filter((each) => back[each] !== simulator.noAction);
      const named = found.map((each) => `${simulator.actionNames[back[each]]} of unit ${each}`).join(', ') || 'nothing';
      return `\`actionsOf\` isn’t the inverse of \`ask\`: ${this.nameOf(unit, action)} becomes the move ${quoted(text)}, but \`actionsOf\` turns this move into ${named}`;
    });
  }

  /** Checks that the mask allows each listed move that consists of a single unit's action. */
  private lookAtLegal(): void {
    const { game, simulator, state, seat, size, place } = this;
    if (!game.legal || !simulator.actionsOf) return;
    const empty = game.move.print(game.newMove());
    for (const move of game.legal(observed(game, state, seat), seat)) {
      const text = game.move.print(move);
      if (text === empty) continue;
      const moves = Array.from({ length: size.seats }, (_, other) => (other === seat ? move : game.newMove()));
      const actions = new Uint16Array(size.units).fill(simulator.noAction);
      simulator.actionsOf(moves, state, actions, 0);
      const units = Array.from(actions.keys()).filter((unit) => actions[unit] !== simulator.noAction);
      if (units.length !== 1 || game.move.print(this.asked(actions)[seat]) !== text) continue;
      place.expect(
        this.allows(units[0], actions[units[0]]),
        () => `\`legal\` lists ${quoted(text)}, but the mask forbids ${this.nameOf(units[0], actions[units[0]])}`,
      );
    }
  }
}

/** Checks the scores at the end: the simulator must return each seat's points, or 1 for a win and −1 for a loss. */
function checkScores(game: AnyGame, simulator: CheckedSimulator, state: unknown, seats: number, place: Place): void {
  const into = new Int32Array(seats);
  simulator.scores(state, into, 0);
  const { scores } = game.outcome(state);
  const isRanked = scores.every((one, seat) => scores.every((other, at) => one <= other || into[seat] >= into[at]));
  const isPoints = scores.every((score, seat) => score === into[seat]) || !scores.every(Number.isInteger);
  place.expect(
    isRanked && (isPoints || into.every((value) => Math.abs(value) <= 1)),
    () =>
      `at the end, the outcome’s scores are ${scores.join(' ')}, but the simulator’s scores are ${into.join(' ')}: they must be the same points, or 1 for a win and -1 for a loss`,
  );
}
