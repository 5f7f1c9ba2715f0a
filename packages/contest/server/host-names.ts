import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Whether a request's `Host` names this server: a page of another site whose name was pointed at this machine (DNS rebinding) names itself.
 * Numbers, names of this machine and those that its organiser gives (`names`) are this server's. `name`: without the port.
 */
export function isOwnHost(name: string, names: readonly string[]): boolean {
  const asked = name.toLowerCase().replace(/\.$/, '');
  if (asked === '' || isIP(asked.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (asked === 'localhost' || asked.endsWith('.localhost')) return true;
  const machine = hostname().toLowerCase();
  return [machine, `${machine}.local`, ...names.map((each) => each.toLowerCase())].includes(asked);
}
