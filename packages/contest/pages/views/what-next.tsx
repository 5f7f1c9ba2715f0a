import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import type { Submission } from '../../api/submissions.ts';
import { isUnderWay } from '../../words.ts';
import { go } from '../data/address.ts';
import { now } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import { phaseOf } from '../data/phase.ts';
import { entrantIn, may, mayChange, maySubmit, me } from '../data/session.ts';
import { moment, t } from '../i18n/messages.ts';
import { Card } from '../parts/page.tsx';
import { told } from '../parts/problem.tsx';
import { StateBadge, Steps } from '../parts/state.tsx';
import { Submit } from '../parts/submit.tsx';
import { When } from '../parts/when.tsx';
import { CodeForm } from './join.tsx';

/** The user's next step: join, submit, or view the results. */
export function WhatNext({ contest }: { contest: Contest }): JSX.Element | null {
  const entrant = entrantIn(contest.slug);
  if (me.value === undefined) return null;
  if (!entrant) {
    const phase = phaseOf(contest, now.value);
    if (may(contest.slug, 'observer'))
      return contest.entrants === 0 && phase === 'open' && mayChange(contest, 'assistant') ? (
        <Beginning contest={contest} />
      ) : null;
    if (phase === 'ended' || phase === 'closed' || phase === 'archived') return null;
    return (
      <Card title={t('next.join')} class="lead">
        <p class="hint">{t('home.join-hint')}</p>
        <CodeForm />
        {!me.value.person && (
          <p class="hint below">
            {t('join.have')} <a href={`/sign-in?to=/c/${contest.slug}`}>{t('sign-in')}</a>
          </p>
        )}
      </Card>
    );
  }
  if (!entrant.approved)
    return contest.archived !== null || may(contest.slug, 'observer') ? null : (
      <Card title={t('next.wait')} class="lead">
        <p>{t('next.wait-hint')}</p>
        <p class="hint">{t('next.wait-code')}</p>
        <CodeForm />
      </Card>
    );
  return <Own contest={contest} />;
}

/** The next step for the staff of a contest without entrants. */
function Beginning({ contest }: { contest: Contest }): JSX.Element {
  return (
    <Card title={t('next.begin')} class="lead">
      <p>{t('next.begin-hint')}</p>
      <a class="button" href={`/c/${contest.slug}/manage`}>
        {t('tab.manage')}
      </a>
    </Card>
  );
}

function Own({ contest }: { contest: Contest }): JSX.Element | null {
  const { slug } = contest;
  const all = useLoad('submissions', { params: { contest: slug } }, ['submission', 'contest']);
  const [newest] = all.value ?? [];
  const isArchived = contest.archived !== null;
  if (isArchived && !newest) return null;
  return (
    <Card title={newest ? t('next.newest') : t('next.submit')} class="lead">
      {newest && <Newest contest={slug} submission={newest} />}
      {maySubmit(contest) ? (
        <Submit contest={contest} onSent={({ number }) => go(`/c/${slug}/submissions/${number}`)} small={!!newest} />
      ) : (
        !isArchived && <p class="hint">{closedText(contest)}</p>
      )}
    </Card>
  );
}

/** Returns the reason why the user can't submit now, and the time from which the user can submit, if known. */
function closedText(contest: Contest): string {
  const phase = phaseOf(contest, now.value);
  if (phase === 'planned' && contest.state === 'open' && contest.opens !== null)
    return t('next.opens', { when: moment(contest.opens) });
  return t(`contest.${phase}-hint`);
}

function Newest(props: { contest: string; submission: Submission }): JSX.Element {
  const { submission } = props;
  return (
    <div class="newest">
      <p>
        <a href={`/c/${props.contest}/submissions/${submission.number}`}>
          {submission.file} <span class="hint">#{submission.number}</span>
        </a>{' '}
        <StateBadge submission={submission} />
      </p>
      {isUnderWay(submission.state) && <Steps state={submission.state} qualifying={submission.qualifying} />}
      {submission.why !== null && <p class="problem clamp">{told(submission.why, submission.said)}</p>}
      <p class="hint">
        {t('submission.received')} <When at={submission.received} />
      </p>
    </div>
  );
}
