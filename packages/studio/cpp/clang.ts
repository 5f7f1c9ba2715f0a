import { joined } from '@ludus/kernel/bytes.ts';
import type { ClangCommands } from '@ludus/runtime/compile/packaged.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { fetchBytes, NotFetched } from '../data/packed.ts';
import { type CppManifest, MANIFEST, type Piece } from '../server/cpp-layout.ts';
import type { CompileProgress } from './messages.ts';

/** As much of npm's `@yowasp/clang` as is used. */
interface ClangModule {
  readonly commands: ClangCommands;
  runLLVM(args: undefined, files: object, options: { fetchProgress(): void }): Promise<unknown>;
}

/**
 * Fetches the compiler, looks whether it is what the site was built with, and makes it ready. The bundle would fetch its parts by itself, whole; here
 * they come in pieces, and it is handed them when it asks.
 */
export async function loadClang(base: string, tell: (progress: CompileProgress) => void): Promise<ClangCommands> {
  const manifest = JSON.parse(new TextDecoder().decode(await fetchBytes(`${base}${MANIFEST}`))) as CppManifest;
  const folder = `${base}cpp/`;
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    tell({ stage: 'fetching', done, all: manifest.bytes });
  };
  count(0);
  const parts = new Map<string, Promise<Response>>();
  for (const [name, pieces] of Object.entries(manifest.files))
    parts.set(name, whole(folder, pieces, count, name.endsWith('.wasm') ? 'application/wasm' : 'application/x-tar'));
  await Promise.all(parts.values());
  tell({ stage: 'preparing' });
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const name = String(input instanceof Request ? input.url : input).replace(/^.*\//, '');
    const part = parts.get(name);
    parts.delete(name);
    return part ?? (await fetch(input, init));
  };
  try {
    const module = (await import(/* @vite-ignore */ `${folder}${manifest.bundle}`)) as ClangModule;
    await module.runLLVM(undefined, {}, { fetchProgress() {} });
    return module.commands;
  } finally {
    globalThis.fetch = fetch;
  }
}

/** The pieces of a file, looked at one by one, as the answer that the bundle expects. */
async function whole(
  folder: string,
  pieces: readonly Piece[],
  count: (bytes: number) => void,
  type: string,
): Promise<Response> {
  const fetched = await Promise.all(
    pieces.map(async ({ file, sha256: expected }) => {
      const bytes = await fetchBytes(`${folder}${file}`, count);
      if (hex(sha256(bytes)) !== expected)
        throw new NotFetched(`${file} is not what the site was built with: reload the page, or build the site again`);
      return bytes;
    }),
  );
  const plain = new Blob([joined(fetched)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain, { headers: { 'content-type': type } });
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
