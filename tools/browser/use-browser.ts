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
    /** The address at which tests request the run's browser; undefined without this repository's reporter. */
    chromium: string | undefined;
  }
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Time limit for an action on a page in milliseconds, long enough for a busy machine. */
const WAIT_MS = 120_000;
/** The warnings about slow drawing on a machine without a graphics card. */
const SLOWNESS = /GPU stall|GL Driver Message/;
const OWN = /^(?:data:|blob:|file:|http:\/\/(?:127\.0\.0\.1|localhost|plain\.test):)/;

/** The run's browser for the tests in one file. Each test has separate contexts, which are closed after the test. */
export class TestBrowser {
  /**
   * Errors and warnings in the consoles of pages, uncaught errors, and requests to other machines. A test fails if this
   * list isn't empty when the test ends.
   */
  readonly complaints: string[] = [];
  private readonly options: BrowserContextOptions;
  private readonly expected: RegExp;
  private browser: Browser | undefined;
  private own: Promise<BrowserContext> | undefined;

  /** `options`: the options of each context. `expected`: messages to ignore. */
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

  /** The context of the current test. */
  context(): Promise<BrowserContext> {
    this.own ??= this.another();
    return this.own;
  }

  /** An additional context, for another person or with other options. */
  async another(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser!.newContext({ reducedMotion: 'reduce', ...this.options, ...options });
    context.setDefaultTimeout(WAIT_MS);
    return context;
  }

  /**
   * Opens an empty page in `context`, by default in the test's context. The page's errors are recorded in `complaints`.
   */
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

  /** Opens a page at an address. */
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

/** The content of a file that a page saved. The browser belongs to another process, so its files have no path here. */
export async function contentOf(download: Download): Promise<Buffer> {
  return await buffer(await download.createReadStream());
}

/** Provides the run's browser for the tests in a file. */
export function useBrowser(options: BrowserContextOptions = {}, expected = /(?!)/): TestBrowser {
  const browser = new TestBrowser(options, expected);
  if (noChromium) return browser;
  beforeAll(() => browser.connect());
  afterEach(() => browser.clear());
  afterAll(() => browser.disconnect());
  return browser;
}

/** The accessibility checker as a script for a page. A browser parses this file in half the time of `axe.source`. */
export const AXE: string = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
