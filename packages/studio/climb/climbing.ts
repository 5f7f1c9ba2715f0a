import { addResult } from '../app/history.ts';
import { isPlayground } from '../app/page-variant.ts';
import { isOfFolder } from '../app/state.ts';
import { type BotVersion, rungRecord, seatedVersion, withRung } from '../data/versions.ts';
import type { DuelOrder } from '../duel/order.ts';
import { DuelPool, underFuel } from '../duel/pool.ts';
import { runDuel } from '../duel/run-duel.ts';
import type { OwnPlayerOrder } from '../match/order.ts';
import { playRung, type RungEnd, rungOf } from './rung.ts';

/** Number of pairs of matches in a quick comparison of two versions. */
export const QUICK_PAIRS = 20;

const prepared = async (order: DuelOrder): Promise<DuelOrder> =>
  !isPlayground && isOfFolder(order) ? order : await underFuel(order);

export interface ClimbResult extends RungEnd {
  readonly order: DuelOrder;
}

/**
 * Plays a bot against one opponent of the ladder, and stores the result. Rejects with a message. `onPool` receives the
 * pool, through which the caller can stop the matches early.
 */
export async function climbRung(
  game: string,
  bot: OwnPlayerOrder,
  opponent: string,
  pairs: number,
  { onPool, onPlayed }: { onPool(pool: DuelPool): void; onPlayed(matches: number): void },
): Promise<ClimbResult> {
  const rung = rungOf({ game }, bot, opponent, pairs);
  if (typeof rung === 'string') throw new Error(rung);
  const order = await prepared(rung.order);
  const pool = new DuelPool(order);
  onPool(pool);
  try {
    const end = await playRung(rung, (spec) => pool.play(spec), onPlayed);
    await addResult(game, bot, (version) => withRung(version, opponent, rungRecord(end.result, Date.now())));
    return { ...end, order };
  } finally {
    pool.end('the climb is over');
  }
}

/** A message that states which of two versions is stronger. */
export async function compareVersions(
  game: string,
  name: string,
  [fresh, old]: readonly [BotVersion, BotVersion],
  onPool: (pool: DuelPool) => void,
): Promise<string> {
  const seated = (version: BotVersion) => seatedVersion(version, name);
  const rung = rungOf({ game }, seated(fresh), '', QUICK_PAIRS);
  if (typeof rung === 'string') throw new Error(rung);
  const order = await prepared({ ...rung.order, players: [seated(fresh), seated(old)] });
  const pool = new DuelPool(order);
  onPool(pool);
  try {
    const wish = { firstSeed: 1, limit: QUICK_PAIRS };
    return (await runDuel(order, wish, (spec) => pool.play(spec), pool.size * 3)).sentence;
  } finally {
    pool.end('the comparison is over');
  }
}
