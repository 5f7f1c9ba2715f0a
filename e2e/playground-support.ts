import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { program } from './program.ts';
import { CHROMIUM } from './viewer-support.ts';

const FLAGS = [
  ...'--headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  ),
  '--host-resolver-rules=MAP plain.test 127.0.0.1',
];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
/** The site lies below some path: nothing in it may know which. */
const PATH = '/some/where/play/';

/** A site that `ludus site build` made, behind a server that does nothing but give out files, and a browser. */
export class PlaygroundFixture {
  folder = '';
  site = '';
  /** Paths asked for, from the site's folder. */
  readonly asked: string[] = [];
  isDown = false;
  browser!: BrowserContext;
  private server!: Server;
  private port = 0;
  private readonly complaints: string[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.port}${PATH}`;
  }
  /** The same under a name that is not this machine's: plain http for the browser. */
  get plainUrl(): string {
    return `http://plain.test:${this.port}${PATH}`;
  }

  async start(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'ludus-playground-'));
    this.site = join(this.folder, 'site');
    const { status, stderr } = program(() => this.folder).ludus('site', 'build', 'site');
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    this.server = createServer((request, response) => {
      if (this.isDown) return request.socket.destroy();
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
      const file = path.startsWith(PATH) ? path.slice(PATH.length) : undefined;
      const at =
        file === undefined ? '' : join(this.site, file === '' || file.endsWith('/') ? `${file}index.html` : file);
      if (file !== undefined) this.asked.push(file);
      if (!at.startsWith(this.site) || !existsSync(at) || !statSync(at).isFile())
        return response.writeHead(404).end('404\n');
      response.writeHead(200, { 'content-type': TYPES[extname(at)] ?? 'application/octet-stream' });
      response.end(readFileSync(at));
    });
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.port = (this.server.address() as { port: number }).port;
    this.browser = await chromium.launchPersistentContext(join(this.folder, 'profile'), {
      executablePath: CHROMIUM,
      args: FLAGS,
      viewport: { width: 1280, height: 720 },
      reducedMotion: 'reduce',
    });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    this.server?.closeAllConnections();
    await new Promise((done) => this.server?.close(done));
    rmSync(this.folder, { recursive: true, force: true });
  }

  quiet(): void {
    expect(this.complaints.splice(0)).toEqual([]);
  }

  /** What the browser's pages take of the machine's memory, as a sentence; '' where the system does not tell. */
  renderers(): string {
    const megabytes = (existsSync('/proc/self/status') ? readdirSync('/proc') : [])
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          if (!command.includes('--type=renderer')) return [];
          const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
          return kilobytes === undefined ? [] : [Math.round(Number(kilobytes) / 1000)];
        } catch {
          // It has ended meanwhile.
          return [];
        }
      });
    return megabytes.length === 0 ? '' : `its page takes ${Math.max(...megabytes)} MB`;
  }

  async open(address = `${this.url}?renderer=canvas`): Promise<Page> {
    const page = await this.browser.newPage();
    page.on('console', (message) => {
      if (/GPU stall|GL Driver Message/.test(message.text())) return;
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    await page.goto(address);
    await page.waitForSelector('ludus-viewer');
    return page;
  }
}

export function usePlayground(): PlaygroundFixture {
  const fixture = new PlaygroundFixture();
  // The compiler of C++ is packed once on a machine, which takes a minute or two.
  beforeAll(() => fixture.start(), 600_000);
  afterAll(() => fixture.stop());
  afterEach(() => fixture.quiet());
  return fixture;
}
