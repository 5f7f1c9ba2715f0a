import { concatBytes } from '@ludus/kernel/bytes.ts';
import type { PythonHome } from '@ludus/runtime/metering.ts';

/** Thrown when a file of the page isn't available. The message is for users. */
export class FetchError extends Error {}

/** Fetches a file of the page. `onBytes` receives the number of bytes since its last call. */
export async function fetchBytes(
  address: string,
  onBytes: (count: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok || !answer.body)
    throw new FetchError(
      `${nameOf(address)} cannot be fetched${answer ? ` (${answer.status})` : '. Check your network'}`,
    );
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concatBytes(pieces);
    pieces.push(value);
    onBytes(value.length);
  }
}

/** Fetches a gzipped file, and unpacks it. */
export async function fetchPacked(address: string): Promise<Uint8Array<ArrayBuffer>> {
  return await unpacked(await fetchBytes(address));
}

/** Unpacks gzipped bytes. If the server declares `.gz` as the encoding, the browser has already unpacked the bytes. */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

const nameOf = (address: string): string => address.replace(/^.*\//, '');

/** The content of `run/python-GAME.json.gz`. */
export interface PythonSite {
  /** SHA-256 of the unpacked metered engine `run/python.wasm.gz`, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly home: PythonHome;
}

export const pythonSite = async (base: string, game: string): Promise<PythonSite> =>
  JSON.parse(new TextDecoder().decode(await fetchPacked(`${base}run/python-${game}.json.gz`)));
