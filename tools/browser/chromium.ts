import { existsSync } from 'node:fs';

/** Chromium as people have it: if the engine matters, or if there is no other. */
export const WHOLE_CHROMIUM = '/usr/bin/chromium';
/** Chromium without its own windows, which is half of its CPU time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The browser of the tests of pages. */
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : WHOLE_CHROMIUM);
export const noChromium = ![CHROMIUM, WHOLE_CHROMIUM].every(existsSync);
if (noChromium && process.env.CI === 'true')
  throw new Error(`${CHROMIUM} and ${WHOLE_CHROMIUM} are needed: install chromium and chromium-headless-shell`);

export const FLAGS: string[] = [
  ...['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // A name that isn't this machine's own: what it serves over http gets none of what browsers keep for safe origins.
  '--host-resolver-rules=MAP plain.test 127.0.0.1',
  // The shell has no handler for a memory fault: a module that reads beyond its memory would end its page.
  ...(CHROMIUM === SHELL ? ['--js-flags=--wasm-enforce-bounds-checks'] : []),
];
