import { existsSync } from 'node:fs';

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const noChromium = !existsSync(CHROMIUM);
if (noChromium && process.env.CI === 'true') throw new Error(`there is no Chromium at ${CHROMIUM}: install chromium`);

export const FLAGS: string[] = [
  ...['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // A name that isn't this machine's own: what it serves over http gets none of what browsers keep for safe origins.
  '--host-resolver-rules=MAP plain.test 127.0.0.1',
];
