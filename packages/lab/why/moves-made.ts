import type { MoveKind } from './analysis.ts';
import type { Finding } from './findings.ts';

/** The kinds of one move of a seat: one per unit or part. Empty if the move had no action. */
export interface MoveSummary {
  readonly round: number;
  readonly kinds: readonly string[];
  readonly text: string;
}

/**
 * Minimum expected number of moves of a kind for a finding that a seat hardly ever made such moves, or stopped making
 * them. The second constant is the minimum for a finding that a seat never made moves of a kind.
 */
const MIN_EXPECTED = 6;
const MIN_EXPECTED_NEVER = 3;

/**
 * Judges a seat by its moves, compared with the other seats' moves. Detects a seat that does nothing, repeats itself,
 * leaves out a kind of move, or uses hardly any other kind.
 *
 * @param isRival whether another seat is an opponent's rather than a teammate's
 */
export function moveFindings(
  seat: number,
  bySeat: readonly (readonly MoveSummary[])[],
  names: readonly string[],
  kinds: Readonly<Record<string, MoveKind>>,
  isRival: (other: number) => boolean = (other) => other !== seat,
): Finding[] {
  const own = bySeat[seat];
  if (own.length < 8) return [];
  const found: Finding[] = [];
  const say = (id: string, weight: number, text: string, rounds: readonly number[]) =>
    found.push({ id, seat, weight, text, rounds, advice: undefined });

  const idle = trailing(own, ({ kinds: made }) => made.length === 0);
  const idleAt = own[own.length - idle]?.round ?? 0;
  const share = idle / own.length;
  if (idle === own.length) say('idle', 3, 'never gave an instruction', [own[0].round]);
  else if (share > 0.15 && idle >= 5) say('idle', 2 * share, `did nothing from round ${idleAt} to the end`, [idleAt]);
  else {
    const idleAll = own.filter(({ kinds: made }) => made.length === 0).length / own.length;
    const least = Math.min(
      ...bySeat.map((made, other) => (!isRival(other) || made.length === 0 ? 1 : idleShare(made))),
    );
    if (idleAll > 0.5 && least < idleAll / 2)
      say('idle', idleAll, `did nothing in ${percent(idleAll)} of its moves`, []);
  }

  const last = own[own.length - 1].text;
  const same = trailing(own, ({ text }) => text === last);
  if (last !== '' && idle === 0 && same >= 12 && same / own.length > 0.25)
    say(
      'repeats',
      same / own.length,
      `repeated the same move, ${shown(last)}, from round ${own[own.length - same].round} to the end`,
      [own[own.length - same].round],
    );

  const shares = bySeat.map(kindShares);
  const all = new Set([...Object.keys(kinds), ...shares.flatMap((each) => [...each.keys()])]);
  for (const kind of all) {
    if (kinds[kind]?.isOptional) continue;
    const words = kinds[kind] ?? { doing: `playing “${kind}”`, did: `played “${kind}”` };
    const made = own.filter((move) => move.kinds.includes(kind));
    const rate = shares[seat].get(kind) ?? 0;
    const others = shares.map((each, other) =>
      !isRival(other) || bySeat[other].length < 8 ? -1 : (each.get(kind) ?? 0),
    );
    const best = others.indexOf(Math.max(...others));
    if (made.length === 0) {
      const usual = kinds[kind]?.usual ?? 0;
      const share = Math.max(others[best], usual);
      if (share * own.length >= MIN_EXPECTED_NEVER && share > 0.04)
        say(
          kind,
          (kinds[kind]?.worth ?? 0.15) + 0.5 * share,
          usual > others[best]
            ? `never ${words.did}; strong bots do in about ${percent(usual)} of their moves`
            : `never ${words.did}; ${names[best]} did in ${percent(others[best])} of its moves`,
          [],
        );
      continue;
    }
    if (others[best] > 4 * rate && (others[best] - rate) * own.length >= MIN_EXPECTED)
      say(
        kind,
        0.1 + 0.4 * (others[best] - rate),
        `hardly ever ${words.did}: ${made.length} times in ${own.length} moves, where ${names[best]} did in ${percent(others[best])} of its moves`,
        [],
      );
    const end = own.indexOf(made[made.length - 1]);
    const left = own.length - 1 - end;
    const expected = (made.length / (end + 1)) * left;
    if (made.length >= 5 && expected >= MIN_EXPECTED && idle < left)
      say(
        kind,
        0.2 + 0.6 * (left / own.length),
        `stopped ${words.doing} after round ${own[end].round}: it did so ${made.length} times before, and not once after`,
        [own[end].round],
      );
    const most = Math.max(0, ...others);
    if (rate > 0.8 && most < rate - 0.25 && own.length >= 12)
      say(kind, 0.2 + (rate - most) / 2, `did hardly anything but ${words.doing} (${percent(rate)} of its moves)`, []);
  }
  return found;
}

const idleShare = (made: readonly MoveSummary[]): number =>
  made.filter(({ kinds }) => kinds.length === 0).length / made.length;

/** The share of moves of each kind. */
function kindShares(made: readonly MoveSummary[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { kinds } of made)
    for (const kind of new Set(kinds)) shares.set(kind, (shares.get(kind) ?? 0) + 1 / made.length);
  return shares;
}

/** How many items at the end of a list are similar to each other. */
function trailing<T>(list: readonly T[], isAlike: (each: T) => boolean): number {
  let number = 0;
  while (number < list.length && isAlike(list[list.length - 1 - number])) number++;
  return number;
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;
const shown = (text: string): string => `“${text.length > 24 ? `${text.slice(0, 24)}…` : text}”`;
