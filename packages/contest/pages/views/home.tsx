import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import { now } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import { phaseOf } from '../data/phase.ts';
import { entrantIn, isOrganiser, mayMakeContests, me, roleIn } from '../data/session.ts';
import { many, t } from '../i18n/messages.ts';
import { Card, Empty, Page, Shown } from '../parts/page.tsx';
import { Banner } from '../parts/seat.tsx';
import { When } from '../parts/when.tsx';
import { CodeForm } from './join.tsx';

/** The list of contests, and the form to join one. */
export function Home(): JSX.Element {
  const contests = useLoad('contests', me.value && {});
  const isMember = (me.value?.entrants.length ?? 0) > 0;
  return (
    <Page
      title={t('home.title')}
      actions={
        mayMakeContests.value && (
          <a class="button main" href="/organise/new">
            {t('contest.new')}
          </a>
        )
      }
    >
      {!mayMakeContests.value && !isMember && (
        <Card title={t('home.join')} class="lead">
          <p class="hint">{t('home.join-hint')}</p>
          <CodeForm />
        </Card>
      )}
      <Shown of={contests}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              text={mayMakeContests.value ? t('home.none-organiser') : t('home.none')}
              to={mayMakeContests.value ? '/organise/new' : '/join'}
              label={mayMakeContests.value ? t('contest.new') : t('home.join')}
            />
          ) : (
            <>
              <Ownerless contests={all.filter(({ owned }) => owned === false)} />
              <Cards contests={all.filter(({ archived }) => archived === null)} />
              <Archived contests={all.filter(({ archived }) => archived !== null)} />
            </>
          )
        }
      </Shown>
      {!mayMakeContests.value && isMember && <CodeForm />}
      <Card title={t('home.friend')} class="friend">
        <p class="hint">{t('home.friend-hint')}</p>
        {/* This address is a page outside the application. */}
        <a class="button" href="/play.html" target="_self">
          {t('home.friend-go')}
        </a>
      </Card>
      <p class="hint">
        <a href="/privacy">{t('privacy.link')}</a>
      </p>
    </Page>
  );
}

/** For organisers: contests without an owner, with links to the pages where an owner is assigned. */
function Ownerless({ contests }: { contests: readonly Contest[] }): JSX.Element | null {
  if (contests.length === 0 || !isOrganiser.value) return null;
  return (
    <p class="notice">
      {t('home.no-owner')}{' '}
      {contests.map(({ slug, title }, i) => (
        <span key={slug}>
          {i > 0 && ', '}
          <a href={`/c/${slug}/manage`}>{title}</a>
        </span>
      ))}
      .
    </p>
  );
}

const isOwn = ({ slug }: Contest): boolean => entrantIn(slug) !== undefined;

/** Contests in which the user participates come first. */
function Cards({ contests }: { contests: readonly Contest[] }): JSX.Element | null {
  if (contests.length === 0) return null;
  return (
    <ul class="contests">
      {[...contests.filter(isOwn), ...contests.filter((contest) => !isOwn(contest))].map((contest) => (
        <li key={contest.slug}>
          <ContestCard contest={contest} />
        </li>
      ))}
    </ul>
  );
}

/** A collapsed list of contests from earlier terms. */
function Archived({ contests }: { contests: readonly Contest[] }): JSX.Element | null {
  if (contests.length === 0) return null;
  return (
    <details class="archived">
      <summary>{t('home.archived', { n: contests.length })}</summary>
      <Cards contests={contests} />
    </details>
  );
}

function ContestCard({ contest }: { contest: Contest }): JSX.Element {
  const phase = phaseOf(contest, now.value);
  // Organisers have all rights in every contest, so their role isn't shown.
  const role = isOrganiser.value ? undefined : roleIn(contest.slug);
  return (
    <a class="card contest" href={`/c/${contest.slug}`}>
      <Banner game={contest.game} title={contest.gameTitle} />
      <span class="contest-title">{contest.title}</span>
      <span class="facts">
        <span class={`badge ${phase === 'open' ? 'good' : 'quiet'}`}>{t(`contest.${phase}`)}</span>
        {role && <span class="badge">{t(`staff.${role}`)}</span>}
        <span>{many('entrants', contest.entrants)}</span>
        <span>{many('matches', contest.matches)}</span>
        {contest.closes && phase === 'open' && (
          <span>
            {t('contest.closes')} <When at={contest.closes} />
          </span>
        )}
      </span>
    </a>
  );
}
