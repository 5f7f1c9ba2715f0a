import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Checks whether a request's `Host` names this server. If another site's name resolves to this machine (DNS rebinding),
 * that site's pages send that name. IP addresses, names of this machine, and the organiser's `names` belong to this
 * server. `name`: without the port.
 */
export function isOwnHost(name: string, names: readonly string[]): boolean {
  const asked = name.toLowerCase().replace(/\.$/, '');
  if (asked === '' || isIP(asked.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (asked === 'localhost' || asked.endsWith('.localhost')) return true;
  const machine = hostname().toLowerCase();
  return [machine, `${machine}.local`, ...names.map((each) => each.toLowerCase())].includes(asked);
}
