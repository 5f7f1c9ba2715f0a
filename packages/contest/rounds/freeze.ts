import type { Language } from '../words.ts';
import type { FrozenEntrant } from './terms.ts';

/** A submission, as far as it matters who takes part. Times are milliseconds since 1970 by the database's clock. */
export interface Candidate {
  readonly entrant: number;
  readonly submission: number;
  /** When it was stored. */
  readonly received: number;
  /** `under way`: no one knows yet whether it ends in; `taken back`: by its entrant, before its deadline. */
  readonly state: 'under way' | 'in' | 'rejected' | 'taken back';
  readonly source: string;
  /** Absent until it is compiled. */
  readonly module?: string | undefined;
  /** Absent if it does not matter. */
  readonly language?: Language | undefined;
}

/** Until when what counts. */
export interface FreezeRule {
  readonly deadline: number;
  /** Persons who have more time. */
  readonly extensions: ReadonlyMap<number, number>;
  /** Submissions after the deadline are late, but are accepted until then; absent: they are not accepted. */
  readonly lateUntil?: number | undefined;
  /** Whether a late submission takes the place of one in time, or counts only for those who have none. */
  readonly late: 'replaces' | 'only without';
}

export type Freeze =
  /** These must be through first. */
  | { readonly kind: 'waiting'; readonly submissions: readonly number[] }
  | {
      readonly kind: 'frozen';
      /** By their numbers. */
      readonly entrants: readonly FrozenEntrant[];
      /** Those who sent something, and nothing of it is in. */
      readonly without: readonly number[];
    };

const DAY = 24 * 60 * 60 * 1000;

/** Each entrant's last submission that was received in time and is in. The result stays the same for repeated requests. */
export function freeze(candidates: readonly Candidate[], rule: FreezeRule): Freeze {
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

/** The first, from the last on, that is in or may come to be. */
const choose = (last: readonly Candidate[]): Candidate | undefined =>
  last.find(({ state }) => state === 'in' || state === 'under way');

/** All that are under way from the last to the one that would count if none of them came in. */
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
  if (module === undefined) throw new Error(`submission ${submission} is in and has no module`);
  return {
    entrant,
    submission,
    source,
    module,
    daysLate: Math.max(0, Math.ceil((received - deadline) / DAY)),
    ...(language !== undefined && { language }),
  };
}

/** Those who take part in the order of a table; who is not in it comes last, by number. */
export function inOrder(entrants: readonly FrozenEntrant[], order: readonly number[]): FrozenEntrant[] {
  const place = new Map(order.map((entrant, at) => [entrant, at]));
  const at = ({ entrant }: FrozenEntrant) => place.get(entrant) ?? order.length + entrant;
  return entrants.toSorted((a, b) => at(a) - at(b));
}
