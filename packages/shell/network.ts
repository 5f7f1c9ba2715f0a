/**
 * The counted origin of a request. A household has any number of addresses of version 6, so the first half of the address
 * identifies it.
 */
export function networkOf(address: string): string {
  const old = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (old !== undefined || !address.includes(':')) return old ?? address;
  const [head, tail] = address.split('::', 2).map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}

/** Whether a counted origin is this machine. */
export const isLoopback = (network: string): boolean => network.startsWith('127.') || network === networkOf('::1');
