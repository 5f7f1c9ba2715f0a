import { PAGE_POLICY } from './policy.ts';

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
