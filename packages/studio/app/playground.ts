import { BASE, CONTESTS, type SiteInfo } from './page-variant.ts';
import { notice, site } from './state.ts';

/** The playground's start: it reads what the site offers. */
export async function settle(): Promise<void> {
  // A contest takes nothing without a network.
  if (CONTESTS === undefined) void keepOffline();
  site.value = await siteInfo();
}

async function siteInfo(): Promise<SiteInfo> {
  const answer = await fetch(`${BASE}site.json`).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as SiteInfo) : { scripts: [], python: {}, cpp: {} };
}

/** The page works without a network after its first visit, where browsers allow that. */
async function keepOffline(): Promise<void> {
  if (!window.isSecureContext || !navigator.serviceWorker) {
    notice.value =
      'This page came over plain http: all works, but nothing of it is kept for later, so it needs the network each time.';
    return;
  }
  await navigator.serviceWorker.register(`${BASE}sw.js`, { scope: BASE }).catch(() => {
    notice.value = 'This browser keeps nothing of this page: all works, but it needs the network each time.';
  });
}
