import { effect } from '@preact/signals';
import { BUILTIN_BOARDS, OF_SEED, seedBoard } from '../data/boards.ts';
import { holdsMatch, type LinkedMatch, linkOf, readLink } from '../data/link.ts';
import { kitFor } from '../games/kits.ts';
import type { MatchOrder } from '../match/order.ts';
import { isPlayground } from './page-variant.ts';
import { newFuel, problem, shared, shown } from './state.ts';

/**
 * Lengths of links, in characters. Some messengers truncate links longer than `LONG`. Many programs truncate links
 * longer than `TOO_LONG`, so the page offers a file instead.
 */
const LONG = 2000;
const TOO_LONG = 8000;

/** A link to the shown match and round, with a message about the link. `tooLong`: the reason to use a file instead. */
export async function linkToShown(
  round: number,
): Promise<{ readonly link: string; readonly hint: string; readonly tooLong?: string } | undefined> {
  if (shown.value === undefined) return undefined;
  const { order, board } = shown.value;
  const hash = await linkOf({
    game: order.game,
    boardName: board,
    ...(board !== OF_SEED && { board: order.board }),
    seed: order.seed >>> 0,
    players: order.players,
    round,
    ...(order.revision !== undefined && { revision: order.revision }),
    ...(order.fuel && { fuel: order.fuel }),
  });
  const here = new URL(location.href);
  here.search = '';
  here.hash = hash;
  const link = here.href;
  const hint =
    link.length > LONG
      ? `copied, but some messengers truncate links of this length (${link.length} characters)`
      : 'copied';
  const tooLong = `A link would have ${link.length} characters, and many programs would truncate it. A match file contains the same match.`;
  return { link, hint, ...(link.length > TOO_LONG && { tooLong }) };
}

/** Asks the user whether to play a match from a link or file. None of the match's code runs before the user agrees. */
export function offerMatch(match: LinkedMatch, from: 'link' | 'file' = 'link'): void {
  const wrong = wrongMatch(match);
  if (wrong === undefined) shared.value = match;
  else problem.value = wrong.replace('the link', `the ${from}`);
}

/** Reads the match in the address, now and after each change. Asks the user before any code of the match runs. */
export function watchLink(): () => void {
  const look = async (hash: string) => {
    if (!holdsMatch(hash)) return;
    const read = await readLink(hash);
    if (typeof read === 'string') problem.value = read;
    else offerMatch(read);
  };
  void look(location.hash);
  // Uses the event's address, because the page's address may have changed again.
  const changed = ({ newURL }: HashChangeEvent) => void look(new URL(newURL).hash);
  window.addEventListener('hashchange', changed);
  const stop = effect(() => {
    // Removes the match from the address, so that a reload doesn't open the link again.
    if (shared.value === undefined || !holdsMatch(location.hash)) return;
    history.replaceState(null, '', `${location.pathname}${location.search}`);
  });
  return () => {
    window.removeEventListener('hashchange', changed);
    stop();
  };
}

function wrongMatch({ game, revision, boardName, board, players }: LinkedMatch): string | undefined {
  const kit = kitFor({ game, revision });
  if (!isPlayground && players.some((player) => player.kind === 'own' && player.language))
    return 'the link contains a bot in C++ or Python, which only a playground can play. Open it there. ludus site build creates a playground';
  if (typeof kit === 'string') return `the link contains a match that can’t be played here: ${kit}`;
  if (board === undefined && boardName !== OF_SEED) return 'the link has no board';
  const unknown = players.find(
    ({ kind, name }) => kind === 'builtin' && !kit.players.some((each) => each.name === name),
  );
  return (
    unknown &&
    `the link contains a match with the built-in bot ${unknown.name}, which this release of Ludus doesn’t have`
  );
}

/** Converts the match in a link to an order to play this match. */
export function orderOfLink({
  game,
  revision,
  boardName,
  board,
  seed,
  players,
  fuel,
}: LinkedMatch): MatchOrder | string {
  const known = BUILTIN_BOARDS.find((each) => each.game === game && each.name === boardName)?.text;
  const text = board ?? (boardName === OF_SEED ? seedBoard(game, seed | 0)?.text : known);
  return text === undefined
    ? 'the link has no board'
    : {
        game,
        ...(revision !== undefined && { revision }),
        board: text,
        seed: seed | 0,
        players,
        ...(fuel ? { fuel } : newFuel()),
      };
}
