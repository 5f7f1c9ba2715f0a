import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charge, type Flow, MAX_CHARGE, MAX_UNCHECKED_UNITS, placeFuelChecks } from './fuel-checks.ts';

/** A function's code as a tree, reduced to the parts that matter for fuel checks. */
type Piece =
  | { readonly kind: 'charge'; readonly cost: number }
  | { readonly kind: 'tiny'; readonly cost: number }
  | { readonly kind: 'call' }
  | {
      readonly kind: 'block' | 'loop' | 'if';
      readonly inside: readonly Piece[];
      readonly otherwise: readonly Piece[] | undefined;
    }
  | { readonly kind: 'leave'; readonly depth: number; readonly always: boolean };

const { pieces } = fc.letrec<{ pieces: Piece[]; piece: Piece }>((tie) => ({
  pieces: fc.array(tie('piece'), { maxLength: 6 }),
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('charge' as const), cost: fc.integer({ min: 1, max: MAX_CHARGE }) }),
    fc.record({ kind: fc.constant('tiny' as const), cost: fc.integer({ min: 1, max: 1000 }) }),
    fc.record({ kind: fc.constant('call' as const) }),
    fc.record({ kind: fc.constant('leave' as const), depth: fc.nat(3), always: fc.boolean() }),
    fc.record({
      kind: fc.constantFrom('block' as const, 'loop' as const, 'if' as const),
      inside: tie('pieces'),
      otherwise: fc.option(tie('pieces'), { nil: undefined }),
    }),
  ),
}));

/** The flow that metering derives from the tree. A walk over the tree finds the events of each piece by their order. */
function flowOf(all: readonly Piece[], flow: Flow[], depth: number, at: { next: number }): void {
  const charge = (cost: number, look: boolean) => {
    const made: Charge = { at: at.next++, cost, checksFuel: look };
    flow.push({ kind: 'charge', charge: made });
  };
  for (const piece of all) {
    switch (piece.kind) {
      case 'charge':
        charge(piece.cost, false);
        break;
      case 'tiny':
        flow.push({ kind: 'tiny', at: at.next++, cost: piece.cost });
        break;
      case 'call':
        flow.push({ kind: 'call' });
        break;
      case 'leave':
        flow.push({ kind: 'branch', depth: Math.min(piece.depth, depth), always: piece.always });
        break;
      default:
        flow.push({ kind: 'open', opens: piece.kind });
        if (piece.kind === 'loop') charge(1, true);
        flowOf(piece.inside, flow, depth + 1, at);
        if (piece.kind === 'if' && piece.otherwise) {
          flow.push({ kind: 'else' });
          flowOf(piece.otherwise, flow, depth + 1, at);
        }
        flow.push({ kind: 'end' });
    }
  }
}

/** Runs the tree along a path that `choose` selects; returns the maximum charge without a check. */
function run(
  all: readonly Piece[],
  looks: ReadonlySet<number>,
  choose: () => boolean,
): { fresh: number; called: number } {
  const most = { fresh: 0, called: 0 };
  let pending = 0;
  let called = false;
  let steps = 0;
  const charge = (cost: number, at: number) => {
    if (looks.has(at)) {
      pending = 0;
      called = false;
      return;
    }
    add(cost);
  };
  const add = (cost: number) => {
    pending += cost;
    if (called) most.called = Math.max(most.called, pending);
    else most.fresh = Math.max(most.fresh, pending);
  };
  // Number of charges and tiny calls, in the order of the flow.
  const sizeOf = (list: readonly Piece[]): number =>
    list.reduce((sum, piece) => {
      if (piece.kind === 'charge' || piece.kind === 'tiny') return sum + 1;
      if (piece.kind === 'call' || piece.kind === 'leave') return sum;
      const otherwise = piece.kind === 'if' && piece.otherwise ? sizeOf(piece.otherwise) : 0;
      return sum + (piece.kind === 'loop' ? 1 : 0) + sizeOf(piece.inside) + otherwise;
    }, 0);
  /** Returns the number of blocks to leave, counted outwards, or −1 for none. */
  const walk = (list: readonly Piece[], first: number, depth: number): number => {
    let at = first;
    for (const piece of list) {
      if (steps++ > 2000) return Number.POSITIVE_INFINITY;
      switch (piece.kind) {
        case 'charge':
          charge(piece.cost, at++);
          break;
        case 'tiny':
          if (looks.has(at)) pending = 0;
          if (looks.has(at)) called = false;
          add(piece.cost);
          at++;
          break;
        case 'call':
          pending = 0;
          called = true;
          break;
        case 'leave':
          if (piece.always || choose()) return Math.min(piece.depth, depth);
          break;
        default: {
          const inner = piece.kind === 'loop' ? at + 1 : at;
          const middle = inner + sizeOf(piece.inside);
          let left: number;
          do {
            if (piece.kind === 'loop') charge(1, at);
            const other = piece.kind === 'if' && !choose();
            if (other) left = piece.otherwise ? walk(piece.otherwise, middle, depth + 1) : -1;
            else left = walk(piece.inside, inner, depth + 1);
          } while (piece.kind === 'loop' && left === 0 && steps < 2000);
          // A loop that is abandoned isn't left at its end.
          if (piece.kind === 'loop' && left === 0) return Number.POSITIVE_INFINITY;
          if (left > 0) return left - 1;
          at = middle + (piece.kind === 'if' && piece.otherwise ? sizeOf(piece.otherwise) : 0);
        }
      }
    }
    return -1;
  };
  walk(all, 0, 0);
  return most;
}

test('random paths through a function stay within the maximum charge between two checks', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 112, max: 5000 }), fc.infiniteStream(fc.boolean()), (all, frame, choices) => {
      const flow: Flow[] = [];
      flowOf(all, flow, 0, { next: 0 });
      const looks = new Set(placeFuelChecks(flow, frame).flatMap((charge) => (charge.checksFuel ? [charge.at] : [])));
      for (let way = 0; way < 20; way++) {
        const most = run(all, looks, () => choices.next().value === true);
        expect(most.fresh).toBeLessThanOrEqual(MAX_UNCHECKED_UNITS);
        expect(most.called).toBeLessThanOrEqual(frame);
      }
    }),
    { numRuns: 500 },
  );
});

/** A charge of this number of units. */
const units = (cost: number): Flow => ({ kind: 'charge', charge: { at: 0, cost, checksFuel: false } });
const HEAD: Flow = { kind: 'charge', charge: { at: 0, cost: 1, checksFuel: true } };
/** The total charge that is allowed without a check. */
const ALL: readonly Flow[] = Array.from({ length: 5 }, () => units(20_000));
const ONE = units(1);
const opened = (opens: 'block' | 'loop' | 'if'): Flow => ({ kind: 'open', opens });
const leaving = (depth: number, always: boolean): Flow => ({ kind: 'branch', depth, always });
const [CALLED, LOOKED, CAUGHT, DEAD, ELSE, CLOSED]: readonly Flow[] = [
  { kind: 'call' },
  { kind: 'looked' },
  { kind: 'catch' },
  { kind: 'dead' },
  { kind: 'else' },
  { kind: 'end' },
];

test.each<[string, readonly Flow[], boolean, number?]>([
  ['at the start', [], false],
  ['after the maximum charge', ALL, true],
  ['after one unit less than the maximum charge', [...ALL.slice(1), units(19_999)], false],
  ['after the maximum charge and a check', [...ALL, LOOKED], false],
  ['after a call and a charge below the frame size', [...ALL, CALLED, units(199)], false],
  ['after a call and a charge equal to the frame size', [...ALL, CALLED, units(200)], true],
  ['after a call in a function with a large frame', [CALLED, ...ALL, ...ALL, units(200_000)], false, 1e6],
  ['after a catch', [opened('block'), ...ALL, CAUGHT], false],
  ['after a block with a catch', [opened('block'), ...ALL, CAUGHT, CLOSED], true],
  ['after a block with a check', [...ALL, opened('block'), LOOKED, CLOSED], false],
  ['after an if with a check, without an else', [...ALL, opened('if'), LOOKED, CLOSED], true],
  ['after an if and an else with a check each', [...ALL, opened('if'), LOOKED, ELSE, LOOKED, CLOSED], false],
  ['after an if with a check, and an else without a check', [...ALL, opened('if'), LOOKED, ELSE, CLOSED], true],
  [
    'after a block that may be left before its check',
    [opened('block'), ...ALL, leaving(0, false), LOOKED, CLOSED],
    true,
  ],
  ['in unreachable code after a branch', [opened('block'), ...ALL, leaving(0, true)], false],
  ['in unreachable code', [...ALL, DEAD], false],
  ['after an endless loop', [opened('loop'), HEAD, opened('block'), ...ALL, leaving(1, true), CLOSED, CLOSED], false],
])('a charge checks the fuel only if the limit could be exceeded: %s', (_, before, looks, frame = 200) => {
  const flow = [...before, ONE].map((event) => (event.kind === 'charge' ? copied(event) : event));
  const charges = placeFuelChecks(flow, frame);
  const own = flow.flatMap((event) => (event.kind === 'charge' ? [event.charge] : []));
  expect(charges).toEqual(own);
  expect(charges.at(-1)!.checksFuel).toBe(looks);
});

/** A separate copy of a charge, because metering records checks in the charge. */
const copied = ({ charge }: Extract<Flow, { kind: 'charge' }>): Flow => ({ kind: 'charge', charge: { ...charge } });
