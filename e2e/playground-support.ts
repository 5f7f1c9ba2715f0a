import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { keptBuild, SOURCES } from '@ludus/studio/build.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type TestBrowser, useBrowser } from '../tools/browser/use-browser.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { program } from './program.ts';
import { showForm } from './studio-support.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
/** The site is served below this path. No file of the site may depend on the path. */
const PATH = '/some/where/play/';

/** A site from `ludus site build` on a plain file server, and a browser. */
export class PlaygroundFixture {
  folder = '';
  site = '';
  /** The requested paths, relative to the site's folder. */
  readonly asked: string[] = [];
  isDown = false;
  readonly browser: TestBrowser = useBrowser({ viewport: { width: 1280, height: 720 } });
  private server!: Server;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}${PATH}`;
  }
  /** The same site under a host name other than localhost, which the browser treats as plain http. */
  get plainUrl(): string {
    return `http://plain.test:${this.port}${PATH}`;
  }

  async start(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'ludus-playground-'));
    // The compiler and a game's precompiled headers take a minute, and only the long run compiles in the page.
    const cpp = IS_LONG_RUN ? 'madmax' : 'none';
    const built = await keptBuild(`site-${cpp}`, SOURCES, async (folder) => {
      const { status, stderr } = program(() => folder).ludus('site', 'build', 'site', '--cpp', cpp);
      if (status !== 0) throw new Error(stderr);
    });
    this.site = join(built, 'site');
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
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((done) => this.server?.close(done));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The memory use of the browser's pages, as a message; '' if the system doesn't report it. */
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
          // The process has ended since the list was read.
          return [];
        }
      });
    return megabytes.length === 0 ? '' : `its page takes ${Math.max(...megabytes)} MB`;
  }

  async open(address = `${this.url}?renderer=canvas`): Promise<Page> {
    const page = await this.browser.open(address);
    await showForm(page);
    return page;
  }
}

export function usePlayground(): PlaygroundFixture {
  const fixture = new PlaygroundFixture();
  // The C++ compiler is packed once per machine, which takes a minute or two.
  beforeAll(() => fixture.start(), 600_000);
  afterAll(() => fixture.stop());
  return fixture;
}
