import { isName, NAME_RULE } from '@ludus/game/names.ts';
import { count, DecodeError, type Decoder, list, literal, object, text, textMatching } from '@ludus/game/replay.ts';
import { concatBytes } from '@ludus/kernel/bytes.ts';
import type { RulesOrder } from '../games/kits.ts';
import type { OwnFile } from '../match/files.ts';
import { FILE_NAME, MAX_FILES, SCRIPT_ENDING } from '../match/files.ts';
import type { MatchOrder, PlayerOrder } from '../match/order.ts';

/** The match in a link, with everything needed to play it elsewhere. */
export interface LinkedMatch extends RulesOrder {
  /** The board's name, and its text unless the game generates it from the seed. */
  readonly boardName: string;
  readonly board?: string;
  readonly seed: number;
  readonly players: readonly PlayerOrder[];
  /** The round to show. */
  readonly round: number;
  /** The fuel budget, if the match had one. */
  readonly fuel?: MatchOrder['fuel'];
}

/**
 * The format's version, checked before unpacking. Version 2 added players with several files, and version 3 added a
 * revision of the rules. An older version of Ludus would ignore these additions, and play a different match than the
 * match in the link.
 */
const VERSION = '1';
const WITH_FILES = '2';
const WITH_REVISION = '3';
const VERSIONS: readonly string[] = [VERSION, WITH_FILES, WITH_REVISION];
const NAME = 'match';
/** Maximum unpacked size of a link, in bytes. */
const MAX_BYTES = 1_000_000;
const MAX_PLAYERS = 16;

const name = text(64);
/** The name must be valid before it is used to load code. */
const ownName: Decoder<string> = (value, path) => {
  const read = name(value, path);
  if (!isName(read)) throw new DecodeError(path, NAME_RULE);
  return read;
};
const builtin = object({ kind: literal('builtin'), name });
const file = object({ name: textMatching(FILE_NAME, 'a file name'), text: text() });
const files: Decoder<OwnFile[]> = (value, path) => {
  const read = list(file)(value, path);
  if (new Set(read.map((each) => each.name)).size < read.length || read.length > MAX_FILES)
    throw new DecodeError(path, `at most ${MAX_FILES} files with different names are expected`);
  return read;
};
const own = object(
  { kind: literal('own'), name: ownName, source: text() },
  { language: literal('cpp', 'python'), ending: textMatching(SCRIPT_ENDING, 'a script’s file extension'), files },
);
const player: Decoder<PlayerOrder> = (value, path) =>
  (value as { readonly kind?: unknown } | null)?.kind === 'own' ? own(value, path) : builtin(value, path);
const players: Decoder<PlayerOrder[]> = (value, path) => {
  if (!Array.isArray(value) || value.length > MAX_PLAYERS) throw new DecodeError(path, 'a list of players is expected');
  return value.map((each, at) => player(each, [...path, at]));
};
const fuel = object({ key: textMatching(/^[0-9a-f]{64}$/, 'a key of 64 hexadecimal digits') });
const linked = object(
  { game: name, boardName: text(200), seed: count, players, round: count },
  { board: text(), fuel, revision: name },
);

/** The part after `#`: `match=1.…`, deflated and in base64url. */
export async function linkOf(match: LinkedMatch): Promise<string> {
  const packed = new Blob([JSON.stringify(match)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `${NAME}=${versionFor(match)}.${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

function versionFor({ players, revision }: LinkedMatch): string {
  if (revision !== undefined) return WITH_REVISION;
  return players.some((each) => each.kind === 'own' && each.files) ? WITH_FILES : VERSION;
}

export const holdsMatch = (hash: string): boolean => new RegExp(`^#?${NAME}=`).test(hash);

/** Reads the part after `#`. Returns a message if the link is unreadable. None of the match's code runs. */
export async function readLink(hash: string): Promise<LinkedMatch | string> {
  const [, version, packed] = new RegExp(`^#?${NAME}=(\\d{1,9})\\.([\\w-]*)$`).exec(hash) ?? [];
  if (version === undefined) return 'the link is damaged. A program may have truncated it';
  if (!VERSIONS.includes(version)) return `the link has version ${version}, which this release of Ludus can’t read`;
  let json: unknown;
  try {
    const bytes = await inflated(packed);
    if (bytes === undefined) return `the link contains more than ${MAX_BYTES} bytes`;
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'the link is damaged. A program may have truncated it';
  }
  try {
    return linked(json, []);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return `the link doesn’t contain a match: ${error.path.join('.')}: ${error.message}`;
  }
}

/** Inflates the data; undefined if it exceeds `MAX_BYTES`. */
async function inflated(packed: string): Promise<Uint8Array | undefined> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    pieces.push(value);
  }
  return concatBytes(pieces);
}
