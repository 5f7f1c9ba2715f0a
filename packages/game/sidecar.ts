import { count, DecodeError, type Decoder, list, literal, number, object, text, textMatching } from './json-decoder.ts';
import { type OverlayShape, readShape } from './output.ts';

/**
 * The optional companion of a replay, with information from the match loop that a replay cannot contain. It is next to
 * the replay, with `.json` appended to the replay's name (`final.res` → `final.res.json`). docs/formats.md describes it
 * for readers.
 *
 * An entry for round r belongs to the players' actions on the board of round r, so r = 0 is the first call. Positions
 * are (row, column) in cells of the universe or map and may be fractions; (0, 0) is the centre of the top left cell.
 */

const MAX_TEXT_LENGTH = 4000;

/** A player's drawing over the board. */
const shape: Decoder<OverlayShape> = (value, path) => {
  const read = readShape(value);
  if (read === undefined) throw new DecodeError(path, 'a point, line, cell, or text is expected');
  return read;
};

const sidecar = object(
  { ludus: literal('sidecar'), version: literal(1) },
  {
    /**
     * The replay that the sidecar belongs to, identified by the SHA-256 of the replay's uncompressed text in UTF-8, as
     * 64 hexadecimal digits.
     */
    replay: textMatching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits'),
    /** The revision of the game's rules in the match, if the game has several (revisions.ts). */
    revision: text(),
    /** The unit of the budget: `cpu`, `fuel`, `wall` … */
    unit: text(),
    /** By seat: the seconds of its budget, if seats have different budgets; 0 for a seat whose budget isn't counted. */
    seconds: list(number),
    /**
     * budget[round][seat]: the share (0 to 1) of the player's budget that has been used by the end of that round. The
     * value is −1 once the player is frozen.
     */
    budget: list(list(number)),
    /** The reasons for disqualifications, in the words of the referee. */
    verdicts: list(object({ round: count, seat: count, fault: text(), sentence: text(MAX_TEXT_LENGTH) })),
    /** The output of a player on standard error in a round. One string may contain several lines. */
    log: list(object({ round: count, seat: count, text: text(MAX_TEXT_LENGTH) })),
    overlays: list(object({ round: count, seat: count, shapes: list(shape) })),
  },
);
export type Sidecar = ReturnType<typeof sidecar>;

/** Reads the text of a sidecar. If it is invalid, the result is an error message. */
export function readSidecar(written: string): { ok: true; value: Sidecar } | { ok: false; message: string } {
  let json: unknown;
  try {
    json = JSON.parse(written);
  } catch {
    return { ok: false, message: 'the sidecar is not valid JSON' };
  }
  try {
    return { ok: true, value: sidecar(json, []) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return {
      ok: false,
      message: `the sidecar is invalid at ${error.path.join('.') || 'the top level'}: ${error.message}`,
    };
  }
}

/** The properties of a replay that its sidecar must match. */
export interface SidecarMatch {
  /** The SHA-256 of the replay's text. */
  readonly hash: string;
  readonly seats: number;
  readonly rounds: number;
  /** The ids of the revisions of the rules that the replay agrees with; absent for a game without revisions. */
  readonly revisions?: readonly string[];
}

/** The reason why a sidecar does not belong to a replay, as a message; undefined if it does. */
export function sidecarProblem(
  read: Sidecar,
  { hash, seats, rounds, revisions = [] }: SidecarMatch,
): string | undefined {
  if (read.replay === undefined) return 'the sidecar does not name its replay';
  if (read.replay !== hash) return 'the sidecar belongs to a different replay, or the replay was changed';
  const { revision, seconds, budget = [], verdicts = [], log = [], overlays = [] } = read;
  if (revision !== undefined && !revisions.includes(revision)) {
    const followed =
      revisions.length === 0 ? 'the game has no revisions' : `the replay follows revision ${revisions.join(' and ')}`;
    return `the sidecar names revision ${revision}, but ${followed}`;
  }
  if (budget.length > rounds)
    return `the sidecar has budgets for ${budget.length} rounds, but the match has ${rounds} rounds`;
  if (seconds && seconds.length !== seats)
    return `the sidecar has seconds for ${seconds.length} seats, but the match has ${seats} seats`;
  for (const shares of budget) {
    if (shares.length !== seats)
      return `the sidecar has budgets for ${shares.length} seats, but the match has ${seats} seats`;
  }
  for (const { round, seat } of [...verdicts, ...log, ...overlays]) {
    if (seat >= seats) return `the sidecar names seat ${seat}, but the match has ${seats} seats`;
    if (round > rounds) return `the sidecar names round ${round}, but the match has ${rounds} rounds`;
  }
  const out = verdicts.map(({ seat }) => seat);
  if (new Set(out).size < out.length) return 'the sidecar disqualifies a seat twice';
  return undefined;
}

/** `final.res` → `final.res.json`, `final.res.gz` → `final.res.json`. */
export function sidecarFileName(replay: string): string {
  return `${replay.replace(/\.gz$/, '')}.json`;
}
