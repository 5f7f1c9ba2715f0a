import type { RoomOrder, SeatToken } from './messages.ts';

/**
 * A tab stores the secret of its seat, so that the person keeps the seat after a reload. The tab also stores the match
 * that the studio's form sends.
 */

const keyOf = (code: string): string => `ludus-room-${code}`;

export const keptSeat = (code: string): SeatToken | undefined => kept(keyOf(code));

/** @param token undefined if the tab no longer has a seat */
export const keepSeat = (code: string, token: SeatToken | undefined): void => keep(keyOf(code), token);

const ORDER = 'ludus-room-order';

export function keptOrder(): RoomOrder | undefined {
  const text = kept(ORDER);
  return text === undefined ? undefined : (JSON.parse(text) as RoomOrder);
}

export const keepOrder = (order: RoomOrder | undefined): void => keep(ORDER, order && JSON.stringify(order));

function kept(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // If the browser has no storage, the person keeps the seat only until the page is left.
  }
}
