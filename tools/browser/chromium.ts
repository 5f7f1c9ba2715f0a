import { existsSync } from 'node:fs';

/**
 * The full Chromium, as people use it. It is for tests that depend on the engine, and for machines without the headless
 * shell.
 */
export const WHOLE_CHROMIUM = '/usr/bin/chromium';
/** Headless Chromium, which needs half the CPU time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The browser for the tests of pages. */
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : WHOLE_CHROMIUM);
export const noChromium = ![CHROMIUM, WHOLE_CHROMIUM].every(existsSync);
if (noChromium && process.env.CI === 'true')
  throw new Error(`${CHROMIUM} and ${WHOLE_CHROMIUM} must exist: install chromium and chromium-headless-shell`);

export const FLAGS: string[] = [
  ...['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // A host name other than localhost. Over http, its pages get none of the features that browsers reserve for secure
  // origins.
  '--host-resolver-rules=MAP plain.test 127.0.0.1',
  // The shell has no handler for memory faults, so a module that reads outside its memory would crash its page.
  ...(CHROMIUM === SHELL ? ['--js-flags=--wasm-enforce-bounds-checks'] : []),
];
