import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * The prefix of the site's addresses during the build, which is removed afterwards. Pages then link to each other with
 * relative paths, so that the folder works under any address and on any static server.
 */
export const BASE = '/__site__/';

/** Makes all addresses in a built site relative. */
export function makeRelative(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:html|js|css)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(BASE.slice(0, -1))) continue;
    const depth = relative(folder, file).split(sep).length - 1;
    const up = depth === 0 ? './' : '../'.repeat(depth);
    writeFileSync(file, entry.name.endsWith('.js') ? inScript(text, up) : inMarkup(text, up));
  }
}

/** Makes the addresses in a page or a style sheet relative to the file. */
export const inMarkup = (text: string, up: string): string =>
  text.replaceAll(BASE, up).replaceAll(new RegExp(`${BASE.slice(0, -1)}(?=["'#?)])`, 'g'), up);

/** Makes a module compute its addresses from the module's location. */
export const inScript = (text: string, up: string): string =>
  text.replace(
    /(["'`])\/__site__(\/?)([^"'`$]*)\1/g,
    (_, __, slash: string, rest: string) =>
      `(new URL(${JSON.stringify(`${up}${rest}`)},import.meta.url).pathname${slash === '' ? '.replace(/\\/$/,"")' : ''})`,
  );
