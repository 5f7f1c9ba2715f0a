import type { Contest } from '../../api/contest.ts';
import { type ContestRole, includesRole } from '../../api/roles.ts';
import type { Submission } from '../../api/submissions.ts';
import { isUnderWay } from '../../words.ts';
import type { Key } from '../i18n/messages.ts';
import { phaseOf } from './phase.ts';

/** A person who opens a contest's page. */
interface PageVisitor {
  readonly role: ContestRole | undefined;
  /** `waits`: the entrant hasn't been approved yet. */
  readonly entrant: 'in' | 'waits' | undefined;
  /** The entrant's newest submission. */
  readonly newest?: Pick<Submission, 'number' | 'state'> | undefined;
}

interface Step {
  /** The reason why the page is empty. */
  readonly why?: Key;
  readonly to: string;
  readonly label: Key;
}

/**
 * Returns the reason why a contest's page is empty, and the page to go to next. Both depend on the person and the
 * server's time.
 */
export function nextStep(
  contest: Pick<Contest, 'slug' | 'state' | 'opens' | 'closes' | 'archived' | 'entrants'>,
  { role, entrant, newest }: PageVisitor,
  now: number,
): Step {
  const at = (path: string) => `/c/${contest.slug}${path}`;
  const phase = phaseOf(contest, now);
  switch (phase) {
    case 'archived':
      // The page itself shows that the contest is archived.
      return { to: '/', label: 'missing.home' };
    case 'closed':
    case 'frozen':
    case 'ended':
      return { why: `contest.${phase}-hint`, to: at('/rounds'), label: 'step.to-finals' };
    case 'planned': {
      const isDated = contest.state === 'open';
      if (role === 'owner')
        return { why: isDated ? 'step.opens' : 'step.draft', to: at('/manage/dates'), label: 'step.to-dates' };
      return { why: isDated ? 'step.opens' : 'step.someone-opens', to: at('/begin'), label: 'step.to-begin' };
    }
    case 'open':
      if (entrant === 'in' && newest) {
        const why = isUnderWay(newest.state) ? 'checked' : newest.state === 'in' ? 'in' : 'rejected';
        return { why: `step.newest-${why}`, to: at(`/submissions/${newest.number}`), label: 'step.to-newest' };
      }
      if (entrant === 'in') return { to: at('/begin'), label: 'step.to-begin' };
      if (includesRole(role, 'assistant') && contest.entrants === 0)
        return { to: at('/manage'), label: 'empty.manage' };
      if (role) return { why: 'step.none-plays', to: at('/entrants'), label: 'step.to-entrants' };
      if (entrant === 'waits') return { why: 'step.waits', to: at('/begin'), label: 'step.to-begin' };
      return { why: 'step.with-code', to: '/join', label: 'step.to-join' };
  }
}
