import type { AnyGame } from '@ludus/game/game.ts';
import { observed } from '@ludus/game/secret-randomness.ts';
import { type Actions, newActions } from './actions.ts';
import type { AnySimulator } from './simulator.ts';

/** The env's properties that the check of actions needs. */
interface ActionContext {
  readonly game: AnyGame;
  readonly simulator: AnySimulator;
  readonly size: number;
  readonly seats: number;
  readonly units: number;
  readonly states: readonly unknown[];
  readonly dones: Uint8Array;
}

/** Checks the actions of a step before a round is played. */
export class AskedActions {
  private readonly env: ActionContext;
  private readonly refuses: boolean;
  private readonly isJudged: (seat: number) => boolean;
  private readonly own: Actions;
  private readonly mask: Uint8Array;

  /**
   * `isJudged`: whether illegal actions of this seat are refused. False for a seat that a player controls, because its
   * actions don’t count.
   */
  constructor(env: ActionContext, illegal: 'ignore' | 'refuse', isJudged: (seat: number) => boolean) {
    this.env = env;
    this.refuses = illegal === 'refuse';
    this.isJudged = isJudged;
    this.own = newActions(env.simulator, env.size * env.units);
    this.mask = new Uint8Array(this.refuses ? env.units * env.simulator.actionNames.length : 0);
  }

  /**
   * Returns valid actions in the number type that the game needs. `renewed`: a 1 for each match in which the actions
   * don't count.
   * @throws RangeError if the number of actions is wrong or a value is not an action. Also thrown for an illegal action
   * if illegal actions are refused
   */
  checked(actions: Actions | readonly number[], renewed: Uint8Array | undefined): Actions {
    const { size, units, simulator } = this.env;
    const most = simulator.actionNames.length;
    if (actions.length !== size * units)
      throw new RangeError(`there must be ${size} × ${units} actions, not ${actions.length}`);
    const { own } = this;
    let asked = own;
    if (actions instanceof Uint8Array && own instanceof Uint8Array) {
      asked = actions;
      const wrong = firstAbove(actions, most);
      if (wrong >= 0) this.refuseNumber(wrong, actions[wrong]);
    } else {
      for (let i = 0; i < actions.length; i++) if (!Number.isInteger(actions[i])) this.refuseNumber(i, actions[i]);
      for (let i = 0; i < actions.length; i++)
        if (actions[i] < 0 || actions[i] >= most) this.refuseNumber(i, actions[i]);
      own.set(actions);
    }
    if (this.refuses) this.refuseMasked(asked, renewed);
    return asked;
  }

  private refuseNumber(index: number, action: number): never {
    const { length } = this.env.simulator.actionNames;
    this.fail(index, `${action} isn’t an action: choose 0 to ${length - 1}`);
  }

  private refuseMasked(actions: Actions, renewed: Uint8Array | undefined): void {
    const { mask } = this;
    const { game, dones, seats, simulator, size, states, units } = this.env;
    const count = simulator.actionNames.length;
    for (let match = 0; match < size; match++) {
      if (dones[match] !== 0 || renewed?.[match] === 1) continue;
      if (!game.observe) simulator.writeMask(states[match], mask, 0);
      for (let unit = 0; unit < units; unit++) {
        const seat = Math.floor((unit * seats) / units);
        if (!this.isJudged(seat)) continue;
        if (game.observe) simulator.writeMask(observed(game, states[match], seat), mask, 0);
        const action = actions[match * units + unit];
        if (mask[unit * count + action] === 0)
          this.fail(match * units + unit, `${simulator.actionNames[action]} is against the rules now`);
      }
    }
  }

  private fail(index: number, what: string): never {
    const { units } = this.env;
    throw new RangeError(`match ${Math.floor(index / units)}, unit ${index % units}: ${what}`);
  }
}

/**
 * The index of the first byte that is `most` or more; −1 if there is none. Checks four bytes at a time if possible,
 * because lists of actions are long and usually valid.
 * @param most 1 … 255
 */
export function firstAbove(bytes: Uint8Array, most: number): number {
  let at = 0;
  if (most <= 0x80 && bytes.byteOffset % 4 === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    // Sets a byte's highest bit if the byte is too large. Bytes below 0x80 don't carry into the next byte; larger bytes
    // have the highest bit anyway.
    const rest = Math.imul(0x80 - most, 0x01010101);
    let word = 0;
    while (word < words.length && ((words[word] | (words[word] + rest)) & 0x80808080) === 0) word++;
    at = 4 * word;
  }
  while (at < bytes.length && bytes[at] < most) at++;
  return at < bytes.length ? at : -1;
}
