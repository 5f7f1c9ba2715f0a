/** Why a server can't listen there, as a message; undefined for an error that is not about listening. */
export function listenProblem(error: unknown, host: string, port: number): string | undefined {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use by another program`;
    case 'EACCES':
      return syscall === 'listen' ? `port ${port} on ${host} may not be opened by this user` : undefined;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${host}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the address of ${host} cannot be looked up`;
    default:
      return syscall === 'listen' ? `port ${port} on ${host} cannot be opened: ${message}` : undefined;
  }
}
