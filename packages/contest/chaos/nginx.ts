import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { UsageError } from '@ludus/shell/exit.ts';

const locationOf = (path: string, upstream: string): string => `location ${path} {
  proxy_pass http://${upstream};
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header Connection '';
  proxy_http_version 1.1;
  proxy_buffering off;
  proxy_connect_timeout 1s;
  proxy_next_upstream error timeout http_503;
  client_max_body_size 16m;
}`;
/** The location block of docs/deploy.md. */
export const LOCATION: string = locationOf('/', 'ludus');
/** The location block that sends all requests of a room to the same server. */
export const ROOMS_LOCATION: string = locationOf('/api/rooms/', 'ludus-rooms');
/** Returns the upstream block of docs/deploy.md for servers at these addresses (HOST:PORT). */
export const upstreamOf = (servers: readonly string[]): string =>
  `upstream ludus {\n${servers.map((server) => `  server ${server} max_fails=1 fail_timeout=1s;\n`).join('')}}`;

/** Returns the upstream block for rooms, in which the path of a request determines the server. */
export const roomsUpstreamOf = (servers: readonly string[]): string =>
  `upstream ludus-rooms {\n  hash $uri consistent;\n${servers.map((server) => `  server ${server};\n`).join('')}}`;

/** Starts nginx in front of servers (HOST:PORT), as in docs/deploy.md. Returns nginx's address. */
export async function startNginx(
  port: number,
  servers: readonly string[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = ownedFolder('nginx');
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
${upstreamOf(servers)}
${roomsUpstreamOf(servers)}
server {
listen 127.0.0.1:${port};
${LOCATION}
${ROOMS_LOCATION}
}
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<string>((done) => {
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.once('error', ({ message }) => done(message)).once('close', () => done(said.trim()));
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const problem = await Promise.race([ended, answers(port).then((isThere) => (isThere ? true : undefined))]);
    if (problem === true) break;
    if (problem !== undefined)
      throw new UsageError(
        `nginx does not start (${problem}). If it isn’t installed, install it, for example with apt-get install nginx-light`,
      );
  }
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = connect(port, '127.0.0.1', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => setTimeout(done, 50, false));
  });

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
