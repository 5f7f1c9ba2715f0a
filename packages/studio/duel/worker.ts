import { kitOf } from '../games/kits.ts';
import { lockDown } from '../match/lockdown.ts';
import type { OpenSeat } from '../match/play.ts';
import type { DuelOrder, FromDuelWorker, ToDuelWorker } from './order.ts';
import { playDuelMatch } from './play.ts';

/** Kept from before `lockDown`, as is the clock: players have none of them to spoil. */
const post = postMessage.bind(globalThis) as (news: FromDuelWorker) => void;
const { now } = Date;
/** So often at most it is told that a match goes on. */
const ALIVE_MS = 300;

let order: DuelOrder | undefined;
let open: OpenSeat | undefined;
let last: Promise<void> = Promise.resolve();
let told = 0;

const alive = (): void => {
  const at = now();
  if (at - told < ALIVE_MS) return;
  told = at;
  post({ type: 'alive' });
};

async function ready({ game, players }: DuelOrder, { base, modules }: NonNullable<DuelOrder['fuel']>): Promise<void> {
  try {
    const [{ fuelSeats }, { fetchedParts }] = await Promise.all([
      import('../match/fuel.ts'),
      import('../match/fuel-parts.ts'),
    ]);
    const kit = kitOf(game);
    if (kit) open = await fuelSeats(kit, players, modules, fetchedParts(base), true);
  } catch (error) {
    post({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
}

/** A worker plays the matches of one duel, one after the other, until it is ended. */
addEventListener('message', ({ data }: MessageEvent<ToDuelWorker>) => {
  if (data.type === 'duel') {
    order = data.order;
    // Under fuel players run in engines of their own; else they are this worker's own JavaScript, and it keeps nothing that is the browser's.
    if (order.fuel === undefined) lockDown(globalThis);
    else last = ready(order, order.fuel);
    return;
  }
  const { spec } = data;
  last = last.then(async () => {
    try {
      told = now();
      post({ type: 'alive' });
      post({ type: 'done', record: await playDuelMatch(order!, spec, alive, open) });
    } catch (error) {
      post({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
    }
  });
});
