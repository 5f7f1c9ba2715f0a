import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { readSidecar } from '@ludus/game/replay.ts';
import { jsonProblem } from '../api/json.ts';
import { placesOf } from '../rounds/places.ts';
import { teamsIn } from '../sides.ts';
import type { StoredResult } from '../store/schema.ts';
import { storable } from '../store/text.ts';
import type { Finished, Seated } from '../words.ts';
import { sha256 } from './chance.ts';

/** The stored part of a worker's answer to a match, apart from the replay. */
export function resultOf(
  { scores, rounds, reason, verdicts, used }: Finished,
  { seats }: { readonly seats: readonly Seated[] },
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

/** Equal for equal results with equal replays, given by their SHA-256. How the replay was packed does not count: releases of the packer differ. */
export function hashOfResult(result: StoredResult, replay: string): string {
  return sha256(JSON.stringify([result, replay]));
}

/** The bytes of a replay as results travel; throws where they are none. */
export function unpackReplay(replay: string): Buffer {
  const packed = Buffer.from(replay, 'base64');
  // Its last four bytes say how long it is: what fits into one piece need not be put together.
  const length = packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4);
  const chunkSize = Math.min(Math.max(length + 1, PIECE_BYTES.least), PIECE_BYTES.most);
  return gunzipSync(packed, { maxOutputLength: REPLAY_BYTES, chunkSize });
}
const PIECE_BYTES = { least: 2 ** 12, most: 2 ** 21 };

/** A replay is not longer than this; an answer with a longer one is not taken. */
const REPLAY_BYTES = 64 * 2 ** 20;
/** Nor a sidecar; of what players say so much is kept at most that this is many times as long. */
const SIDECAR_BYTES = 16 * 2 ** 20;
/** A small request may hold millions of empty lists, which take seconds to read. */
const SIDECAR_LIMITS = { depth: 20, values: 2_000_000 };

/** Whether it is a sidecar in the form in which results are sent. A viewer of the match gets it unpacked: a small file may unpack to a very large one. */
export function isSidecar(sidecar: string): boolean {
  try {
    const bytes = gunzipSync(Buffer.from(sidecar, 'base64'), { maxOutputLength: SIDECAR_BYTES });
    return jsonProblem(bytes, SIDECAR_LIMITS) === undefined && readSidecar(bytes.toString('utf8')).ok;
  } catch {
    return false;
  }
}

/** The text of a replay that is kept; rejects where it is longer than any that is taken. */
export async function unpackStoredReplay(packed: Uint8Array): Promise<string> {
  return (await unpacked(packed, { maxOutputLength: REPLAY_BYTES })).toString('utf8');
}

/** The text of a sidecar that is kept; rejects where it is longer than any that is taken. */
export async function unpackSidecar(packed: Uint8Array): Promise<string> {
  return (await unpacked(packed, { maxOutputLength: SIDECAR_BYTES })).toString('utf8');
}
const unpacked = promisify(gunzip);
