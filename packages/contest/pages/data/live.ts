import { signal } from '@preact/signals';
import { addressOf } from '../../api/client.ts';
import { KINDS, type Kind, type News, type NewsFilter } from './news.ts';
import { afterBusyMs, silenceMs } from './retry-delays.ts';

/** Whether the event stream is connected. */
export const live = signal(false);

interface Listener {
  readonly kinds: readonly Kind[];
  readonly concerns: NewsFilter;
  readonly tell: (kind: Kind | 'all') => void;
}
const listeners = new Set<Listener>();
let contest: string | undefined;
let source: EventSource | undefined;
let spread: number | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

/**
 * Returns the time over which watchers spread their requests after an event of this kind, in milliseconds. Undefined if
 * the server hasn't sent a time, or if no other client sends requests.
 */
export const spreadMs = (kind: Kind | 'all'): number | undefined => (kind === 'submission' ? undefined : spread);

/**
 * Calls `tell` after each relevant event of these kinds in the watched contest, until the returned function is called.
 */
export function onNews(kinds: readonly Kind[], concerns: NewsFilter, tell: Listener['tell']): () => void {
  const listener = { kinds, concerns, tell };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(kind: Kind, news: News): void {
  for (const { kinds, concerns, tell } of listeners) if (kinds.includes(kind) && concerns(kind, news)) tell(kind);
}

function tellAll(): void {
  for (const { tell } of listeners) tell('all');
}

/** Connects this tab to a contest's events; `undefined`: disconnects the tab. Each tab has one connection. */
export function watch(next: string | undefined): void {
  if (next === contest) return;
  contest = next;
  disconnect();
  connect();
}

function connect(): void {
  // A hidden tab disconnects, since browsers open only a few connections to one host.
  if (contest === undefined || document.visibilityState === 'hidden') return;
  // After a break, the browser reconnects by itself, with the id of its last event.
  const opened = new EventSource(addressOf('events', { params: { contest } }));
  source = opened;
  opened.onopen = () => {
    live.value = true;
  };
  opened.onerror = () => {
    live.value = false;
    // The server or a proxy rejected the stream (for example during a restart), so it is opened again later.
    if (opened.readyState === EventSource.CLOSED && source === opened)
      setTimeout(again, afterBusyMs(Math.random()), opened);
  };
  for (const kind of KINDS) opened.addEventListener(kind, ({ data }) => tell(kind, JSON.parse(data) as News));
  opened.addEventListener('missed', tellAll);
  opened.addEventListener('pace', ({ data }) => {
    spread = (JSON.parse(data) as { readonly ms: number }).ms;
  });
  // An unreachable server doesn't end its streams, and a proxy ends them only after a long time. So the tab opens a new
  // stream when the server's beats stop.
  opened.addEventListener('beat', ({ data }) => {
    clearTimeout(silence);
    silence = setTimeout(again, silenceMs((JSON.parse(data) as { readonly ms: number }).ms), opened);
  });
}

function again(opened: EventSource): void {
  if (source !== opened) return;
  disconnect();
  connect();
  tellAll();
}

function disconnect(): void {
  clearTimeout(silence);
  source?.close();
  source = undefined;
  live.value = false;
}

/** Reloads the data after the tab was hidden or offline, since the tab may have missed events. */
export function followSight(): void {
  addEventListener('online', tellAll);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') disconnect();
    else if (source === undefined && contest !== undefined) {
      connect();
      tellAll();
    }
  });
}
