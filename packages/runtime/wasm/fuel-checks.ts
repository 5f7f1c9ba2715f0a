/** A charge: what is taken from the fuel, and where in the code. */
export interface Charge {
  readonly at: number;
  cost: number;
  /** Stop here if the fuel is used up. */
  checksFuel: boolean;
}

/** The parts of a function's code that decide where it must check the fuel, in the order of the code. */
export type Flow =
  | { readonly kind: 'charge'; readonly charge: Charge }
  /** A call of a function that costs so much at most and does not look. */
  | { readonly kind: 'tiny'; readonly at: number; readonly cost: number }
  /** A call of one that looks as it is entered. */
  | { readonly kind: 'call' }
  /** Something that charges and looks by itself. */
  | { readonly kind: 'looked' }
  | { readonly kind: 'open'; readonly opens: 'block' | 'loop' | 'if' }
  | { readonly kind: 'else' }
  | { readonly kind: 'catch' }
  | { readonly kind: 'end' }
  | { readonly kind: 'branch'; readonly depth: number; readonly always: boolean }
  /** The code that follows is unreachable from here. */
  | { readonly kind: 'dead' };

/**
 * Units that may be charged between two looks. Since its last look, if it has called no one after it, a function may have
 * charged `FRESH` units. After a call it may charge one unit per byte of its frame. Functions that return one after the other
 * without checking together charge no more than the size of the stack. So there are never more than FRESH + STACK_BYTES +
 * UNCOUNTED_BYTES + one charge between two looks, less than a million.
 */
export const MAX_UNCHECKED_UNITS = 100_000;
/** The most that is charged at once. */
export const MAX_CHARGE = 20_000;

/** Not reached. */
const NEVER = -1;

interface Pending {
  /** Charged at most since the last look, on ways without a call since. */
  fresh: number;
  /** … and on ways with one, since the last call. */
  called: number;
}

interface Open {
  readonly at: Pending | undefined;
  /** Where branches to its label arrive; a loop's head looks, anyone who arrives. */
  readonly out: Pending | undefined;
}

const unreached = (): Pending => ({ fresh: NEVER, called: NEVER });

function join(into: Pending | undefined, from: Pending | undefined): void {
  if (!into || !from) return;
  into.fresh = Math.max(into.fresh, from.fresh);
  into.called = Math.max(into.called, from.called);
}

/** Decides which charges look, and adds charges of nothing where a look is needed elsewhere. `frame` is in bytes. */
export function placeFuelChecks(flow: readonly Flow[], frame: number): Charge[] {
  const charges: Charge[] = [];
  const open: Open[] = [{ at: undefined, out: unreached() }];
  let now: Pending = { fresh: 0, called: NEVER };
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
        // Without an else the way around it begins where it does.
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
