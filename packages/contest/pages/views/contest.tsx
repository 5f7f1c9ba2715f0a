import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import { ask } from '../data/ask.ts';
import { now } from '../data/clock.ts';
import { live } from '../data/live.ts';
import { useLoad } from '../data/load.ts';
import { phaseOf } from '../data/phase.ts';
import { entrantIn, mayChange } from '../data/session.ts';
import { decimal, many, t } from '../i18n/messages.ts';
import { Action, Copy } from '../parts/action.tsx';
import { Ladder } from '../parts/ladder.tsx';
import { MatchList } from '../parts/matches.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { PremiereCard } from '../parts/premiere.tsx';
import { ServerClock, When } from '../parts/when.tsx';
import { WhatNext } from './what-next.tsx';

const gameName = ({ gameTitle, revision }: Contest): string =>
  revision === undefined ? gameTitle : t('contest.game-revision', { game: gameTitle, revision });

/** Number of table rows that are shown initially, and number of rows that are added each time. */
const LINES = 200;
const MAX_LINES = 1000;

/** A contest's home page: the table and the user's next step. */
export function ContestHome({ contest }: { contest: Contest }): JSX.Element {
  const { slug } = contest;
  const phase = phaseOf(contest, now.value);
  const [lines, setLines] = useState(LINES);
  const query = { limit: lines };
  const ladder = useLoad('ladder', { params: { contest: slug }, query }, ['ladder', 'submission', 'contest']);
  const matches = useLoad('matches', { params: { contest: slug }, query: { limit: 6, state: 'done' } }, [
    'match',
    'premiere',
  ]);
  return (
    <Page
      title={contest.title}
      about={
        <>
          <span class={`badge ${phase === 'open' ? 'good' : 'quiet'}`}>{t(`contest.${phase}`)}</span>{' '}
          {gameName(contest)} · {many('entrants', contest.entrants)} · {many('matches', contest.matches)}
          {contest.languages.includes('program') && (
            <>
              {' '}
              · <span title={t('language.program-hint')}>{t('language.not-repeatable')}</span>
            </>
          )}
        </>
      }
      actions={
        contest.archived === null && (
          <span class={live.value ? 'live on' : 'live'}>
            <span class="pulse" aria-hidden="true" /> {live.value ? t('live.on') : t('live.off')}
          </span>
        )
      }
    >
      {ladder.value?.noWorker && (
        <p class="notice bad" role="alert">
          {t('no-worker')}
        </p>
      )}
      <div class="columns home-columns">
        <div class="side">
          <WhatNext contest={contest} />
          {contest.code !== undefined && contest.archived === null && (
            <ClassCode contest={contest} code={contest.code} />
          )}
          <Announcements contest={contest} />
          <Card class="latest" title={t('matches.latest')} actions={<a href={`/c/${slug}/matches`}>{t('all')}</a>}>
            <Shown of={matches}>
              {(all) => (
                <MatchList
                  contest={contest}
                  matches={all}
                  none={<Nothing contest={contest} text={t('matches.none-yet')} />}
                />
              )}
            </Shown>
          </Card>
          <Dates contest={contest} />
        </div>
        <div>
          <PremiereCard contest={contest} />
          <Card title={t('tab.ladder')} class="ladder-card">
            <Shown of={ladder}>
              {(table) => (
                <>
                  <Ladder contest={contest} table={table} own={entrantIn(slug)?.number} />
                  {table.total.rows > table.rows.length && lines < MAX_LINES && (
                    <p class="more">
                      <button type="button" onClick={() => setLines(Math.min(MAX_LINES, lines + LINES))}>
                        {t('more')}
                      </button>
                    </p>
                  )}
                </>
              )}
            </Shown>
          </Card>
        </div>
      </div>
    </Page>
  );
}

/** A page that shows the class code in large letters, for a screen in the classroom. */
export function ClassCode(props: { contest: Contest; code: string }): JSX.Element {
  const { code } = props;
  return (
    <Card title={t('class-code')} class="class-code">
      <p class="big-code">{code}</p>
      <p class="hint">{t('class-code.share')}</p>
      <Copy text={`${location.origin}/join#${code}`} label={t('class-code')} />
    </Card>
  );
}

/** The latest announcements, which an owner or an assistant can delete. */
export function Announcements({ contest }: { contest: Contest }): JSX.Element | null {
  const all = useLoad('announcements', { params: { contest: contest.slug } }, ['announcement']);
  if (!all.value || all.value.length === 0) return null;
  return (
    <Card title={t('announcements')} class="announced">
      <ul class="plain announcements">
        {all.value.slice(0, 5).map(({ id, at, text }) => (
          <li key={id}>
            <p class="said">{text}</p>
            <p class="hint">
              <When at={at} />{' '}
              {mayChange(contest, 'assistant') && (
                <Action
                  class="quiet"
                  sure={t('announce.delete-sure')}
                  label={`${t('people.delete')}: ${text.slice(0, 40)}`}
                  run={async () => {
                    await ask('removeAnnouncement', { params: { contest: contest.slug, announcement: id } });
                    await all.reload();
                  }}
                >
                  {t('people.delete')}
                </Action>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Dates({ contest }: { contest: Contest }): JSX.Element {
  const { opens, closes } = contest;
  return (
    <Card title={t('contest.dates')} class="dates">
      <dl class="facts-list">
        {opens && (
          <div>
            <dt>{t('contest.opens')}</dt>
            <dd>
              <When at={opens} exact />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('contest.closes')}</dt>
          <dd>{closes ? <When at={closes} exact /> : t('contest.no-end')}</dd>
        </div>
        <div>
          <dt>{t('contest.qualify')}</dt>
          <dd>
            {t('contest.qualify-rule', {
              rival: contest.gatekeeper,
              wins: contest.qualify.wins,
              matches: contest.qualify.matches,
            })}
          </dd>
        </div>
        {contest.factors && (
          <div>
            <dt>{t('contest.factors')}</dt>
            <dd>
              {contest.languages
                .map((each) => `${t(`language.${each}`)} × ${decimal(contest.factors?.[each] ?? 1)}`)
                .join(', ')}
            </dd>
          </div>
        )}
      </dl>
      <p class="hint">
        <ServerClock />
      </p>
    </Card>
  );
}
