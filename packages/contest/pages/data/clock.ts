import { signal } from '@preact/signals';

/** By how many milliseconds the server's clock is ahead of this machine's. */
let aheadMs = 0;

/** The server's clock, in whole seconds. */
export const now = signal(Date.now());

/** The server's clock, in milliseconds. */
export const serverMs = (): number => Date.now() + aheadMs;

/** A response contained the server's time. */
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
