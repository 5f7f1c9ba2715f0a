import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Size, type TestBrowser, useBrowser } from '../tools/browser/use-browser.ts';
import { type Bench, boardText, mobBoard, replayOf, startBench, untilLoaded } from './viewer-support.ts';

/** The players in the replays of the cylinder games. */
export const NAMES = ['Demo', 'Dummy', 'Demo', 'Null'];

/** The replays, played once for all test files in one process. */
let replays: Pick<ViewerFixture, 'madmax' | 'starwar' | 'mob'> | undefined;

/** The viewer on a server, and a replay of each game, for the tests in one file. */
export class ViewerFixture {
  readonly browser: TestBrowser = useBrowser({ viewport: { width: 1000, height: 600 } });
  bench!: Bench;
  madmax = '';
  starwar = '';
  mob = '';

  async start(): Promise<void> {
    replays ??= {
      madmax: replayOf('madmax', NAMES, 5, boardText('madmax/default.cnf')),
      starwar: replayOf('starwar', NAMES, 5, boardText('starwar/default.cnf')),
      mob: replayOf('angrymob', ['Warlord', 'GravityGoers'], 1, mobBoard(7n)),
    };
    Object.assign(this, replays);
    this.bench = await startBench();
    this.bench.files.set('/a.res', this.madmax);
    this.bench.files.set('/b.res.gz', gzipSync(this.starwar));
    this.bench.files.set('/c.mob', this.mob);
  }

  /** Opens a page of the server. */
  async open(path: string, size?: Size): Promise<Page> {
    return await this.browser.open(`${this.bench.base}${path}`, size);
  }

  /** Opens the page with a replay. `query`: `file=a.res` and other parameters. */
  async opened(query: string, size?: Size): Promise<Page> {
    const page = await this.open(`/viewer.html?renderer=canvas&theme=dark&${query}`, size);
    await untilLoaded(page);
    return page;
  }

  /** Drops a file on the viewer. */
  async drop(page: Page, content: string | Uint8Array, name: string): Promise<void> {
    await page.evaluate(
      ([base64, file]) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], file));
        const target = document.querySelector('ludus-viewer')!.shadowRoot!.querySelector('.viewer')!;
        target.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
        target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [Buffer.from(content).toString('base64'), name] as const,
    );
  }

  alert(page: Page): Promise<string | null> {
    return page.locator('ludus-viewer [role=alert]').textContent();
  }
}

export function useViewer(): ViewerFixture {
  const fixture = new ViewerFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.bench?.close());
  return fixture;
}
