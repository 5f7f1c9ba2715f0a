import { sidecarFileName } from '@ludus/game/replay.ts';
import { problemOf } from '@ludus/kernel/result.ts';
import type { LudusViewerElement } from './element.ts';
import { talkToParent } from './messages.ts';
import { fail } from './player/load.ts';
import { VIEWER_PROBLEMS } from './replay/open.ts';

/** Turns the address's display parameters into attributes. */
export function applyQuery(element: Element): void {
  const query = new URLSearchParams(location.search);
  for (const name of ['delay', 'size', 'theme', 'mode', 'speed', 'renderer', 'controls']) {
    const value = query.get(name);
    if (value !== null) element.setAttribute(name, value);
  }
}

/**
 * Makes an element with the attribute `page` fill the page, and applies its parameters. `?file=` (of the same origin)
 * is the replay, `&sidecar=` is its sidecar, and `&with=` is a second replay for comparison. `&delay= &size= &theme=
 * &mode= &speed= &renderer= &controls=` set the display. `&play` starts playback immediately, and `&follow` reloads the
 * file when it changes. `#round=` always contains the shown round.
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

/** Interval at which a followed file is checked, in milliseconds. */
const FOLLOW_MS = 1000;

/**
 * Reloads a file whenever it changes on the server. The viewer then shows the first changed round, if the server names
 * the round (`ludus-changed-from`).
 */
function followFile(element: LudusViewerElement, address: string): void {
  let shown: string | null | undefined;
  const look = async () => {
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    const etag = answer.headers.get('etag');
    if (!answer.ok || etag === null) return;
    const isNew = shown !== undefined && etag !== shown;
    shown = etag;
    // Another file may have been opened during the request.
    if (!isNew || element.viewer.address !== address) return;
    const { round } = element;
    const changed = answer.headers.get('ludus-changed-from');
    if (await element.open(address)) element.seek(changed === null ? round : Number(changed));
  };
  setInterval(() => {
    // The server is gone, because it stops when the program that writes the file exits. The last version stays on
    // screen.
    if (!document.hidden || shown === undefined) look().catch(() => {});
  }, FOLLOW_MS);
}

/** Names the shown file in the address, or removes the name if the replay comes from elsewhere. */
function keepFile(element: LudusViewerElement): void {
  element.addEventListener('loaded', () => {
    // The file's address is known only just after the file is shown.
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

/** The round in an address; undefined if there is none. */
export function roundOfHash(hash = location.hash): number | undefined {
  const found = /(?:^#|&)round=(\d+)/.exec(hash);
  return found === null ? undefined : Number(found[1]);
}

const HASH_MS = 250;

/**
 * Keeps the shown round in the address, and goes to the address's round when the address changes. Stops when `signal`
 * aborts or the page's path changes.
 */
export function keepRound(element: LudusViewerElement, signal?: AbortSignal): void {
  const { pathname } = location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = '';
  element.addEventListener('round', () => {
    // Browsers limit the rate of address changes.
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      // Doesn't replace another kind of address, such as a link to a match.
      if (location.pathname !== pathname || (location.hash !== '' && roundOfHash() === undefined)) return;
      written = `#round=${element.round}`;
      history.replaceState(null, '', `${pathname}${location.search}${written}`);
    }, HASH_MS);
  });
  // Uses the event's address, because the timer above may have changed the current address.
  const goThere = ({ newURL }: HashChangeEvent): void => {
    const { hash } = new URL(newURL);
    const round = roundOfHash(hash);
    if (round !== undefined && hash !== written) element.seek(round);
  };
  window.addEventListener('hashchange', goThere, signal && { signal });
}
