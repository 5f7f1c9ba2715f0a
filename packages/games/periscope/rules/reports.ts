import { LETTERS } from './board.ts';
import { DIRECTION_NAMES } from './directions.ts';
import { type LastOrder, type PeriscopeState, UNSEEN } from './state.ts';

/** A cell in words: `row 2, column 5`. */
export const wordsFor = ({ board: { columns } }: PeriscopeState, cell: number): string =>
  `row ${Math.floor(cell / columns)}, column ${cell % columns}`;

/** Describes a player's last order in words, as it is reported to everyone. */
export function describeOrder(state: PeriscopeState, { report, cell, direction, end, sunk }: LastOrder): string {
  if (report === 'none') return 'has not moved yet';
  if (report === 'quiet') return 'made no noise';
  if (report === 'salvage') return `salvaged a wreck at ${wordsFor(state, cell)}`;
  if (report === 'ping') return `pinged from ${wordsFor(state, cell)}`;
  const hit = sunk === 0 ? 'and missed' : sunk === 1 ? 'and sank a submarine' : `and sank ${sunk} submarines`;
  return `fired ${DIRECTION_NAMES[direction]} from ${wordsFor(state, cell)} to ${wordsFor(state, end)} ${hit}`;
}

/**
 * Describes the last orders of all players for one of them. That player also learns the result of its ping: `You pinged
 * from …, and found nothing. Player b …`
 */
export function describeOrders(state: PeriscopeState, seat: number): string {
  const units = state.cells.length;
  const found = [...state.contacts.subarray(seat * units, (seat + 1) * units)].filter((cell) => cell !== UNSEEN);
  return state.last
    .flatMap((order, at) => {
      if (order.report === 'none') return [];
      if (at !== seat) return [`Player ${LETTERS[at]} ${describeOrder(state, order)}.`];
      const echo = found.length === 0 ? 'nothing' : found.map((cell) => wordsFor(state, cell)).join('; ');
      return [`You ${describeOrder(state, order)}${order.report === 'ping' ? `, and found ${echo}` : ''}.`];
    })
    .map((sentence) => `${sentence} `)
    .join('');
}
