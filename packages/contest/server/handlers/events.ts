import { networkOf } from '@ludus/shell/network.ts';
import { busy } from '../admission.ts';
import type { BrokerEvent, Watcher } from '../event-broker.ts';
import { contestOf, type Handler, sessionOf } from '../handler.ts';
import { Refusal } from '../refusal.ts';

/** Milliseconds between signs of life, by which a page notices that its server can't be reached; more if many watch. */
const BEAT_MS = { least: 1000, each: 1 };
/** Minimum time after which a page whose stream has broken comes back, in milliseconds. */
const RETRY_MS = 500;
/** Bytes that wait for one watcher; who reads more slowly is let go, and comes back. */
const MAX_WAITING = 2 ** 20;

/** Server-sent events: what happens in a contest, from the event that the browser has seen last. */
export const events: Handler<'events'> = async ({ broker, streams }, asked) => {
  const { request, reply, person, role, entrant } = asked;
  const network = networkOf(request.ip);
  const full = streams.full(network);
  if (full) throw new Refusal(...full);
  // The end of a stream that is queued behind another answer of its connection would never be noticed.
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
  // News may come after its end and before it is closed: they are lost, and nothing else is.
  raw.on('error', () => {});
  // When this server ends, its pages come back one after the other.
  const retry = (ms: number) => raw.write(`retry: ${Math.round(RETRY_MS + Math.random() * ms)}\n\n`);
  const seen = (event: BrokerEvent) => event.entrant === null || role !== undefined || event.entrant === entrant?.id;
  const watcher: Watcher = {
    news(events) {
      const bytes = events.every(isPublic) ? bytesOf(events) : Buffer.from(events.filter(seen).map(textOf).join(''));
      if (raw.writableLength > MAX_WAITING) raw.destroy();
      else if (bytes.length > 0) raw.write(bytes);
    },
    missed: () => raw.write('event: missed\ndata: {}\n\n'),
    pace(ms) {
      retry(ms);
      raw.write(`event: pace\ndata: ${JSON.stringify({ ms })}\n\n`);
    },
  };
  const contest = contestOf(asked).id;
  const session = sessionOf(asked) ?? null;
  // Counted at once: of many that come in one moment each is asked whether there is room.
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
    // A slow reader has enough to read.
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

/** An event for all watchers is serialised once, because most of it is the same for all. */
const written = new WeakMap<readonly BrokerEvent[], Buffer>();
function bytesOf(events: readonly BrokerEvent[]): Buffer {
  let bytes = written.get(events);
  if (bytes === undefined) {
    bytes = Buffer.from(events.map(textOf).join(''));
    written.set(events, bytes);
  }
  return bytes;
}
