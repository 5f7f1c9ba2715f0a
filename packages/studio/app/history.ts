import { signal } from '@preact/signals';
import { type BotVersion, isSameCode, keepResult, withMatch } from '../data/versions.ts';
import { kitFor } from '../games/kits.ts';
import { codeOf, type MatchOrder, type OwnPlayerOrder } from '../match/order.ts';
import { placeOf } from '../match/place.ts';
import { own, shownName } from './state.ts';

/** Counts stored results. When this number changes, lists of versions are read again. */
export const keptResults = signal(0);

/** Stores a result with the version of a bot that achieved it. */
export async function addResult(
  game: string,
  player: OwnPlayerOrder,
  change: (version: BotVersion) => BotVersion,
): Promise<void> {
  await keepResult({ game, name: player.name, code: codeOf(player) }, change);
  keptResults.value++;
}

/**
 * Stores the places of the user's bots in a finished match. Bots from links and files are excluded, because they belong
 * to others.
 */
export async function addMatch({ players, board, ...rules }: MatchOrder, scores: readonly number[]): Promise<void> {
  const kit = kitFor(rules);
  const read = typeof kit === 'string' ? undefined : kit.game.readBoard(board);
  const teams = typeof kit !== 'string' && read?.ok ? kit.game.teamsOf?.(read.value) : undefined;
  const best = new Map<string, { readonly player: OwnPlayerOrder; readonly place: number }>();
  for (const [seat, player] of players.entries()) {
    if (player.kind !== 'own' || !isOwn(rules.game, player)) continue;
    const { place } = placeOf(scores, seat, teams);
    if (place < (best.get(player.name)?.place ?? Number.POSITIVE_INFINITY)) best.set(player.name, { player, place });
  }
  for (const { player, place } of best.values())
    await addResult(rules.game, player, (version) => withMatch(version, place));
}

const isOwn = (game: string, player: OwnPlayerOrder): boolean =>
  own.value.some((each) => each.game === game && shownName(each) === player.name && isSameCode(each, player));
