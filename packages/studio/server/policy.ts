/**
 * Content security policies. Each begins with nothing allowed, so plugins, frames, fonts, and scripts in the page's own text stay forbidden,
 * and no page reaches another server.
 */

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({ 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", ...directives })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

/** For the studio's page, and the playground's as a `meta` element. Engines of players are WebAssembly, and the editor writes style sheets. */
const PAGE_POLICY: string = policy({
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': 'blob:',
});

/** For all that `ludus open` answers; a `meta` element cannot say who may frame a page. */
export const SERVED_POLICY: string = `${PAGE_POLICY}; frame-ancestors 'none'`;

/** For the page of a room, which runs no players. */
export const ROOM_POLICY: string = `${policy({
  'script-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
})}; frame-ancestors 'none'`;

/** For the workers that run players of the served folder: they make code of text, and reach no server. */
export const FOLDER_WORKER_POLICY: string = policy({ 'script-src': "'self' 'unsafe-eval'" });

/** For a page that holds its scripts and its match, and needs nothing else. */
export const ONE_FILE_POLICY: string = policy({
  'script-src': "'unsafe-inline'",
  'style-src': "'unsafe-inline'",
  'img-src': 'data: blob:',
});

/**
 * The studio's page in the playground's dress, with the policy that no header may bring. `contests`: the address of the contests that take
 * its bots.
 */
export function dressed(html: string, contests?: string): string {
  const about = contests === undefined ? '' : ` data-contests="${contests}"`;
  const dressed = html
    .replace('<html lang="en">', `<html lang="en" data-dress="playground"${about}>`)
    .replace('<title>Ludus studio</title>', '<title>Ludus playground</title>')
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}" />`);
  if (!dressed.includes('data-dress') || !dressed.includes(PAGE_POLICY))
    throw new Error('the studio’s page has changed: it cannot be dressed');
  return dressed;
}
