import { signal } from '@preact/signals';

/** Milliseconds by which the server's clock is ahead of this machine's clock. */
let aheadMs = 0;

/** The server's time, in whole seconds. */
export const now = signal(Date.now());

/** Returns the server's time in milliseconds. */
export const serverMs = (): number => Date.now() + aheadMs;

/** Sets the clock by the server's time in a response. */
export function setClock(instant: string): void {
  const told = Date.parse(instant);
  if (Number.isNaN(told)) return;
  aheadMs = told - Date.now();
  tick();
}

function tick(): void {
  now.value = Math.round(serverMs() / 1000) * 1000;
}

export function startClock(): void {
  setInterval(tick, 1000);
}
