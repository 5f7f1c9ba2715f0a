import type { Language } from '../words.ts';
import type { FrozenEntrant } from './terms.ts';

/**
 * The facts about a submission that determine the participants. Times are milliseconds since 1970 by the database's
 * clock.
 */
export interface Candidate {
  readonly entrant: number;
  readonly submission: number;
  /** The time when the submission was stored. */
  readonly received: number;
  /**
   * `under way`: it isn't known yet whether the submission will be accepted; `taken back`: withdrawn by its entrant
   * before the deadline.
   */
  readonly state: 'under way' | 'in' | 'rejected' | 'taken back';
  readonly source: string;
  /** The hash of the module; absent until the submission is compiled. */
  readonly module?: string | undefined;
  /** The submission's language; absent if it isn't needed. */
  readonly language?: Language | undefined;
}

/** The deadlines of a round. */
export interface FreezeRule {
  readonly deadline: number;
  /** By entrant: extensions of the deadline. */
  readonly extensions: ReadonlyMap<number, number>;
  /** The end of the time for late submissions; absent: none are accepted. */
  readonly lateUntil?: number | undefined;
  /**
   * Whether a late submission replaces an earlier submission, or is used only for entrants with no submission in time.
   */
  readonly late: 'replaces' | 'only without';
}

export type FreezeResult =
  /** These submissions must be processed first. */
  | { readonly kind: 'waiting'; readonly submissions: readonly number[] }
  | {
      readonly kind: 'frozen';
      /** The participants, sorted by number. */
      readonly entrants: readonly FrozenEntrant[];
      /** Entrants with submissions, none of which was accepted. */
      readonly without: readonly number[];
    };

const DAY = 24 * 60 * 60 * 1000;

/** Selects each entrant's last accepted submission that was received in time. Repeated calls return the same result. */
export function freeze(candidates: readonly Candidate[], rule: FreezeRule): FreezeResult {
  const byEntrant = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const all = byEntrant.get(candidate.entrant);
    if (all === undefined) byEntrant.set(candidate.entrant, [candidate]);
    else all.push(candidate);
  }
  const waiting: number[] = [];
  const entrants: FrozenEntrant[] = [];
  const without: number[] = [];
  for (const [entrant, all] of [...byEntrant].sort(([a], [b]) => a - b)) {
    const deadline = Math.max(rule.deadline, rule.extensions.get(entrant) ?? Number.NEGATIVE_INFINITY);
    const last = all.toSorted((a, b) => b.submission - a.submission);
    const inTime = last.filter(({ received }) => received <= deadline);
    const taken = last.filter(({ received }) => received <= Math.max(deadline, rule.lateUntil ?? deadline));
    const chosen = choose(rule.late === 'replaces' ? taken : inTime) ?? choose(taken);
    if (chosen === undefined) without.push(entrant);
    else if (chosen.state === 'under way') waiting.push(...undecided(chosen, taken));
    else entrants.push(frozen(chosen, deadline));
  }
  return waiting.length > 0
    ? { kind: 'waiting', submissions: waiting.sort((a, b) => a - b) }
    : { kind: 'frozen', entrants, without };
}

/** Returns the last submission that was accepted, or may still be accepted. */
const choose = (last: readonly Candidate[]): Candidate | undefined =>
  last.find(({ state }) => state === 'in' || state === 'under way');

/**
 * Returns the unfinished submissions that could still change the choice. These are the submissions from the chosen
 * submission back to the newest accepted submission.
 */
function undecided(chosen: Candidate, taken: readonly Candidate[]): number[] {
  const from = taken.indexOf(chosen);
  const safe = taken.findIndex(({ state }, i) => i > from && state === 'in');
  return taken
    .slice(from, safe < 0 ? undefined : safe)
    .filter(({ state }) => state === 'under way')
    .map(({ submission }) => submission);
}

function frozen(
  { entrant, submission, source, module, language, received }: Candidate,
  deadline: number,
): FrozenEntrant {
  if (module === undefined) throw new Error(`submission ${submission} is accepted, but has no module`);
  return {
    entrant,
    submission,
    source,
    module,
    daysLate: Math.max(0, Math.ceil((received - deadline) / DAY)),
    ...(language !== undefined && { language }),
  };
}

/** Sorts participants by a table's order; participants who aren't in the table come last, by number. */
export function inOrder(entrants: readonly FrozenEntrant[], order: readonly number[]): FrozenEntrant[] {
  const place = new Map(order.map((entrant, at) => [entrant, at]));
  const at = ({ entrant }: FrozenEntrant) => place.get(entrant) ?? order.length + entrant;
  return entrants.toSorted((a, b) => at(a) - at(b));
}
