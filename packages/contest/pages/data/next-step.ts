import type { Contest } from '../../api/contest.ts';
import { type ContestRole, includesRole } from '../../api/roles.ts';
import type { Submission } from '../../api/submissions.ts';
import { isUnderWay } from '../../words.ts';
import type { Key } from '../i18n/messages.ts';
import { phaseOf } from './phase.ts';

/** A person in front of a contest's page. */
interface Standpoint {
  readonly role: ContestRole | undefined;
  /** `waits`: an organiser has not let them in yet. */
  readonly entrant: 'in' | 'waits' | undefined;
  /** The entrant's newest submission. */
  readonly newest?: Pick<Submission, 'number' | 'state'> | undefined;
}

interface Step {
  /** Why there is nothing yet, or when there will be something. */
  readonly why?: Key;
  readonly to: string;
  readonly label: Key;
}

/** The reason why a page of a contest is empty, and the page that leads on, for someone at a time of the server's clock. */
export function nextStep(
  contest: Pick<Contest, 'slug' | 'state' | 'opens' | 'closes' | 'archived' | 'entrants'>,
  { role, entrant, newest }: Standpoint,
  now: number,
): Step {
  const at = (path: string) => `/c/${contest.slug}${path}`;
  const phase = phaseOf(contest, now);
  switch (phase) {
    case 'archived':
      // The page itself shows that its contest is archived.
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
