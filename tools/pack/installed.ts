import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DIST } from './build.ts';
import { PACKAGES, pack } from './pack.ts';
import { type Registry, startRegistry } from './registry.ts';

/** The Node versions for the published packages: the oldest is first, the project's is last. */
export const NODES = ['22.18.0', '24', 'own'] as const;
export const OWN_NODE: string = dirname(process.execPath);

interface ProcessResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/**
 * The packages, packed and installed from a local registry. Each Node version has an installation in a folder
 * `empty-NODE`.
 */
export class InstalledPackages {
  /** The parent folder of all folders `empty-NODE`; also the home folder of the programs that run. */
  readonly folder: string;
  readonly tarballs: readonly string[];
  readonly registry: Registry;
  private readonly bins: ReadonlyMap<string, string>;

  private constructor(
    folder: string,
    tarballs: readonly string[],
    registry: Registry,
    bins: InstalledPackages['bins'],
  ) {
    this.folder = folder;
    this.tarballs = tarballs;
    this.registry = registry;
    this.bins = bins;
  }

  static async start(): Promise<InstalledPackages> {
    const folder = mkdtempSync(join(tmpdir(), 'ludus-pack-'));
    const tarballs = await pack();
    const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
    const registry = await startRegistry(
      PACKAGES.map((name) => join(DIST, name)),
      tarballs,
      upstream,
    );
    const bins = new Map<string, string>();
    for (const node of NODES.slice(0, -1)) {
      const prefix = join(folder, `node-${node}`);
      const quiet = ['--no-save', '--no-fund', '--no-audit', '--silent'];
      execFileSync('npm', ['install', '--prefix', prefix, ...quiet, `node@${node}`]);
      bins.set(node, join(prefix, 'node_modules/node/bin'));
    }
    const installed = new InstalledPackages(folder, tarballs, registry, bins);
    for (const node of NODES) {
      const empty = join(folder, `empty-${node}`);
      mkdirSync(empty);
      await installed.done(node, empty, 'npm', 'install', '--no-fund', '--no-audit', 'ludus', 'create-ludus');
    }
    return installed;
  }

  async end(): Promise<void> {
    await this.registry.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The folder with the programs of a Node version. */
  binOf(node: string): string {
    return this.bins.get(node) ?? OWN_NODE;
  }

  /** Runs a command as if the machine had this Node and no part of the repository. */
  run(node: string, cwd: string, command: string, ...args: string[]): Promise<ProcessResult> {
    return this.runWith({}, node, cwd, command, ...args);
  }

  /** `more`: additional or changed environment variables. */
  runWith(
    more: NodeJS.ProcessEnv,
    node: string,
    cwd: string,
    command: string,
    ...args: string[]
  ): Promise<ProcessResult> {
    const inherited = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
    const env: NodeJS.ProcessEnv = {
      HOME: this.folder,
      npm_config_cache: join(this.folder, 'cache'),
      npm_config_registry: this.registry.url,
      BROWSER: 'none',
      PATH: [this.binOf(node), ...inherited].join(delimiter),
      ...more,
    };
    return new Promise((ended) => {
      const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let out = '';
      let err = '';
      child.stdout.on('data', (bytes) => (out += bytes));
      child.stderr.on('data', (bytes) => (err += bytes));
      child.on('error', (error) => (err += error.message));
      child.on('close', (status) => ended({ status: status ?? -1, out, err }));
    });
  }

  /** Runs a command that must succeed. Returns its output. */
  done(node: string, cwd: string, command: string, ...args: string[]): Promise<string> {
    return this.doneWith({}, node, cwd, command, ...args);
  }

  async doneWith(
    more: NodeJS.ProcessEnv,
    node: string,
    cwd: string,
    command: string,
    ...args: string[]
  ): Promise<string> {
    const { status, out, err } = await this.runWith(more, node, cwd, command, ...args);
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with status ${status}:\n${out}${err}`);
    return out;
  }
}
