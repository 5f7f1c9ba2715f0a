import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import { now } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import { nextStep } from '../data/next-step.ts';
import { entrantIn, roleIn } from '../data/session.ts';
import { moment, t } from '../i18n/messages.ts';
import { Empty } from './page.tsx';

/** An empty part of a contest: the missing content, the reason, and a link to the next step. */
export function Nothing({ contest, text }: { contest: Contest; text: string }): JSX.Element {
  const own = entrantIn(contest.slug);
  const entrant = own && (own.approved ? 'in' : 'waits');
  const isIn = entrant === 'in' && contest.archived === null;
  const sent = useLoad('submissions', isIn ? { params: { contest: contest.slug } } : undefined, ['submission']);
  // Before the entrant's submissions are known, no text would be correct.
  if (isIn && !sent.value && !sent.problem) return <p class="hint waiting">{t('wait')}</p>;
  const standpoint = { role: roleIn(contest.slug), entrant, newest: sent.value?.[0] } as const;
  const { why, to, label } = nextStep(contest, standpoint, now.value);
  const when = contest.opens === null ? '' : moment(contest.opens);
  return <Empty text={why ? `${text} ${t(why, { when })}` : text} to={to} label={t(label)} />;
}
