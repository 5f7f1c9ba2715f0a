import { addressOf, type Call, client, sentWith } from '../api/client.ts';
import type { Route } from '../api/route.ts';
import type { CallOf, ReplyOf, RouteId } from '../api/routes.ts';
import { ROUTES } from '../api/routes.ts';
import { type RunningServer, type ServeOptions, startServer } from '../server/start.ts';
import type { StorePlace } from '../store/open.ts';
import { BOARD, fakeCompile, fakePlay, GAME, testCatalog } from './test-catalog.ts';

export const PASSWORD = 'correct horse';
export const ENGINE = 'test';
/** Tests use hundreds of passwords, which need no protection. */
const PASSWORD_COST = 2 ** 4;

/** Starts a server for tests: nothing is compiled, and matches take no time. */
export async function serveTest(place: StorePlace, more: Partial<ServeOptions> = {}): Promise<RunningServer> {
  return await startServer({
    place,
    catalog: testCatalog,
    version: '0.0.0',
    engine: ENGINE,
    compile: fakeCompile,
    play: fakePlay,
    passwordCost: PASSWORD_COST,
    sweepMs: 100,
    tableMs: 100,
    ...more,
  });
}

/** A user's browser: keeps its cookie, and sends the origin of its pages. */
export class Browser {
  readonly url: string;
  cookie: string | undefined;
  /** The cookie that identifies the people who have signed in with this browser. */
  known: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** Calls a route, and returns the response, whatever its status. */
  async ask<Id extends RouteId>(id: Id, call?: CallOf<Id>, headers: Record<string, string> = {}): Promise<Response> {
    const { method }: Route = ROUTES[id];
    const sent = sentWith(call);
    const response = await fetch(this.url + addressOf(id, call), {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { origin: this.url }),
        ...(sent && { 'content-type': sent.type }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...headers,
      },
      ...(sent && { body: sent.body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [cookie] = set.split(';');
      if (cookie.startsWith('ludus-known=')) this.known = cookie;
      else this.cookie = cookie;
    }
    return response;
  }

  /** Calls a route, and returns the reply. Throws an error if the server rejects the call. */
  async get<Id extends RouteId>(id: Id, call?: CallOf<Id>): Promise<ReplyOf<Id>> {
    const response = await this.ask(id, call);
    if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`);
    return (await response.json()) as ReplyOf<Id>;
  }
}

/** Opens the printed link, and returns the organiser's browser. */
export async function organiserOf(server: Pick<RunningServer, 'url' | 'organiserSecret'>): Promise<Browser> {
  const browser = new Browser(server.url);
  await browser.get('useLink', { body: { token: server.organiserSecret!, name: 'The organiser', password: PASSWORD } });
  return browser;
}

/** Creates a contest `spring` with these settings. Returns its class code. */
export async function makeContest(organiser: Browser, more: Record<string, unknown> = {}): Promise<string> {
  const qualify = { builtin: null, wins: 1, matches: 2 };
  const body = { slug: 'spring', title: 'Spring', game: GAME.id, boards: [BOARD], qualify, twice: 0, ...more };
  return (await organiser.get('makeContest', { body: body as CallOf<'makeContest'>['body'] })).code!;
}

export async function joined(url: string, code: string, name: string): Promise<Browser> {
  const browser = new Browser(url);
  await browser.get('join', { body: { code, name, password: PASSWORD } });
  return browser;
}

export const idOf = async (browser: Browser): Promise<number> => (await browser.get('me')).person!.id;

/** Returns the status and the code of a refusal. */
export const refusalOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

/** Starts a server with the contest `spring`, its organiser, and participants. */
export async function springOf(
  place: StorePlace,
  names: readonly string[],
  more: Partial<ServeOptions> = {},
): Promise<{ server: RunningServer; organiser: Browser; code: string; people: Browser[] }> {
  const server = await serveTest(place, more);
  const organiser = await organiserOf(server);
  const code = await makeContest(organiser);
  const people: Browser[] = [];
  for (const name of names) people.push(await joined(server.url, code, name));
  return { server, organiser, code, people };
}

export const SPRING = { params: { contest: 'spring' } } as const;

/** Submits a file and returns the submission's number. */
export async function sent(browser: Browser, text: string, file = 'AIMine.cc'): Promise<number> {
  return (await browser.get('submit', { ...SPRING, query: { file }, bytes: text })).submission.number;
}

/** An event that a page receives. */
export interface PageEvent {
  readonly id: number | undefined;
  readonly kind: string;
  readonly data: Record<string, unknown>;
}

/** Opens a page's event stream. */
export async function listen(
  browser: Browser,
  after?: number,
  contest: { readonly params: { readonly contest: string } } = SPRING,
): Promise<{ events: PageEvent[]; paces: number[]; ended: Promise<void>; close(): Promise<void> }> {
  const headers = after === undefined ? {} : { 'last-event-id': String(after) };
  const response = await browser.ask('events', contest, headers as Record<string, string>);
  if (response.headers.get('content-type') !== 'text/event-stream') throw new Error(await response.text());
  const events: PageEvent[] = [];
  const paces: number[] = [];
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string]));
        if (fields.event === undefined || fields.event === 'beat') continue;
        const id = fields.id === undefined ? undefined : Number(fields.id);
        const data = JSON.parse(fields.data) as PageEvent['data'];
        if (fields.event === 'pace') paces.push(data.ms as number);
        else events.push({ id, kind: fields.event, data });
      }
    }
  })();
  return {
    events,
    paces,
    ended: reading,
    async close() {
      await reader.cancel();
      await reading;
    },
  };
}

/** Waits until a submission is in or rejected, and returns it with its log. */
export async function ended(browser: Browser, submission: number): Promise<ReplyOf<'submission'>> {
  for (;;) {
    const now = await browser.get('submission', { params: { contest: 'spring', submission } });
    if (now.state === 'in' || now.state === 'rejected') return now;
    await pause();
  }
}

/** Waits until a condition is met. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await pause();
  }
}

/** Returns a promise and the function that resolves it. */
export function deferred<T = void>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export const pause = (ms = 30): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Returns a client with a token. */
export const withToken = (url: string, token: string): Call => client({ server: url, token });
