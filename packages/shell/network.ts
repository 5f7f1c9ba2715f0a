/**
 * The origin of a request, by which requests are counted. A household has many IPv6 addresses, which share the first
 * half of the address.
 */
export function networkOf(address: string): string {
  const old = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (old !== undefined || !address.includes(':')) return old ?? address;
  const [head, tail] = address.split('::', 2).map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}

/** Whether a request's origin is this machine. */
export const isLoopback = (network: string): boolean => network.startsWith('127.') || network === networkOf('::1');

/** The reason why a server can't listen on this address and port, as a message; undefined for an unrelated error. */
export function listenProblem(error: unknown, host: string, port: number): string | undefined {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use by another program`;
    case 'EACCES':
      return syscall === 'listen' ? `port ${port} on ${host} can’t be opened by this user` : undefined;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${host}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the address of ${host} cannot be looked up`;
    default:
      return syscall === 'listen' ? `port ${port} on ${host} cannot be opened: ${message}` : undefined;
  }
}
