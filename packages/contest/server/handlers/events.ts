import { networkOf } from '@ludus/shell/network.ts';
import { busy } from '../admission.ts';
import type { BrokerEvent, Watcher } from '../event-broker.ts';
import { contestOf, type Handler, sessionOf } from '../handler.ts';
import { RefusalError } from '../refusal.ts';

/** Milliseconds between beats, by which a page notices that its server is unreachable; more with many watchers. */
const BEAT_MS = { least: 1000, each: 1 };
/** Minimum time before a page reconnects a broken stream, in milliseconds. */
const RETRY_MS = 500;
/** Maximum number of bytes waiting for a watcher; a slower reader is disconnected, and reconnects. */
const MAX_WAITING = 2 ** 20;

/** Sends the events of a contest after the last event that the browser received, as server-sent events. */
export const events: Handler<'events'> = async ({ broker, streams }, asked) => {
  const { request, reply, person, role, entrant } = asked;
  const network = networkOf(request.ip);
  const full = streams.full(network);
  if (full) throw new RefusalError(...full);
  // The stream is queued behind another response on its connection, so its end wouldn't be noticed.
  if (!reply.raw.socket) throw busy();
  const last = request.headers['last-event-id'];
  const after = typeof last === 'string' && /^\d{1,10}$/.test(last) ? Number(last) : undefined;
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  // Writing to a closed connection causes an error. The lost events do no harm.
  raw.on('error', () => {});
  // When this server ends, its pages reconnect at different times.
  const retry = (ms: number) => raw.write(`retry: ${Math.round(RETRY_MS + Math.random() * ms)}\n\n`);
  const seen = (event: BrokerEvent) => event.entrant === null || role !== undefined || event.entrant === entrant?.id;
  const watcher: Watcher = {
    news(events) {
      const bytes = events.every(isPublic) ? bytesOf(events) : Buffer.from(events.filter(seen).map(textOf).join(''));
      if (raw.writableLength > MAX_WAITING) raw.destroy();
      else if (bytes.length > 0) raw.write(bytes);
    },
    missed: () => raw.write('event: missed\ndata: {}\n\n'),
    pace(ms, last) {
      retry(ms);
      // With an id from the start, a browser that reconnects before the first event misses nothing in between.
      const id = last === undefined ? '' : `id: ${last}\n`;
      raw.write(`${id}event: pace\ndata: ${JSON.stringify({ ms })}\n\n`);
    },
  };
  const contest = contestOf(asked).id;
  const session = sessionOf(asked) ?? null;
  // The stream is counted immediately, so that the limit applies to each of many simultaneous requests.
  const stream = streams.add({ contest, person: person?.id ?? null, session, network }, () => raw.end());
  let stop: () => void;
  try {
    stop = await broker.watch(contest, after, watcher);
  } catch (error) {
    stream.remove();
    raw.destroy();
    throw error;
  }
  let timer: NodeJS.Timeout | undefined;
  const beat = () => {
    const ms = Math.max(BEAT_MS.least, BEAT_MS.each * broker.watchers);
    // A slow reader gets no beat, since it still has data to read.
    if (raw.writableLength === 0) raw.write(`event: beat\ndata: ${JSON.stringify({ ms })}\n\n`);
    timer = setTimeout(beat, ms).unref();
  };
  beat();
  const end = () => {
    clearTimeout(timer);
    stream.remove();
    stop();
  };
  raw.once('close', end);
  if (raw.destroyed) end();
  return undefined;
};

const isPublic = ({ entrant }: BrokerEvent): boolean => entrant === null;
const textOf = ({ id, kind, data }: BrokerEvent): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/** Events serialised for all watchers, since most events are the same for all. */
const written = new WeakMap<readonly BrokerEvent[], Buffer>();
function bytesOf(events: readonly BrokerEvent[]): Buffer {
  let bytes = written.get(events);
  if (bytes === undefined) {
    bytes = Buffer.from(events.map(textOf).join(''));
    written.set(events, bytes);
  }
  return bytes;
}
