import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { USER } from '../store/postgres/cluster.ts';

/** A server's connections to its database and from its clients, and the faults injected into them. */
export interface Link {
  /** The address at which the server listens. */
  readonly host: string;
  readonly databaseUrl: string;
  /**
   * The program and arguments that start the server's process in its network; empty: the process starts without such a
   * program.
   */
  readonly within: readonly string[];
  /** Breaks all connections to the database. The server can connect again immediately. */
  breakConnections(): Promise<void>;
  /** If true, drops all data in both directions until the next call with false, without either end noticing. */
  part(isParted: boolean): void;
  /** Replaces the machine after the server was killed. The connections of the old machine aren't closed. */
  replaceMachine(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A link through a proxy between the server and its database, for machines without network namespaces. Clients can
 * always reach the server.
 */
export class Wire implements Link {
  readonly host = '127.0.0.1';
  readonly within = [];
  readonly databaseUrl: string;
  private readonly server: Server;
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isParted = false;

  private constructor(server: Server) {
    this.server = server;
    const { port } = server.address() as { port: number };
    this.databaseUrl = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  }

  /** `path`: PostgreSQL's socket. */
  static async to(path: string): Promise<Wire> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const wire = new Wire(server);
    server.on('connection', (near) => wire.join(near, connect(path)));
    return wire;
  }

  async breakConnections(): Promise<void> {
    for (const pair of this.pairs) for (const end of pair) end.destroy();
  }

  part(isParted: boolean): void {
    this.isParted = isParted;
    for (const pair of this.pairs) for (const end of pair) isParted ? end.pause() : end.resume();
  }

  async replaceMachine(): Promise<void> {
    this.part(false);
  }

  async close(): Promise<void> {
    await this.breakConnections();
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
      if (this.isParted) from.pause();
    }
  }
}

/**
 * The network that is reserved for tests of network devices (RFC 2544), and isn't used on the Internet. Each run uses a
 * part of this network.
 */
const RUN_NETWORK = `198.18.${process.pid % 256}`;
const MAX_SERVERS = 64;

/**
 * A link between two network namespaces. The server is in one of them. A cable (veth) connects this namespace to the
 * other, which contains the proxy and the database. The kernel removes the namespace and the cable when this process
 * ends.
 */
export class Cable implements Link {
  readonly host: string;
  readonly databaseUrl: string;
  /** The address of the cable's end on this machine. */
  readonly databaseHost: string;
  private readonly device: string;
  private readonly breakAll: (address: string) => Promise<void>;
  private machine: ChildProcess | undefined;

  /** Returns the reason why this machine can't create cables; undefined if it can. */
  static problem(servers: number): string | undefined {
    if (servers > MAX_SERVERS) return `more than ${MAX_SERVERS} servers`;
    for (const [program, ...args] of [
      ['ip', '-V'],
      ['nsenter', '-V'],
      ['unshare', '-n', 'true'],
    ]) {
      const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
      if (status !== 0) return error?.message ?? stderr.trim();
    }
    return undefined;
  }

  /**
   * `port`: PostgreSQL's port at the cable's end on this machine; `breakAll`: breaks all connections from an address to
   * this port.
   */
  constructor(number: number, port: number, breakAll: (address: string) => Promise<void>) {
    this.breakAll = breakAll;
    this.device = `lu${process.pid}-${number}`;
    this.host = `${RUN_NETWORK}.${4 * number + 2}`;
    this.databaseHost = `${RUN_NETWORK}.${4 * number + 1}`;
    this.databaseUrl = `postgres://${USER}@${this.databaseHost}:${port}/postgres`;
  }

  get within(): readonly string[] {
    return ['nsenter', '-t', String(this.machine!.pid), '-n', '--'];
  }

  /** Creates the namespace and the cable. */
  async lay(): Promise<void> {
    const machine = spawn('unshare', ['-n', 'sh', '-c', 'echo there; exec cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
    await once(machine.stdout, 'data');
    this.machine = machine;
    ip(`link add ${this.device} type veth peer name cable netns ${machine.pid}`);
    const inside = (command: string) => run('nsenter', [...this.within.slice(1), 'ip', ...command.split(' ')]);
    inside('link set lo up');
    inside(`address add ${this.host}/30 dev cable`);
    inside('link set cable up');
    ip(`address add ${this.databaseHost}/30 dev ${this.device}`);
    ip(`link set ${this.device} up`);
  }

  async breakConnections(): Promise<void> {
    await this.breakAll(this.host);
  }

  part(isParted: boolean): void {
    ip(`link set ${this.device} ${isParted ? 'down' : 'up'}`);
  }

  async replaceMachine(): Promise<void> {
    await this.close();
    await this.lay();
  }

  async close(): Promise<void> {
    const { machine } = this;
    if (!machine) return;
    ip(`link delete ${this.device}`);
    this.machine = undefined;
    machine.stdin!.end();
    if (machine.exitCode === null) await once(machine, 'exit');
  }
}

const ip = (command: string): void => run('ip', command.split(' '));

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}
