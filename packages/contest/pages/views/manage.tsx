import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import { ask } from '../data/ask.ts';
import { now } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import { phaseOf } from '../data/phase.ts';
import { t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Area, Field, Form } from '../parts/form.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { ServerClock } from '../parts/when.tsx';
import { ClassCode } from './contest.tsx';
import { ContestFields, formOf } from './new-contest.tsx';

/** An organiser's actions on a contest. */
export function Manage(props: { contest: Contest; reload(): Promise<void> }): JSX.Element {
  const { contest, reload } = props;
  const params = { contest: contest.slug };
  const games = useLoad('games', {});
  const game = games.value?.find(({ id }) => id === contest.game);
  const [saved, setSaved] = useState(false);
  return (
    <Page title={t('tab.manage')} about={<ServerClock />}>
      <div class="columns">
        <div class="side">
          {contest.code !== undefined && (
            <>
              <ClassCode contest={contest} code={contest.code} />
              <p class="below-card">
                <Action
                  class="quiet"
                  sure={t('class-code.renew-sure')}
                  run={async () => {
                    await ask('renewCode', { params });
                    await reload();
                  }}
                >
                  {t('class-code.renew')}
                </Action>
              </p>
            </>
          )}
          <State contest={contest} reload={reload} />
          <Announce contest={contest.slug} />
        </div>
        <div>
          <Shown of={games}>
            {() =>
              game && (
                <Form
                  class="wide"
                  submit={t('save')}
                  beside={saved && <span role="status">{t('saved')}</span>}
                  onSubmit={async (values, all) => {
                    setSaved(false);
                    await ask('changeContest', { params, body: formOf(values, all) });
                    await reload();
                    setSaved(true);
                  }}
                >
                  <Card title={t('contest.name')}>
                    <Field label={t('contest.title')} name="title" required maxLength={100} value={contest.title} />
                  </Card>
                  <ContestFields game={game} now={contest} />
                </Form>
              )
            }
          </Shown>
          <Card title={t('roster')}>
            <p class="hint">{t('roster.none-hint')}</p>
            <p class="row-actions">
              <a class="button" href={`/c/${contest.slug}/roster`}>
                {t('roster.open')}
              </a>
            </p>
          </Card>
          <Card title={t('platform')}>
            <p class="hint">{t('platform.about')}</p>
            <p class="row-actions">
              <a class="button" href={`/c/${contest.slug}/platform`}>
                {t('platform.open')}
              </a>
            </p>
          </Card>
          <Card title={t('export')}>
            <p class="hint">{t('export.hint')}</p>
            <p class="row-actions">
              <a class="button" href={addressOf('export', { params })} download={`${contest.slug}.jsonl`}>
                {t('export.all')}
              </a>
              <a
                class="button"
                href={addressOf('export', { params, query: { sources: '0' } })}
                download={`${contest.slug}-without-sources.jsonl`}
              >
                {t('export.without')}
              </a>
            </p>
          </Card>
        </div>
      </div>
    </Page>
  );
}

function State({ contest, reload }: { contest: Contest; reload(): Promise<void> }): JSX.Element {
  const to = (state: 'open' | 'frozen' | 'closed') => async () => {
    await ask('setState', { params: { contest: contest.slug }, body: { state } });
    await reload();
  };
  const phase = phaseOf(contest, now.value);
  return (
    <Card title={t('contest.state')}>
      <p>
        <span class={`badge ${phase === 'open' ? 'good' : 'quiet'}`}>{t(`contest.${phase}`)}</span>{' '}
        <span class="hint">{t(`contest.${phase}-hint`)}</span>
      </p>
      <p class="row-actions">
        {contest.state !== 'open' && <Action run={to('open')}>{t('contest.to-open')}</Action>}
        {contest.state === 'open' && (
          <Action sure={t('contest.freeze-sure')} run={to('frozen')}>
            {t('contest.to-frozen')}
          </Action>
        )}
        {contest.state !== 'closed' && (
          <Action sure={t('contest.close-sure')} run={to('closed')}>
            {t('contest.to-closed')}
          </Action>
        )}
      </p>
    </Card>
  );
}

function Announce({ contest }: { contest: string }): JSX.Element {
  return (
    <Card title={t('announce')}>
      <Form
        submit={t('announce.send')}
        quiet
        again
        onSubmit={async ({ text }) => {
          await ask('announce', { params: { contest }, body: { text } });
        }}
      >
        <Area label={t('announce')} name="text" rows={3} maxLength={2000} unseen />
      </Form>
    </Card>
  );
}
