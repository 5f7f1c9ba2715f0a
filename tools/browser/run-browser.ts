import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserServer } from 'playwright-core';
import { CHROMIUM, FLAGS } from './chromium.ts';

/**
 * The only Chromium of a test run. It starts on the first request as a child of the test runner, so that it survives a
 * crash of a test file. Tests request its address at `url`.
 */
export class RunBrowser {
  private readonly door: Server;
  private browser: Promise<BrowserServer> | undefined;

  private constructor() {
    this.door = createServer(async (_, response) => {
      try {
        this.browser ??= launch();
        response.end((await this.browser).wsEndpoint());
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  }

  static async open(): Promise<RunBrowser> {
    const opened = new RunBrowser();
    await once(opened.door.listen(0, '127.0.0.1'), 'listening');
    return opened;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.door.address() as AddressInfo).port}/`;
  }

  /** Ends the browser. The next request starts another browser. */
  async end(): Promise<void> {
    const { browser } = this;
    this.browser = undefined;
    await (await browser?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    this.door.closeAllConnections();
    this.door.close();
    await this.end();
  }
}

/** Starts Chromium. The driver is imported here, so that runs without a browser don't load it. */
async function launch(): Promise<BrowserServer> {
  const { chromium } = await import('playwright-core');
  return await chromium.launchServer({ executablePath: CHROMIUM, args: FLAGS });
}
