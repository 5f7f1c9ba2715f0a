import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import { go } from '../data/address.ts';
import { useLoad } from '../data/load.ts';
import { entrantIn, hasTeams, maySubmit, roleIn, takesPart } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Nothing } from '../parts/nothing.tsx';
import { Card, Empty, Page, Shown } from '../parts/page.tsx';
import { SubmissionList } from '../parts/submissions.tsx';
import { Submit } from '../parts/submit.tsx';
import { TeamCard } from '../parts/team.tsx';

/** The user's own submissions, and the form for a new submission. */
export function Mine({ contest }: { contest: Contest }): JSX.Element {
  const { slug } = contest;
  const isIn = takesPart(slug);
  const all = useLoad('submissions', isIn ? { params: { contest: slug } } : undefined, ['submission', 'contest']);
  if (!isIn)
    return (
      <Page title={t('tab.mine')}>
        {roleIn(slug) ? (
          <Empty text={t('mine.helper')} to={`/c/${slug}/entrants`} label={t('step.to-entrants')} />
        ) : (
          <Nothing contest={contest} text={t('mine.not-in')} />
        )}
      </Page>
    );
  return (
    <Page title={t('tab.mine')}>
      {maySubmit(contest) && (
        <Card title={t('next.submit')} class="lead">
          <Submit contest={contest} onSent={({ number }) => go(`/c/${slug}/submissions/${number}`)} small />
          <p class="hint below">
            {t('mine.tokens')} <a href="/me">{t('me')}</a>
          </p>
        </Card>
      )}
      {hasTeams(contest) && entrantIn(slug)?.approved && <TeamCard contest={contest} onChange={all.reload} />}
      <Card>
        <Shown of={all}>
          {(list) => (
            <SubmissionList contest={contest} submissions={list} byWhom={hasTeams(contest)} none={t('mine.none')} />
          )}
        </Shown>
      </Card>
    </Page>
  );
}
