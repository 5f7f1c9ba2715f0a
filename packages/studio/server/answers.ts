import type { Server, ServerResponse } from 'node:http';

export function listen(server: Server, port: number, host = '127.0.0.1'): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, done);
  });
}

export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(`${status}\n`);
}
