import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, LOCATION, ROOMS_LOCATION, roomsUpstreamOf, startNginx, upstreamOf } from '../chaos/nginx.ts';
import { fillerOf, kitIn } from '../game-catalog.ts';
import { joined, listen, makeContest, organiserOf, SPRING, sent, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD, GAME, testCatalog } from '../testing/test-catalog.ts';

// Slow: it needs nginx (Debian: nginx-light).
const hasNginx = spawnSync('nginx', ['-v']).status === 0;

test('docs/deploy.md contains the nginx configuration that is tested', () => {
  const text = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
  expect(text).toContain(`${upstreamOf(['127.0.0.1:3000'])}\n# nginx, in \`server\`\n${LOCATION}`);
  const servers = ['10.0.0.2:3000', '10.0.0.3:3000'];
  expect(text).toContain(upstreamOf(servers));
  expect(text).toContain(`${roomsUpstreamOf(servers)}\n# nginx, in \`server\`\n${ROOMS_LOCATION}`);
});

test.skipIf(!hasNginx)(
  'nginx passes page requests, changes, and event streams to either server, and to the other server if one stops',
  async () => {
    const pages = mkdtempSync(join(tmpdir(), 'ludus-nginx-'));
    onTestFinished(() => rmSync(pages, { recursive: true, force: true }));
    writeFileSync(join(pages, 'index.html'), '<!doctype html>the page');
    const place = await fresh();
    const options = { pages, trustProxy: ['127.0.0.1'] };
    const one = await serveTest(place, options);
    onTestFinished(() => one.close());
    const { organiserSecret } = one;
    const two = await serveTest(place, options);
    onTestFinished(() => two.close());
    const hosts = [one, two].map(({ url }) => new URL(url).host);
    const nginx = await startNginx(await freePort(), hosts);
    onTestFinished(() => nginx.close());
    const organiser = await organiserOf({ url: nginx.url, organiserSecret });
    const ada = await joined(nginx.url, await makeContest(organiser), 'Ada');
    const streams = [await listen(ada), await listen(ada)];
    await sent(ada, 'strength 5');
    await until(async () =>
      streams.every(({ events }) => events.some(({ kind, data }) => kind === 'submission' && data.state === 'in')),
    );
    // The file is larger than nginx's default limit; the server itself must reject the file.
    const large = await ada.ask('submit', { ...SPRING, query: { file: 'AIMine.cc' }, bytes: 'x'.repeat(2 ** 23) });
    expect(large.headers.get('content-type')).toContain('json');
    // A room is on one server, which answers all of its requests.
    for (const room of ['BBBB', 'CCCC', 'DDDD', 'FFFF', 'GGGG', 'HHHH']) {
      const opened = await openRoom(nginx.url, room);
      expect(opened).toEqual([200, 200, 200]);
      const statuses = await Promise.all([one, two].map(({ url }) => joinRoom(url, room).then(({ status }) => status)));
      expect(statuses.sort()).toEqual([200, 404]);
    }
    // A server learns about another server at its next heartbeat.
    await until(async () => (await (await joinRoom(one.url, 'ZZZZ')).json()).why.includes('several servers'));
    const broken = streams.map(({ ended }) => ended.catch(() => {}));
    await one.close();
    // nginx distributes the streams over both servers.
    await Promise.race(broken);
    for (let asked = 0; asked < 6; asked++) {
      expect(await (await fetch(nginx.url)).text()).toContain('the page');
      expect((await ada.get('me')).person).toMatchObject({ name: 'Ada' });
    }
    await two.close();
    await Promise.all(broken);
  },
);

const ask = (url: string, room: string, body?: object): Promise<Response> =>
  fetch(`${url}/api/rooms/${room}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { origin: url },
  });

/** Joins without a page, so that the seat is lost again. */
const joinRoom = (url: string, room: string): Promise<Response> => ask(url, room, { do: 'join', name: 'Bob' });

/** Returns the replies to opening a room, joining it, and following it. */
async function openRoom(url: string, room: string): Promise<number[]> {
  const bots = [0, 1, 2, 3].map(() => fillerOf(kitIn(testCatalog, GAME.id)));
  const board = testCatalog.boardsOf(GAME.id).get(BOARD)!;
  const opened = await ask(url, room, { do: 'open', game: GAME.id, board, boardName: BOARD, bots, name: 'Ann' });
  const joined = await joinRoom(url, room);
  const followed = await ask(url, room);
  await followed.body!.cancel();
  return [opened.status, joined.status, followed.status];
}
