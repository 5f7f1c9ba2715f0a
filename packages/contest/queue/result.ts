import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { readSidecar } from '@ludus/game/replay.ts';
import { jsonProblem } from '../api/json.ts';
import { placesOf } from '../rounds/places.ts';
import { teamsIn } from '../sides.ts';
import type { StoredResult } from '../store/schema.ts';
import { storable } from '../store/text.ts';
import type { FinishedOutcome, SeatInput } from '../words.ts';
import { sha256 } from './chance.ts';

/** Returns the part of a worker's answer that is stored as the result, without the replay. */
export function resultOf(
  { scores, rounds, reason, verdicts, used }: FinishedOutcome,
  { seats }: { readonly seats: readonly SeatInput[] },
): StoredResult {
  return {
    scores,
    places: placesOf(
      scores,
      verdicts.map(({ seat }) => seat),
      teamsIn(seats),
    ),
    rounds,
    reason: storable(reason),
    verdicts: verdicts.map(({ seat, round, fault, sentence }) => ({
      seat,
      round,
      fault: storable(fault),
      sentence: storable(sentence),
    })),
    used,
  };
}

/**
 * Returns a hash of a result, which is the same for identical results with identical replays. `replay`: the SHA-256 of
 * the replay's text, since the compressed bytes differ between releases of the compressor.
 */
export function hashOfResult(result: StoredResult, replay: string): string {
  return sha256(JSON.stringify([result, replay]));
}

/** Returns the bytes of a replay in a result. Throws an error if they aren't a valid replay. */
export function unpackReplay(replay: string): Buffer {
  const packed = Buffer.from(replay, 'base64');
  // The last four bytes contain the unpacked length. If the text fits into one chunk of this length, it needs no
  // copying.
  const length = packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4);
  const chunkSize = Math.min(Math.max(length + 1, PIECE_BYTES.least), PIECE_BYTES.most);
  return gunzipSync(packed, { maxOutputLength: REPLAY_BYTES, chunkSize });
}
const PIECE_BYTES = { least: 2 ** 12, most: 2 ** 21 };

/** Maximum size of a replay in bytes; an answer with a longer replay is rejected. */
const REPLAY_BYTES = 64 * 2 ** 20;
/** Maximum size of a sidecar in bytes, many times the limit for players' output. */
const SIDECAR_BYTES = 16 * 2 ** 20;
/** A small request may contain millions of empty lists, which take seconds to parse. */
const SIDECAR_LIMITS = { depth: 20, values: 2_000_000 };

/**
 * Checks whether this is a valid sidecar of limited size. Viewers of the match receive it unpacked, and a small file
 * may unpack to a very large text.
 */
export function isSidecar(sidecar: string): boolean {
  try {
    const bytes = gunzipSync(Buffer.from(sidecar, 'base64'), { maxOutputLength: SIDECAR_BYTES });
    return jsonProblem(bytes, SIDECAR_LIMITS) === undefined && readSidecar(bytes.toString('utf8')).ok;
  } catch {
    return false;
  }
}

/** Returns the text of a stored replay; rejects a text that exceeds the limit for accepted replays. */
export async function unpackStoredReplay(packed: Uint8Array): Promise<string> {
  return (await unpacked(packed, { maxOutputLength: REPLAY_BYTES })).toString('utf8');
}

/** Returns the text of a stored sidecar; rejects a text that exceeds the limit for accepted sidecars. */
export async function unpackSidecar(packed: Uint8Array): Promise<string> {
  return (await unpacked(packed, { maxOutputLength: SIDECAR_BYTES })).toString('utf8');
}
const unpacked = promisify(gunzip);
