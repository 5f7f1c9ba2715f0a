import { gunzipSync } from 'node:zlib';
import { placesOf } from '../rounds/places.ts';
import type { StoredResult } from '../store/schema.ts';
import type { Finished } from '../words.ts';
import { sha256 } from './chance.ts';
import { storable } from './text.ts';

/** What is kept of a worker's answer besides the replay. */
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
