/** A charge: the amount of fuel, and the position in the code. */
export interface Charge {
  readonly at: number;
  cost: number;
  /** Whether execution stops here if the fuel is used up. */
  checksFuel: boolean;
}

/** The parts of a function's code that determine where it must check the fuel, in code order. */
export type Flow =
  | { readonly kind: 'charge'; readonly charge: Charge }
  /** A call of a function that has at most this cost and doesn't check the fuel. */
  | { readonly kind: 'tiny'; readonly at: number; readonly cost: number }
  /** A call of a function that checks the fuel when it is entered. */
  | { readonly kind: 'call' }
  /** Code that charges and checks the fuel itself. */
  | { readonly kind: 'looked' }
  | { readonly kind: 'open'; readonly opens: 'block' | 'loop' | 'if' }
  | { readonly kind: 'else' }
  | { readonly kind: 'catch' }
  | { readonly kind: 'end' }
  | { readonly kind: 'branch'; readonly depth: number; readonly always: boolean }
  /** The code after this point can't be reached from here. */
  | { readonly kind: 'dead' };

/**
 * Maximum number of units charged between two checks. Since its last check, a function that hasn't made any call may
 * have charged `FRESH` units. After a call, a function may charge one unit per byte of its frame. Functions that return
 * one after the other without a check charge at most the size of the stack. The charge between two checks therefore
 * never exceeds FRESH + STACK_BYTES + UNCOUNTED_BYTES + one charge, which is less than a million.
 */
export const MAX_UNCHECKED_UNITS = 100_000;
/** Maximum size of one charge. */
export const MAX_CHARGE = 20_000;

/** The pending charge that marks unreachable code. */
const NEVER = -1;

interface PendingCharge {
  /** Maximum charge since the last check, on paths without a call since then. */
  fresh: number;
  /** The maximum charge since the last call, on paths with a call since the last check. */
  called: number;
}

interface BlockCharges {
  readonly at: PendingCharge | undefined;
  /** The state at the target of branches to the block's label. The start of a loop always checks the fuel. */
  readonly out: PendingCharge | undefined;
}

const unreached = (): PendingCharge => ({ fresh: NEVER, called: NEVER });

function join(into: PendingCharge | undefined, from: PendingCharge | undefined): void {
  if (!into || !from) return;
  into.fresh = Math.max(into.fresh, from.fresh);
  into.called = Math.max(into.called, from.called);
}

/** Decides which charges check the fuel, and adds empty charges where another check is needed. `frame` is in bytes. */
export function placeFuelChecks(flow: readonly Flow[], frame: number): Charge[] {
  const charges: Charge[] = [];
  const open: BlockCharges[] = [{ at: undefined, out: unreached() }];
  let now: PendingCharge = { fresh: 0, called: NEVER };
  const tooMuch = (cost: number) =>
    (now.fresh !== NEVER && now.fresh + cost > MAX_UNCHECKED_UNITS) ||
    (now.called !== NEVER && now.called + cost > frame);
  const add = (cost: number): void => {
    if (now.fresh !== NEVER) now.fresh += cost;
    if (now.called !== NEVER) now.called += cost;
  };
  const look = (): void => {
    now = { fresh: 0, called: NEVER };
  };
  for (const event of flow) {
    switch (event.kind) {
      case 'charge': {
        const { charge } = event;
        if (tooMuch(charge.cost)) charge.checksFuel = true;
        charges.push(charge);
        if (charge.checksFuel) look();
        else add(charge.cost);
        break;
      }
      case 'tiny':
        if (tooMuch(event.cost)) {
          charges.push({ at: event.at, cost: 0, checksFuel: true });
          look();
        }
        add(event.cost);
        break;
      case 'looked':
        look();
        break;
      case 'call':
        now = { fresh: NEVER, called: 0 };
        break;
      case 'open':
        open.push({
          at: event.opens === 'if' ? { ...now } : undefined,
          out: event.opens === 'loop' ? undefined : unreached(),
        });
        break;
      case 'else': {
        const block = open.pop()!;
        join(block.out, now);
        now = block.at!;
        open.push({ at: undefined, out: block.out });
        break;
      }
      case 'catch':
        join(open[open.length - 1].out, now);
        look();
        break;
      case 'end': {
        const { at, out } = open.pop()!;
        // If there is no `else`, the path that skips the block continues here.
        now = { ...now };
        join(now, at);
        join(now, out);
        break;
      }
      case 'branch':
        join(open[open.length - 1 - event.depth].out, now);
        if (event.always) now = unreached();
        break;
      case 'dead':
        now = unreached();
        break;
      default:
        event satisfies never;
    }
  }
  return charges;
}
