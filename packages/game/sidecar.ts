import * as z from 'zod/mini';
import type { OverlayShape } from './output.ts';

/**
 * The optional companion of a replay: what the match loop knows and a replay cannot hold. It lies beside the replay under the
 * replay's name with `.json` appended (`final.res` → `final.res.json`). docs/formats.md describes it for people.
 *
 * Rounds: an entry of round r belongs to what players did when they saw the board of round r (so r = 0 is the first call).
 * Positions are (row, column) in cells of the universe or map and may be fractions; (0, 0) is the centre of the top left cell.
 */

const round = z.int().check(z.nonnegative());
const seat = z.int().check(z.nonnegative());
const position = z.tuple([z.number(), z.number()]);
/** `#rgb` or `#rrggbb`; absent: the colour of the player who draws. */
const color = z.optional(z.string().check(z.regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)));
const text = z.string().check(z.maxLength(4000));

/** What a player may draw over the board. */
export const overlayShape: z.ZodMiniType<OverlayShape> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('point'), at: position, color }),
  z.object({ kind: z.literal('line'), from: position, to: position, color }),
  z.object({ kind: z.literal('cell'), at: position, color }),
  z.object({ kind: z.literal('text'), at: position, text: z.string().check(z.maxLength(80)), color }),
]);

export const sidecarSchema = z.object({
  ludus: z.literal('sidecar'),
  version: z.literal(1),
  /** Which replay it belongs to: the SHA-256 of the replay's text as UTF-8, not gzipped; 64 hexadecimal digits. */
  replay: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** What the budget was counted in: `cpu`, `fuel`, `wall` … */
  unit: z.optional(z.string()),
  /** budget[round][seat]: the share (0…1) of its budget that the player had used after that round; −1 once it is frozen. */
  budget: z.optional(z.array(z.array(z.number()))),
  /** Why a player was taken out: the referee's sentence. */
  verdicts: z.optional(z.array(z.object({ round, seat, fault: z.string(), sentence: text }))),
  /** What a player wrote to its standard error in a round; several lines may be in one text. */
  log: z.optional(z.array(z.object({ round, seat, text }))),
  overlays: z.optional(z.array(z.object({ round, seat, shapes: z.array(overlayShape) }))),
});
export type Sidecar = z.infer<typeof sidecarSchema>;

/** Reads a sidecar's text. A text that is not one gives a plain sentence. */
export function readSidecar(text: string): { ok: true; value: Sidecar } | { ok: false; message: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, message: 'the sidecar is not JSON' };
  }
  const result = z.safeParse(sidecarSchema, json);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  return { ok: false, message: `the sidecar does not fit at ${issue.path.join('.') || 'its top'}: ${issue.message}` };
}

/** What of a replay its sidecar has to agree with. */
export interface SidecarMatch {
  /** The SHA-256 of its text. */
  readonly hash: string;
  readonly seats: number;
  readonly rounds: number;
}

/** Why a sidecar is not that of a replay, as a sentence; undefined where it is. */
export function wrongSidecar(sidecar: Sidecar, { hash, seats, rounds }: SidecarMatch): string | undefined {
  if (sidecar.replay === undefined) return 'the sidecar does not say which replay it belongs to';
  if (sidecar.replay !== hash) return 'the sidecar belongs to another replay, or the replay was changed';
  const { budget = [], verdicts = [], log = [], overlays = [] } = sidecar;
  if (budget.length > rounds) return `the sidecar has budgets of ${budget.length} rounds, and the match has ${rounds}`;
  for (const shares of budget) {
    if (shares.length !== seats) return `the sidecar has budgets of ${shares.length} seats, and the match has ${seats}`;
  }
  for (const { round, seat } of [...verdicts, ...log, ...overlays]) {
    if (seat >= seats) return `the sidecar speaks of seat ${seat}, and the match has ${seats}`;
    if (round > rounds) return `the sidecar speaks of round ${round}, and the match has ${rounds}`;
  }
  const out = verdicts.map(({ seat }) => seat);
  if (new Set(out).size < out.length) return 'the sidecar takes a seat out of the match twice';
  return undefined;
}

/** `final.res` → `final.res.json`, `final.res.gz` → `final.res.json`. */
export function sidecarName(replay: string): string {
  return `${replay.replace(/\.gz$/, '')}.json`;
}
