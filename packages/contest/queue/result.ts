import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { readSidecar } from '@ludus/game/sidecar.ts';
import { placesOf } from '../rounds/places.ts';
import { jsonProblem } from '../server/json.ts';
import type { StoredResult } from '../store/schema.ts';
import type { Finished } from '../words.ts';
import { sha256 } from './chance.ts';
import { storable } from './text.ts';

/** The stored part of a worker's answer, apart from the replay. */
export function resultOf({ scores, rounds, reason, verdicts, used }: Finished): StoredResult {
  return {
    scores,
    places: placesOf(
      scores,
      verdicts.map(({ seat }) => seat),
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

/** Equal for equal results with equal replays. How the replay was packed does not count: releases of the packer differ. */
export function hashOfResult(result: StoredResult, replay: string): string {
  return sha256(JSON.stringify([result, sha256(unpackReplay(replay))]));
}

/** The bytes of a replay as results travel; throws where they are none. */
export const unpackReplay = (replay: string): Buffer =>
  gunzipSync(Buffer.from(replay, 'base64'), { maxOutputLength: REPLAY_BYTES });

/** A replay is not longer than this; an answer with a longer one is not taken. */
const REPLAY_BYTES = 64 * 2 ** 20;
/** Nor a sidecar; of what players say so much is kept at most that this is many times as long. */
const SIDECAR_BYTES = 16 * 2 ** 20;
/** A small request may hold millions of empty lists, which take seconds to read. */
const SIDECAR_LIMITS = { depth: 20, values: 2_000_000 };

/** Is it a sidecar, as results travel? A viewer of the match gets it unpacked: a small file may unpack to a very large one. */
export function isSidecar(sidecar: string): boolean {
  try {
    const bytes = gunzipSync(Buffer.from(sidecar, 'base64'), { maxOutputLength: SIDECAR_BYTES });
    return jsonProblem(bytes, SIDECAR_LIMITS) === undefined && readSidecar(bytes.toString('utf8')).ok;
  } catch {
    return false;
  }
}

/** The text of a sidecar that is kept; rejects where it is longer than any that is taken. */
export async function unpackSidecar(packed: Uint8Array): Promise<string> {
  return (await unpacked(packed, { maxOutputLength: SIDECAR_BYTES })).toString('utf8');
}
const unpacked = promisify(gunzip);
