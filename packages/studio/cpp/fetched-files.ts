import { concatBytes } from '@ludus/kernel/bytes.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { decompress } from 'fzstd';
import { FetchError, fetchBytes } from '../match/packed.ts';
import type { PackedFile, Piece } from '../server/cpp-layout.ts';

/**
 * Downloads the packed pieces made by `ludus site build`, verifies that they belong to the site's build, and unpacks
 * them.
 */
export class FetchedFiles {
  private readonly folder: string;
  private readonly tell: (done: number, all: number) => void;
  private done = 0;
  private all = 0;

  /** `tell` receives the number of downloaded bytes, and the number of bytes requested so far. */
  constructor(folder: string, tell: (done: number, all: number) => void) {
    this.folder = folder;
    this.tell = tell;
  }

  /** Returns a file. Throws if the file is unavailable. The caller may then request it again. */
  async get({ bytes, pieces }: PackedFile): Promise<Uint8Array<ArrayBuffer>> {
    this.all += pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    const fetched = await Promise.all(pieces.map((piece) => this.fetchPiece(piece)));
    return decompress(concatBytes(fetched), new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>;
  }

  private async fetchPiece({ file, bytes, sha256: expected }: Piece): Promise<Uint8Array<ArrayBuffer>> {
    let come = 0;
    try {
      const piece = await fetchBytes(`${this.folder}${file}`, (more) => {
        come += more;
        this.done += more;
        this.tell(this.done, this.all);
      });
      if (hex(sha256(piece)) === expected) return piece;
      throw new FetchError(
        `${file} isn’t the file that the site was built with. Reload the page, or build the site again`,
      );
    } catch (error) {
      this.done -= come;
      this.all -= bytes;
      throw error;
    }
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
