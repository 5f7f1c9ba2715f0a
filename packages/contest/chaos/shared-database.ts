import { appendFileSync, chmodSync, chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownedFolder } from '@ludus/runtime/files.ts';
import pg from 'pg';
import { databaseAccount } from '../store/postgres/account.ts';
import { makeCluster, type RunningPostgres, runCluster, USER } from '../store/postgres/cluster.ts';
import { findPrograms } from '../store/postgres/programs.ts';
import { Cable, type Link, Wire } from './links.ts';

const SETTINGS = { fsync: 'off', max_connections: '200' };
const PORT = 5432;

/** A PostgreSQL database for several servers. Each server's link to the database can be interrupted. */
export class SharedDatabase {
  readonly links: Link[] = [];
  /** The database's address for processes on this machine. */
  readonly url: string;
  private readonly folder: string;
  private readonly cluster: Parameters<typeof runCluster>[0];
  private addresses: readonly string[] = [];
  private running: RunningPostgres | undefined;

  constructor() {
    this.folder = ownedFolder('chaos-many');
    this.url = `postgres://${USER}@localhost:${PORT}/postgres?host=${encodeURIComponent(this.folder)}`;
    const account = databaseAccount([]);
    chmodSync(this.folder, 0o700);
    if (account.uid !== undefined) chownSync(this.folder, account.uid, account.gid!);
    this.cluster = { programs: findPrograms(account, this.folder), account, data: join(this.folder, 'data') };
    makeCluster(this.cluster, ['--no-sync']);
  }

  /** Starts the database with a link for each server. `say` receives a message if the links aren't cables. */
  async start(servers: number, say: (sentence: string) => void): Promise<void> {
    const problem = Cable.problem(servers);
    if (problem === undefined) {
      const cables = Array.from({ length: servers }, (_, at) => new Cable(at, PORT, (host) => this.breakAll(host)));
      this.links.push(...cables);
      for (const cable of cables) await cable.lay();
      this.addresses = cables.map(({ databaseHost }) => databaseHost);
      const allowed = this.addresses.map((address) => `host all ${USER} ${address}/30 trust\n`);
      appendFileSync(join(this.cluster.data, 'pg_hba.conf'), allowed.join(''));
    } else {
      say(
        `network namespaces aren’t available (${problem}), so a proxy to the database is interrupted instead. They need root, ip, nsenter, and unshare`,
      );
      const socket = join(this.folder, `.s.PGSQL.${PORT}`);
      for (let at = 0; at < servers; at++) this.links.push(await Wire.to(socket));
    }
    await this.run();
  }

  /** Breaks all connections and restarts. */
  async restart(): Promise<void> {
    await this.running!.stop();
    await this.run();
  }

  async close(): Promise<void> {
    await this.running?.stop();
    for (const link of this.links) await link.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    const settings = { ...SETTINGS, port: String(PORT), listen_addresses: this.addresses.join() };
    this.running = await runCluster(this.cluster, { sockets: this.folder, settings });
  }

  private async breakAll(host: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where client_addr = $1', [host]);
    await client.end();
  }
}
