import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { ApiProblem } from '../../api/route.ts';
import type { CallOf, ReplyOf, RouteId } from '../../api/routes.ts';
import { ask, problemOf } from './ask.ts';
import { onNews, spreadMs } from './live.ts';
import { everything, type Kind, type NewsFilter } from './news.ts';
import { afterBusyMs, afterNewsMs } from './retry-delays.ts';

/** A reply that a page shows. */
export interface LoadedReply<T> {
  /** The reply to the newest request. Until it arrives, the previous reply is kept. */
  readonly value: T | undefined;
  readonly problem: ApiProblem | undefined;
  reload(): Promise<void>;
}

/** The last reply from each address. */
const last = new Map<string, unknown>();
const MAX_KEPT = 100;

export const forgetAll = (): void => last.clear();

/**
 * Calls a route, and repeats the call after relevant events of these kinds. If `call` is undefined, no call is made
 * (yet).
 */
export function useLoad<Id extends RouteId>(
  id: Id,
  call: CallOf<Id> | undefined,
  kinds: readonly Kind[] = NONE,
  concerns: NewsFilter = everything,
): LoadedReply<ReplyOf<Id>> {
  const key = call === undefined ? '' : addressOf(id, call);
  const [, redraw] = useState(0);
  const shown = useRef<{ key: string; value?: ReplyOf<Id> | undefined; problem?: ApiProblem }>({ key: '' });
  if (shown.current.key !== key) shown.current = { key, value: last.get(key) as ReplyOf<Id> | undefined };
  const asked = useRef(0);
  const load = async (): Promise<void> => {
    if (call === undefined) return;
    const turn = ++asked.current;
    const next = await answer(id, call);
    // The reply is outdated if a newer request was sent, or if another address is shown.
    if (turn !== asked.current || shown.current.key !== key) return;
    if ('value' in next) keep(key, next.value);
    shown.current = 'value' in next ? { key, ...next } : { ...shown.current, ...next };
    redraw((n) => n + 1);
    // The server is overloaded or restarting, so the page repeats the request at a random time.
    if ('problem' in next && BUSY.has(next.problem.code))
      setTimeout(() => turn === asked.current && void latest.current(), afterBusyMs(Math.random()));
  };
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    void latest.current();
    if (key === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onNews(kinds, concerns, (kind) => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          void latest.current();
        },
        afterNewsMs(Math.random(), spreadMs(kind)),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
      asked.current++;
    };
  }, [key, kinds.join()]);
  return { value: shown.current.value, problem: shown.current.problem, reload: () => latest.current() };
}
const NONE: readonly Kind[] = [];
const BUSY: ReadonlySet<string> = new Set(['server/busy', 'network', 'http/502', 'http/503', 'http/504']);

async function answer<Id extends RouteId>(
  id: Id,
  call: CallOf<Id>,
): Promise<{ value: ReplyOf<Id> } | { problem: ApiProblem }> {
  try {
    // biome-ignore lint/suspicious/noExplicitAny: the call's shape follows from the route's name
    return { value: (await (ask as any)(id, call)) as ReplyOf<Id> };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function keep(key: string, value: unknown): void {
  last.delete(key);
  last.set(key, value);
  if (last.size > MAX_KEPT) last.delete(last.keys().next().value!);
}
