import { type ChildProcessByStdio, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const missing = ['buildah', 'debootstrap', 'runc'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
if (process.getuid?.() !== 0) missing.push('the rights of root');
if (missing.length > 0 && process.env.CI === 'true') throw new Error(`CI must have ${missing.join(', ')}`);

/** The user in the image and in deploy/kubernetes. */
const USER = 1000;
const BUILD_MS = 1_800_000;

// The image needs only Debian and npm packages. It runs as on Kubernetes: without capabilities, and with a read-only
// root.
describe.skipIf(missing.length > 0)(
  'the container image (skipped without buildah, debootstrap, runc, and root privileges)',
  () => {
    let folder: string;
    let root: string;
    let image: { Env: string[]; Entrypoint: string[]; Cmd: string[]; WorkingDir: string };

    const run = async (program: string, ...args: string[]) => {
      const { stdout } = await promisify(execFile)(program, args, { cwd: fileOf('.'), maxBuffer: 2 ** 26 });
      return stdout.trim();
    };
    const buildah = (...args: string[]) => {
      const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
      return run('buildah', ...store, ...args);
    };
    const runc = (...args: string[]) => ['--root', join(folder, 'runc'), ...args];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ludus-image-'));
      const file = 'deploy/Containerfile';
      const release = /node:\d+-(\w+)-slim/.exec(readFileSync(fileOf(file), 'utf8'))![1];
      const base = `BASE=${await makeBase(release)}`;
      await buildah('build', '--isolation', 'chroot', '--build-arg', base, '--tag', 'ludus', '--file', file, '.');
      root = await buildah('mount', await buildah('from', 'ludus'));
      image = JSON.parse(await buildah('inspect', '--type', 'image', 'ludus')).OCIv1.config;
    }, BUILD_MS);
    afterAll(() => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    });

    /** An image like `node:…-slim`: Debian, a user, Node, and npm, with this machine's download settings. */
    async function makeBase(release: string): Promise<string> {
      const container = await buildah('from', 'scratch');
      const path = await buildah('mount', container);
      const mirrors = await run('apt-get', 'indextargets', '--format', '$(REPO_URI)', `Codename: ${release}`);
      // The mounts of debootstrap end with the process, and its scripts don't know this machine's folder for temporary
      // files.
      const words = ['--mount', 'env', '--unset=TMPDIR', 'debootstrap', '--variant=minbase', '--include=libatomic1'];
      await run('unshare', ...words, release, path, ...mirrors.split('\n').slice(0, 1).filter(Boolean));
      writeFileSync(join(path, 'etc/apt/apt.conf.d/99downloads'), await run('apt-config', 'dump', 'Acquire'));
      appendFileSync(join(path, 'etc/passwd'), `node:x:${USER}:${USER}::/tmp:/bin/sh\n`);
      appendFileSync(join(path, 'etc/group'), `node:x:${USER}:\n`);
      const local = join(path, 'usr/local');
      copyFileSync(fileOf('node_modules/node/bin/node'), join(local, 'bin/node'));
      cpSync(join(await run('npm', 'root', '--global'), 'npm'), join(local, 'lib/node_modules/npm'), {
        recursive: true,
      });
      symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
      const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
      if (certificates) {
        copyFileSync(certificates, join(path, 'etc/certificates.pem'));
        await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/certificates.pem', container);
      }
      await buildah('commit', '--rm', container, 'localhost/base');
      return 'localhost/base';
    }

    /** A folder that the image's user can write to. */
    function makeVolume(): string {
      const volume = mkdtempSync(join(folder, 'volume-'));
      chownSync(volume, USER, USER);
      return volume;
    }

    /** Starts a container on a volume. With `isUnmasked`, it sees all of /proc. */
    async function start(words: string[], volume = makeVolume(), { env = [] as string[], isUnmasked = false } = {}) {
      const bundle = mkdtempSync(join(folder, 'bundle-'));
      await run('runc', 'spec', '--bundle', bundle);
      const file = join(bundle, 'config.json');
      const spec = JSON.parse(readFileSync(file, 'utf8'));
      Object.assign(spec.process, {
        terminal: false,
        args: words,
        env: [...image.Env, ...env],
        cwd: image.WorkingDir,
        user: { uid: USER, gid: USER },
        capabilities: {},
      });
      spec.root.path = root;
      spec.mounts.push({
        destination: '/tmp',
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'nodev', 'mode=1777'],
      });
      spec.mounts.push({ destination: '/data', source: volume, options: ['bind', 'rw'] });
      if (isUnmasked) Object.assign(spec.linux, { maskedPaths: [], readonlyPaths: [] });
      writeFileSync(file, JSON.stringify(spec));
      const id = basename(bundle);
      return { id, process: spawn('runc', runc('run', '--bundle', bundle, id), { stdio: ['ignore', 'pipe', 'pipe'] }) };
    }

    /** Runs a container to its end, which must be successful. */
    async function ended(...args: Parameters<typeof start>) {
      const all = await end((await start(...args)).process);
      expect(all.status, all.stderr).toBe(0);
      return all;
    }

    test('prints its version, and plays a match', async () => {
      const { version } = JSON.parse(readFileSync(fileOf('packages/cli/package.json'), 'utf8'));
      expect((await ended(['ludus', '--version'])).stdout).toBe(`${version}\n`);
      const { stderr } = await ended(['ludus', 'match', 'Dummy', 'Demo', 'Null', 'Demo', '--game', 'madmax']);
      expect(stderr).toContain('got top score');
    });

    test('compiles a C++ bot', async () => {
      const volume = makeVolume();
      await ended(['ludus', 'new', 'player', 'bot', '--name', 'Mine', '--lang', 'cpp', '--game', 'madmax'], volume);
      const { stderr } = await ended(
        ['ludus', 'match', 'bot/AIMine.cc', 'Demo', 'Null', 'Demo', '--game', 'madmax'],
        volume,
      );
      expect(stderr).toContain('player Mine got score');
    });

    test('offers the strongest sandbox if /proc is unmasked', async () => {
      const { stdout } = await ended(['ludus', 'sandbox'], undefined, { isUnmasked: true });
      expect(stdout).toMatch(/^full +available/m);
    });

    test('serves a volume until SIGTERM, while a second container on that volume exits', async () => {
      const volume = makeVolume();
      const words = [...image.Entrypoint, ...image.Cmd];
      const server = await start(words, volume);
      try {
        for await (const chunk of server.process.stdout.iterator({ destroyOnReturn: false }))
          if (String(chunk).includes('Press Ctrl-C')) break;
        const ask = 'console.log((await fetch("http://127.0.0.1:3000/api/health")).status)';
        const node = ['node', '--input-type=module', '--eval', ask];
        expect(await run('runc', ...runc('exec', server.id, ...node))).toBe('200');
        const second = await end((await start(words, volume)).process);
        expect(second.status).not.toBe(0);
        expect(second.stderr).toContain('another process is using the database in /data. Stop it first');
      } finally {
        server.process.kill('SIGTERM');
      }
      const { status, stderr } = await end(server.process);
      expect(status, stderr).toBe(0);
      // PostgreSQL removes this file when it ends cleanly.
      expect(globSync('**/postmaster.pid', { cwd: volume })).toEqual([]);
    });

    test('plays each index’s shard with the command in the Job’s manifest', async () => {
      const volume = makeVolume();
      const { containers } = parse(readFileSync(fileOf('deploy/kubernetes/batch.yaml'), 'utf8')).spec.template.spec;
      const script = containers[0].args[0].replace('1..10000', '1..2').replace('/64', '/2');
      const make = 'ludus new player bot --name Mine --lang typescript --game madmax && cp bot/Mine.ts .';
      await ended(['sh', '-c', make], volume);
      for (const index of [0, 1])
        await ended([...containers[0].command, script], volume, { env: [`JOB_COMPLETION_INDEX=${index}`] });
      await ended(['sh', '-c', 'ludus merge parts/* -o merged'], volume);
      expect(readFileSync(join(volume, 'merged/results.jsonl'), 'utf8').trim().split('\n')).toHaveLength(12);
    });
  },
);

async function end(
  process: ChildProcessByStdio<null, Readable, Readable>,
): Promise<{ status: number; stdout: string; stderr: string }> {
  const closed = once(process, 'close');
  const [stdout, stderr, [status]] = await Promise.all([text(process.stdout), text(process.stderr), closed]);
  return { status, stdout, stderr };
}
