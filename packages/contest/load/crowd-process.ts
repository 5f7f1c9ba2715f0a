import { setTimeout as sleep } from 'node:timers/promises';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { addressOf } from '../api/client.ts';
import type { ReplyOf } from '../api/routes.ts';
import { Browser, Ledger } from './browser.ts';
import type { CrowdMessage, CrowdPlan, CrowdReport } from './plan.ts';
import { Tab } from './tab.ts';

// Simulates many people at their browsers in a separate process, which ends when its parent ends.
process.on('disconnect', () => process.exit());
process.once('message', (plan: CrowdPlan) => {
  void gather(plan).then((report) => tell({ kind: 'done', report }));
});

/**
 * Number of tabs that share an address. It is limited, since a server limits the streams from one network
 * (server/streams.ts).
 */
const TABS_OF_ADDRESS = 500;

const tell = (message: CrowdMessage) => process.send!(message);

async function gather(plan: CrowdPlan): Promise<CrowdReport> {
  const { servers, contest, watchers, entrants, arriveMs, submitMs, dwellMs, seed } = plan;
  const numbers = new Lehmer(seed);
  const random = () => numbers.range(0, 999_999) / 1_000_000;
  const ledger = new Ledger();
  const accepted: { entrant: number; number: number }[] = [];
  const tabOf = (cookie: string | undefined, i: number) => {
    const address = `127.0.0.${1 + Math.floor(i / TABS_OF_ADDRESS)}`;
    const browser = new Browser(servers[i % servers.length], cookie, address, ledger);
    return { browser, tab: new Tab(browser, contest, cookie !== undefined, random) };
  };
  const own = entrants.map(({ cookie }, i) => tabOf(cookie, i));
  const all = [...own, ...Array.from({ length: watchers }, (_, i) => tabOf(undefined, i))];
  await Promise.all(
    all.map(async ({ tab }, i) => {
      await sleep((arriveMs * i) / all.length);
      await tab.open();
      tab.wander(dwellMs);
    }),
  );
  tell({ kind: 'there' });
  const begun = performance.now();
  const before = process.cpuUsage();
  ledger.isMeasuring = true;
  const submitting = own.map(async ({ browser, tab }, entrant) => {
    await sleep(submitMs * random());
    const { file, text } = entrants[entrant];
    const call = { params: { contest }, query: { file }, bytes: text };
    const { status, body } = await browser.ask('submit', addressOf('submit', call), call);
    if (status !== 200) return;
    const { number } = (JSON.parse(body) as ReplyOf<'submit'>).submission;
    accepted.push({ entrant, number });
    await tab.stayOn(number);
  });
  await Promise.all([...submitting, sleep(submitMs)]);
  ledger.isMeasuring = false;
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  for (const { tab } of all) tab.close();
  const { answers, failures, events, broken } = ledger;
  return { answers, failures, accepted, events, broken, seconds, ownSeconds: (user + system) / 1e6 };
}
