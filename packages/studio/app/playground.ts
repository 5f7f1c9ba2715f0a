import { BASE, CONTESTS, type SiteInfo } from './page-variant.ts';
import { notice, site } from './state.ts';

/** Prepares the playground: reads the site's features, and stores the page for offline use. */
export async function settle(): Promise<void> {
  // A page of a contest isn't stored, because a contest can't accept submissions offline.
  if (CONTESTS === undefined) void keepOffline();
  site.value = await siteInfo();
}

async function siteInfo(): Promise<SiteInfo> {
  const answer = await fetch(`${BASE}site.json`).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as SiteInfo) : { scripts: [], python: {}, cpp: {} };
}

/** Lets the page work offline after its first visit, if the browser supports it. */
async function keepOffline(): Promise<void> {
  if (!window.isSecureContext || !navigator.serviceWorker) {
    notice.value =
      'This page was loaded over plain http. Everything works, but the page can’t be stored for offline use, so it needs the network each time.';
    return;
  }
  await navigator.serviceWorker.register(`${BASE}sw.js`, { scope: BASE }).catch(() => {
    notice.value = 'This browser doesn’t store this page. Everything works, but the page needs the network each time.';
  });
}
