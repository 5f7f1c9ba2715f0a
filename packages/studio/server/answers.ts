import type { RequestListener, Server, ServerResponse } from 'node:http';

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

/** Wraps a listener so that an exception in one request doesn't end the program. */
export function unbreakable(answer: RequestListener): RequestListener {
  return (request, response) => {
    try {
      answer(request, response);
    } catch {
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    }
  };
}
