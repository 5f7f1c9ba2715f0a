/**
 * Content security policies. Each allows only the listed sources. Plugins, frames, fonts, and inline scripts are
 * forbidden, and a page can't reach another server.
 */

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({ 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", ...directives })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

/**
 * The policy for the studio's page, and for the playground's page as a `meta` element. Players' engines are
 * WebAssembly, and the editor creates style sheets.
 */
const PAGE_POLICY: string = policy({
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': 'blob:',
});

/**
 * The policy for all answers of `ludus open`. Unlike this policy, a `meta` element can't forbid frames around the page.
 */
export const SERVED_POLICY: string = `${PAGE_POLICY}; frame-ancestors 'none'`;

/** The policy for the page of a room, which runs no players. */
export const ROOM_POLICY: string = `${policy({
  'script-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
})}; frame-ancestors 'none'`;

/**
 * The policy for the workers that run players of the served folder. Such a worker evaluates code from text, and can't
 * reach a server.
 */
export const FOLDER_WORKER_POLICY: string = policy({ 'script-src': "'self' 'unsafe-eval'" });

/** The policy for a page that contains its scripts and its match, and therefore loads nothing. */
export const ONE_FILE_POLICY: string = policy({
  'script-src': "'unsafe-inline'",
  'style-src': "'unsafe-inline'",
  'img-src': 'data: blob:',
});

/**
 * Turns the studio's page into the playground's page, which contains its policy instead of receiving it in a header.
 * `contests`: the address of the contests that accept its bots.
 */
export function dressed(html: string, contests?: string): string {
  const about = contests === undefined ? '' : ` data-contests="${contests}"`;
  const dressed = html
    .replace('<html lang="en">', `<html lang="en" data-dress="playground"${about}>`)
    .replace('<title>Ludus studio</title>', '<title>Ludus playground</title>')
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}" />`);
  if (!dressed.includes('data-dress') || !dressed.includes(PAGE_POLICY))
    throw new Error('the studio’s page has changed, so its security policy can’t be added');
  return dressed;
}
