import { signal } from '@preact/signals';
import { addressOf } from '../../api/client.ts';
import { type Concerns, KINDS, type Kind, type News } from './news.ts';
import { afterBusyMs, silenceMs } from './retry-delays.ts';

/** Whether the connection stands. */
export const live = signal(false);

interface Listener {
  readonly kinds: readonly Kind[];
  readonly concerns: Concerns;
  readonly tell: (kind: Kind | 'all') => void;
}
const listeners = new Set<Listener>();
let contest: string | undefined;
let source: EventSource | undefined;
let spread: number | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

/**
 * The time in milliseconds over which the server wants the requests of all watchers spread after such news. Undefined: there is
 * no such time, or no one else asks.
 */
export const spreadMs = (kind: Kind | 'all'): number | undefined => (kind === 'submission' ? undefined : spread);

/** Calls back when something of these kinds that concerns it has happened in the contest that is watched, until the value is called. */
export function onNews(kinds: readonly Kind[], concerns: Concerns, tell: Listener['tell']): () => void {
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

/** One connection a tab: to this contest, or to none. */
export function watch(next: string | undefined): void {
  if (next === contest) return;
  contest = next;
  disconnect();
  connect();
}

function connect(): void {
  // A tab that no one sees lets go: browsers open few connections to one host.
  if (contest === undefined || document.visibilityState === 'hidden') return;
  // The browser itself comes back after a break, with the last event that it has seen.
  const opened = new EventSource(addressOf('events', { params: { contest } }));
  source = opened;
  opened.onopen = () => {
    live.value = true;
  };
  opened.onerror = () => {
    live.value = false;
    // Refused for good (a proxy in between, a restart): tried again later.
    if (opened.readyState === EventSource.CLOSED && source === opened)
      setTimeout(again, afterBusyMs(Math.random()), opened);
  };
  for (const kind of KINDS) opened.addEventListener(kind, ({ data }) => tell(kind, JSON.parse(data) as News));
  opened.addEventListener('missed', tellAll);
  opened.addEventListener('pace', ({ data }) => {
    spread = (JSON.parse(data) as { readonly ms: number }).ms;
  });
  // A server that can't be reached any more does not end its streams, and a proxy waits long for it.
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

/** Events that the tab missed while it was hidden or without a network are requested afterwards. */
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
