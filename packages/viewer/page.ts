import { sidecarFileName } from '@ludus/game/replay.ts';
import { problemOf } from '@ludus/kernel/result.ts';
import type { LudusViewerElement } from './element.ts';
import { talkToParent } from './messages.ts';
import { fail } from './player/load.ts';
import { VIEWER_PROBLEMS } from './replay/open.ts';

/** The parameters for the appearance, as attributes. */
export function applyQuery(element: Element): void {
  const query = new URLSearchParams(location.search);
  for (const name of ['delay', 'size', 'theme', 'mode', 'speed', 'renderer', 'controls']) {
    const value = query.get(name);
    if (value !== null) element.setAttribute(name, value);
  }
}

/**
 * Makes an element with the attribute `page` the whole page: Parameters: `?file=` (of the same origin) is the replay, `&sidecar=`
 * its sidecar, and `&with=` the replay to compare it with. `&delay= &size= &theme= &mode= &speed= &renderer= &controls=` set the display.
 * `&play` starts at once, and `&follow` reloads the file when it changes. `#round=` follows the round.
 */
export function runPage(element: LudusViewerElement): void {
  applyQuery(element);
  const query = new URLSearchParams(location.search);
  talkToParent(element);
  keepRound(element);
  keepFile(element);
  const file = query.get('file');
  if (file !== null) void openFile(element, file, query);
}

async function openFile(element: LudusViewerElement, file: string, query: URLSearchParams): Promise<void> {
  const { viewer } = element;
  const address = new URL(file, location.href);
  if (address.origin !== location.origin) {
    fail(viewer, problemOf(VIEWER_PROBLEMS, 'load/origin', file), file);
    return;
  }
  const sidecar = query.get('sidecar');
  if (sidecar !== null) {
    const beside = new URL(sidecar || sidecarFileName(file), location.href);
    if (beside.origin === location.origin) element.setAttribute('sidecar', beside.href);
  }
  const round = roundOfHash();
  const other = query.get('with');
  if (other !== null) {
    const second = new URL(other, location.href);
    if (second.origin === location.origin) element.setAttribute('with', second.href);
  }
  const done = await element.open(address.href);
  if (done && round !== undefined) element.seek(round);
  if (done && query.has('play')) element.play();
  if (query.has('follow')) followFile(element, address.href);
}

/** How often a file that is followed is asked for. */
const FOLLOW_MS = 1000;

/** Shows a file again whenever the server has another one, at the first round that has changed where the server says it (`ludus-changed-from`). */
function followFile(element: LudusViewerElement, address: string): void {
  let shown: string | null | undefined;
  const look = async () => {
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    const etag = answer.headers.get('etag');
    if (!answer.ok || etag === null) return;
    const isNew = shown !== undefined && etag !== shown;
    shown = etag;
    // Another file may have been opened here meanwhile.
    if (!isNew || element.viewer.address !== address) return;
    const { round } = element;
    const changed = answer.headers.get('ludus-changed-from');
    if (await element.open(address)) element.seek(changed === null ? round : Number(changed));
  };
  setInterval(() => {
    // The server ends with the program that writes the file; what is shown stays.
    if (!document.hidden || shown === undefined) look().catch(() => {});
  }, FOLLOW_MS);
}

/** The address names the file that is shown, or none where it came from elsewhere. */
function keepFile(element: LudusViewerElement): void {
  element.addEventListener('loaded', () => {
    // An address is known just after its file is shown.
    setTimeout(() => {
      const here = new URL(location.href);
      const named = here.searchParams.get('file');
      const { address } = element.viewer;
      if (named === null ? address === '' : new URL(named, here).href === new URL(address, here).href) return;
      for (const name of ['file', 'with', 'sidecar', 'play']) here.searchParams.delete(name);
      if (address !== '' && new URL(address, here).origin === here.origin) {
        here.searchParams.set('file', address);
        if (element.hasAttribute('sidecar')) here.searchParams.set('sidecar', '');
      }
      history.replaceState(null, '', here);
    });
  });
}

/** The round that an address names; undefined if it names none. */
export function roundOfHash(hash = location.hash): number | undefined {
  const found = /(?:^#|&)round=(\d+)/.exec(hash);
  return found === null ? undefined : Number(found[1]);
}

const HASH_MS = 250;

/** The address keeps the round, and a changed address goes there, until `signal` aborts or the page has another path. */
export function keepRound(element: LudusViewerElement, signal?: AbortSignal): void {
  const { pathname } = location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = '';
  element.addEventListener('round', () => {
    // Browsers limit how often the address may change.
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      // Another address, such as a link to a match, is not ours to replace.
      if (location.pathname !== pathname || (location.hash !== '' && roundOfHash() === undefined)) return;
      written = `#round=${element.round}`;
      history.replaceState(null, '', `${pathname}${location.search}${written}`);
    }, HASH_MS);
  });
  // By the event's address: the timer above may have changed the present one since.
  const goThere = ({ newURL }: HashChangeEvent): void => {
    const { hash } = new URL(newURL);
    const round = roundOfHash(hash);
    if (round !== undefined && hash !== written) element.seek(round);
  };
  window.addEventListener('hashchange', goThere, signal && { signal });
}
