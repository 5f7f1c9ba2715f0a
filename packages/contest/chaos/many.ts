import { spawn } from 'node:child_process';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { databaseAccount } from '../store/postgres/account.ts';
import { makeCluster, type RunningPostgres, runCluster, USER } from '../store/postgres/cluster.ts';
import { findPrograms } from '../store/postgres/programs.ts';

const SETTINGS = { fsync: 'off', max_connections: '200' };

/** A PostgreSQL for several servers, each of which reaches it by a wire that can be cut. */
export class SharedDatabase {
  private readonly folder: string;
  private readonly cluster: Parameters<typeof runCluster>[0];
  private running: RunningPostgres | undefined;

  constructor() {
    this.folder = ownedFolder('chaos-many');
    const account = databaseAccount([]);
    chmodSync(this.folder, 0o700);
    if (account.uid !== undefined) chownSync(this.folder, account.uid, account.gid!);
    this.cluster = { programs: findPrograms(account, this.folder), account, data: join(this.folder, 'data') };
    makeCluster(this.cluster, ['--no-sync']);
  }

  async start(): Promise<void> {
    this.running = await runCluster(this.cluster, { sockets: this.folder, settings: SETTINGS });
  }

  /** Breaks all connections, and comes back. */
  async restart(): Promise<void> {
    await this.running!.stop();
    await this.start();
  }

  async wire(): Promise<Wire> {
    return await Wire.to(join(this.folder, '.s.PGSQL.5432'));
  }

  async close(): Promise<void> {
    await this.running?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One server's way to the database. */
export class Wire {
  readonly url: string;
  private readonly server: Server;
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isSilent = false;

  private constructor(server: Server) {
    this.server = server;
    const { port } = server.address() as { port: number };
    this.url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  }

  static async to(path: string): Promise<Wire> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const wire = new Wire(server);
    server.on('connection', (near) => wire.join(near, connect(path)));
    return wire;
  }

  /** Breaks all connections; new ones may be made. */
  cut(): void {
    for (const pair of this.pairs) for (const end of pair) end.destroy();
  }

  /** Passes nothing on, in neither direction, until it is called with false: neither end learns of it. */
  silence(isSilent: boolean): void {
    this.isSilent = isSilent;
    for (const pair of this.pairs) for (const end of pair) isSilent ? end.pause() : end.resume();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', end).on('close', end);
      from.on('data', (bytes) => to.write(bytes));
      if (this.isSilent) from.pause();
    }
  }
}

/** nginx in front of servers at these ports, as docs/deploy.md says. Gives its port's address. */
export async function startNginx(
  port: number,
  servers: readonly number[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = ownedFolder('chaos-nginx');
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream ludus { ${servers.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://ludus;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Connection '';
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout http_503;
      client_max_body_size 10m;
    }
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
        `nginx does not start (${problem}): install it, for example with apt-get install nginx-light`,
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
