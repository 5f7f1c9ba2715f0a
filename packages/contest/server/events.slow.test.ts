import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Browser,
  ended,
  joined,
  listen,
  makeContest,
  organiserOf,
  SPRING,
  sent,
  serveTest,
  until,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import type { RunningServer } from './start.ts';
import { MAX_STREAMS } from './streams.ts';

describe('events', () => {
  let server: RunningServer;
  let organiser: Browser;
  let ada: Browser;
  let bob: Browser;
  beforeAll(async () => {
    server = await serveTest(await fresh(), { trustProxy: ['127.0.0.1'] });
    organiser = await organiserOf(server);
    const code = await makeContest(organiser);
    ada = await joined(server.url, code, 'Ada');
    bob = await joined(server.url, code, 'Bob');
  });
  afterAll(() => server.close());

  test('about a submission reach only its entrant’s pages, and continue where a page left off', async () => {
    const [mine, other] = [await listen(ada), await listen(bob)];
    await ended(ada, await sent(ada, 'strength 9'));
    await until(async () => other.events.some(({ kind }) => kind === 'ladder'));
    const states = mine.events.filter(({ kind }) => kind === 'submission').map(({ data }) => data.state);
    // Another event follows each of the submission's matches against the gatekeeper except the last.
    expect(states).toEqual(['received', 'compiling', 'checking', 'qualifying', 'qualifying', 'in']);
    expect(other.events.some(({ kind }) => kind === 'submission')).toBe(false);
    const played = other.events.filter(({ kind }) => kind === 'match').map(({ data }) => data);
    expect(played.length).toBeGreaterThan(0);
    for (const match of played) expect(match).toMatchObject({ kind: 'ladder', versions: [1] });
    const ids = mine.events.map(({ id }) => id!);
    expect(ids).toEqual([...ids].sort((one, another) => one - another));
    // Events occur while the connection is broken.
    const [first] = mine.events;
    await mine.close();
    const again = await listen(ada, first.id);
    await until(async () => again.events.length >= mine.events.length - 1);
    expect(again.events.slice(0, mine.events.length - 1)).toEqual(mine.events.slice(1));
    await again.close();
    await other.close();
  });

  test('include the time until the stream’s next heartbeat', async () => {
    const response = await ada.ask('events', SPRING);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: beat')) text += (await reader.read()).value;
    expect(text).toContain('event: beat\ndata: {"ms":1000}\n\n');
    await reader.cancel();
  });

  test('continue where a page left off, even if no event arrived before the connection broke', async () => {
    const response = await ada.ask('events', SPRING);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: beat')) text += (await reader.read()).value;
    await reader.cancel();
    const id = /^id: (\d+)$/m.exec(text)?.[1];
    expect(id).toBeDefined();
    await sent(ada, 'strength 7');
    const again = await listen(ada, Number(id));
    await until(async () => again.events.some(({ data }) => data.state === 'received'));
    await again.close();
  });

  test('spread the pages’ requests over more time when more clients watch', async () => {
    const first = await listen(bob);
    await until(async () => first.paces.length > 0);
    const others: Awaited<ReturnType<typeof listen>>[] = [];
    for (let i = 0; i < 150; i++) others.push(await listen(ada));
    await until(async () => others.every(({ paces }) => paces.length > 0));
    expect(Math.max(...others.map(({ paces }) => paces.at(-1)!))).toBeGreaterThan(first.paces[0]);
    // New watchers are announced with the next event.
    await sent(ada, 'strength 8');
    // Events of earlier submissions may arrive first and announce fewer watchers.
    await until(async () => first.paces.length > 1 && first.paces.at(-1) === others[0].paces.at(-1));
    await Promise.all([first, ...others].map((each) => each.close()));
  });

  test('stay available to other networks when one network has reached its limit', async () => {
    const { network } = MAX_STREAMS;
    onTestFinished(() => void Object.assign(MAX_STREAMS, { network }));
    MAX_STREAMS.network = 50;
    const stop = new AbortController();
    const address = `${server.url}/api/contests/spring/events`;
    const from = async (ip: string) =>
      await fetch(address, { headers: { 'x-forwarded-for': ip }, signal: stop.signal });
    const all = await Promise.all(Array.from({ length: 51 }, (_, i) => from(`2001:db8::${i.toString(16)}`)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = all.find(({ status }) => status !== 200)!;
    expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: 'events/address' })]);
    expect((await from('192.0.2.1')).status).toBe(200);
    stop.abort();
  });

  test('stop when a person signs out or is deleted', async () => {
    const hidden = { params: { contest: 'hidden' } } as const;
    const code = await makeContest(organiser, { slug: 'hidden', open: false });
    const [cyd, dan, eve] = [
      await joined(server.url, code, 'Cyd'),
      await joined(server.url, code, 'Dan'),
      await joined(server.url, code, 'Eve'),
    ];
    const [one, two, three] = [
      await listen(cyd, undefined, hidden),
      await listen(dan, undefined, hidden),
      await listen(eve, undefined, hidden),
    ];
    await cyd.get('signOut');
    const { id } = (await organiser.get('people')).find(({ name }) => name === 'Dan')!;
    await organiser.get('deletePerson', { params: { id } });
    await Promise.all([one.ended, two.ended]);
    await organiser.get('announce', { ...hidden, body: { text: 'only for us' } });
    await until(async () => three.events.some(({ kind }) => kind === 'announcement'));
    expect([...one.events, ...two.events].some(({ kind }) => kind === 'announcement')).toBe(false);
    await three.close();
  });

  test('are replaced by a notice if a page’s last event is too old or unknown', async () => {
    const late = await listen(bob, 0);
    await until(async () => late.events.length > 3);
    const tooLate =
      (await server.context.store.db.selectFrom('contests').select('events').executeTakeFirstOrThrow()).events > 600;
    expect(late.events[0].kind === 'missed').toBe(tooLate);
    await late.close();
    const odd = await listen(bob, 1_000_000);
    await until(async () => odd.events.length > 0);
    expect(odd.events[0]).toMatchObject({ kind: 'missed', id: undefined });
    await odd.close();
  });
});
