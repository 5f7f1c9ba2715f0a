import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { CHROMIUM, FLAGS, noChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for the run's browser; undefined when other reporters than ours are chosen. */
    chromium: string | undefined;
  }
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How long a page may take for anything: a busy machine takes its time. */
const WAIT_MS = 120_000;
/** A machine without a graphics card warns that it is slow. */
const SLOWNESS = /GPU stall|GL Driver Message/;
const OWN = /^(?:data:|blob:|file:|http:\/\/(?:127\.0\.0\.1|localhost|plain\.test):)/;

/** The run's browser, for the tests of one file: each test has separate contexts, which are closed after it. */
export class TestBrowser {
  /** Errors and warnings in the consoles of pages, uncaught errors, and requests to other machines. A test fails if it leaves any. */
  readonly complaints: string[] = [];
  private readonly options: BrowserContextOptions;
  private readonly expected: RegExp;
  private browser: Browser | undefined;
  private own: Promise<BrowserContext> | undefined;

  /** `options`: those of each context. `expected`: complaints that mean nothing. */
  constructor(options: BrowserContextOptions, expected: RegExp) {
    this.options = options;
    this.expected = expected;
  }

  async connect(): Promise<void> {
    const url = inject('chromium');
    if (url === undefined) {
      this.browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
      return;
    }
    const answer = await fetch(url);
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    this.browser = await chromium.connect(text);
  }

  /** The context of the test that runs. */
  context(): Promise<BrowserContext> {
    this.own ??= this.another();
    return this.own;
  }

  /** One more context: for another person, or with other options. */
  async another(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser!.newContext({ reducedMotion: 'reduce', ...this.options, ...options });
    context.setDefaultTimeout(WAIT_MS);
    return context;
  }

  /** An empty page whose complaints are heard, in the test's own context or another one. */
  async page(size?: Size, context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await this.context())).newPage();
    if (size !== undefined) await page.setViewportSize(size);
    const complain = (text: string): void => {
      if (!SLOWNESS.test(text) && !this.expected.test(text)) this.complaints.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
    });
    page.on('pageerror', (error) => complain(String(error)));
    page.on('request', (request) => {
      if (!OWN.test(request.url())) complain(request.url());
    });
    return page;
  }

  /** A page at an address. */
  async open(address: string, size?: Size): Promise<Page> {
    const page = await this.page(size);
    await page.goto(address);
    return page;
  }

  async clear(): Promise<void> {
    this.own = undefined;
    await Promise.all(this.browser!.contexts().map((context) => context.close()));
    expect(this.complaints.splice(0)).toEqual([]);
  }

  async disconnect(): Promise<void> {
    await this.browser?.close();
  }
}

/** A file that a page saved: the run's browser is another process's, whose files have no path here. */
export async function contentOf(download: Download): Promise<Buffer> {
  return await buffer(await download.createReadStream());
}

/** Gives the tests of a file the run's browser. */
export function useBrowser(options: BrowserContextOptions = {}, expected = /(?!)/): TestBrowser {
  const browser = new TestBrowser(options, expected);
  if (noChromium) return browser;
  beforeAll(() => browser.connect());
  afterEach(() => browser.clear());
  afterAll(() => browser.disconnect());
  return browser;
}

/** The accessibility checker as a script for a page. A browser reads this file in half the time that `axe.source` takes. */
export const AXE: string = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
