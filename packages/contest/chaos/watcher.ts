import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../api/client.ts';
import { silenceMs } from '../pages/data/retry-delays.ts';

/**
 * A page that watches a contest through the proxy, as a browser does. If the stream breaks or is silent, the page
 * reconnects, and sends the id of the last event that it received.
 */
export class Watcher {
  /** By event: the time of its first arrival. */
  readonly came = new Map<number, number>();
  /** Number of broken streams, and number of checks that found the watcher signed out. */
  breaks = 0;
  signedOut = 0;
  private readonly url: string;
  private readonly contest: string;
  private readonly cookie: string;
  private readonly stop = new AbortController();
  private readonly running: Promise<unknown>;
  private retryMs = 2000;

  constructor(url: string, contest: string, cookie: string) {
    this.url = url;
    this.contest = contest;
    this.cookie = cookie;
    this.running = Promise.all([this.watch(), this.lookWho()]);
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stop;
    let last: number | undefined;
    while (!signal.aborted) {
      const silent = new AbortController();
      let silence: NodeJS.Timeout | undefined;
      try {
        const response = await fetch(this.url + addressOf('events', { params: { contest: this.contest } }), {
          signal: AbortSignal.any([signal, silent.signal]),
          headers: { cookie: this.cookie, ...(last !== undefined && { 'last-event-id': String(last) }) },
        });
        if (!response.ok) throw new Error(`status ${response.status}`);
        let text = '';
        for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
          const blocks = (text + piece).split('\n\n');
          text = blocks.pop()!;
          for (const block of blocks) {
            const retry = /^retry: (\d+)$/m.exec(block);
            if (retry) this.retryMs = Number(retry[1]);
            const beat = /^event: beat\ndata: (.*)$/m.exec(block);
            if (beat) {
              clearTimeout(silence);
              const { ms } = JSON.parse(beat[1]) as { readonly ms: number };
              silence = setTimeout(() => silent.abort(), silenceMs(ms));
            }
            const id = /^id: (\d+)$/m.exec(block);
            if (!id) continue;
            last = Number(id[1]);
            if (!this.came.has(last)) this.came.set(last, Date.now());
          }
        }
      } catch {
        // The server is down, or the proxy has no server.
      }
      clearTimeout(silence);
      this.breaks++;
      if (silent.signal.aborted) continue;
      await sleep(this.retryMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Checks repeatedly who is signed in; a missing reply isn't counted. */
  private async lookWho(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      try {
        const response = await fetch(this.url + addressOf('me'), { signal, headers: { cookie: this.cookie } });
        if (response.ok && ((await response.json()) as { person: unknown }).person === null) this.signedOut++;
        if (response.status === 401) this.signedOut++;
      } catch {
        // The request is repeated.
      }
      await sleep(500, undefined, { signal }).catch(() => {});
    }
  }
}
