import { DIRECTION_NAMES, isDirection } from './directions.ts';

/** The kinds of order (docs/periscope.md §3), and their words. */
export const ORDERS = ['silent', 'move', 'fire', 'ping'] as const;
export type Order = (typeof ORDERS)[number];

/** Marks a missing second step. */
export const NO_STEP = -1;
/** The highest submarine number that the text of an order can contain. */
const MAX_SUBMARINE_NUMBER = 9;

/** One player's order in one round, in a reusable buffer. Anything that isn't an order means silence. */
export interface PeriscopeMove {
  order: Order;
  /** The submarine's number, from 0. */
  submarine: number;
  /** The direction of a torpedo, or of the first step. */
  direction: number;
  /** The direction of the second step, or NO_STEP. */
  second: number;
}

export function newMove(): PeriscopeMove {
  return { order: 'silent', submarine: 0, direction: 0, second: NO_STEP };
}

export function clearMove(move: PeriscopeMove): void {
  move.order = 'silent';
  move.submarine = 0;
  move.direction = 0;
  move.second = NO_STEP;
}

/** Whether a move is a valid order to a submarine. */
export function isOrder({ order, submarine, direction, second }: PeriscopeMove): boolean {
  if (!Number.isInteger(submarine) || submarine < 0 || submarine >= MAX_SUBMARINE_NUMBER) return false;
  if (order === 'ping') return true;
  if (order === 'fire') return isDirection(direction);
  return order === 'move' && isDirection(direction) && (second === NO_STEP || isDirection(second));
}

/** The order in a program's format: `move 1 up left`, `fire 2 right`, `ping 3`, `silent`. */
export function printMove(move: PeriscopeMove): string {
  if (!isOrder(move)) return 'silent';
  const { order, submarine, direction, second } = move;
  const words: (string | number)[] = [order, submarine + 1];
  if (order !== 'ping') words.push(DIRECTION_NAMES[direction]);
  if (order === 'move' && second !== NO_STEP) words.push(DIRECTION_NAMES[second]);
  return words.join(' ');
}

/** Reads an order into `move`, which must be empty. Returns false if the text is not an order. */
export function parseMove(text: string, move: PeriscopeMove): boolean {
  const [order, number, ...ways] = text.split(' ');
  if (order === 'silent') return number === undefined;
  if (!(ORDERS as readonly string[]).includes(order) || !/^[1-9]$/.test(number ?? '')) return false;
  const [least, most] = order === 'ping' ? [0, 0] : [1, order === 'move' ? 2 : 1];
  const directions = ways.map((word) => (DIRECTION_NAMES as readonly string[]).indexOf(word));
  if (ways.length < least || ways.length > most || directions.includes(-1)) return false;
  move.order = order as Order;
  move.submarine = Number(number) - 1;
  [move.direction, move.second] = [directions[0] ?? 0, directions[1] ?? NO_STEP];
  return true;
}
