import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

export interface Registry {
  readonly url: string;
  /** The size of fetched tarballs in bytes, by name. */
  readonly fetched: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** A registry on loopback that contains Ludus's packages, and forwards other requests to npm's configured registry. */
export async function startRegistry(
  folders: readonly string[],
  tarballs: readonly string[],
  upstream: string,
): Promise<Registry> {
  const base = upstream.replace(/\/$/, '');
  const fetched = new Map<string, number>();
  const own = new Map(
    folders.map((folder, i) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return [manifest.name as string, { manifest, bytes: readFileSync(tarballs[i]), file: basename(tarballs[i]) }];
    }),
  );
  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo;
    const here = `http://127.0.0.1:${port}`;
    const path = decodeURIComponent((request.url ?? '/').split('?')[0]).slice(1);
    try {
      const mine = own.get(path);
      if (mine !== undefined) {
        const { manifest, bytes, file } = mine;
        const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
        const version = { ...manifest, dist: { tarball: `${here}/own/${file}`, integrity } };
        const body = {
          name: path,
          'dist-tags': { latest: manifest.version },
          versions: { [manifest.version]: version },
        };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return;
      }
      const asked = [...own.values()].find(({ file }) => path === `own/${file}`);
      if (asked !== undefined) {
        fetched.set(asked.file, asked.bytes.length);
        response.writeHead(200).end(asked.bytes);
        return;
      }
      const answer = await fetch(`${base}${request.url}`, { headers: { accept: request.headers.accept ?? '*/*' } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      // The tarball's address is absolute, because other packages also pass through this registry.
      const body = type.includes('json')
        ? Buffer.from(bytes.toString().replace(/"tarball":"https?:\/\/[^/"]+/g, `"tarball":"${here}`))
        : bytes;
      if (/\.tgz$/.test(path)) fetched.set(path, bytes.length);
      response.writeHead(answer.status, { 'content-type': type }).end(body);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    fetched,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
