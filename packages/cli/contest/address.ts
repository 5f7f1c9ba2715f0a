import { UsageError } from '@ludus/shell/exit.ts';

/**
 * Returns the origin of a server's address: `http://127.0.0.1:3000`, without a path.
 *
 * @throws UsageError if it isn't an address that begins with http:// or https://
 */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${text} isn’t the address of a server: it must begin with http:// or https://`);
  return url.origin;
}
