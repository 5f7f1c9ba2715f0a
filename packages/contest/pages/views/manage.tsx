import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import { ask } from '../data/ask.ts';
import { now } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import { phaseOf } from '../data/phase.ts';
import { may, mayChange } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Area, Check, Field, Form, type Values } from '../parts/form.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { ServerClock } from '../parts/when.tsx';
import { ContestLog } from './audit.tsx';
import { Announcements, ClassCode } from './contest.tsx';
import { AfterTerm } from './contest-end.tsx';
import {
  BoardFields,
  type ContestInput,
  DateFields,
  datesOf,
  LanguageFields,
  LimitFields,
  matchesOf,
  WatchFields,
} from './contest-fields.tsx';
import { Staff } from './staff.tsx';

interface ManagePageProps {
  readonly contest: Contest;
  reload(): Promise<void>;
}

/** Tasks, each on a page below `/manage` and with its required role; dangerous actions are on the last page. */
const TASKS = {
  people: { path: '', needs: 'observer', Part: People },
  matches: { path: '/matches', needs: 'owner', Part: Matches },
  dates: { path: '/dates', needs: 'owner', Part: Dates },
  log: { path: '/log', needs: 'observer', Part: ContestLog },
  end: { path: '/end', needs: 'owner', Part: AfterTerm },
} as const;
type Task = keyof typeof TASKS;

/** The actions that the user's role allows on a contest. */
export function Manage({ task, ...of }: ManagePageProps & { task: Task }): JSX.Element {
  const { Part } = TASKS[task];
  return (
    <Page title={t('tab.manage')} about={<ServerClock />}>
      <nav class="tasks" aria-label={t('tab.manage')}>
        {(Object.keys(TASKS) as Task[])
          .filter((each) => may(of.contest.slug, TASKS[each].needs))
          .map((each) => (
            <a
              key={each}
              href={`/c/${of.contest.slug}/manage${TASKS[each].path}`}
              aria-current={each === task ? 'page' : undefined}
            >
              {t(`manage.${each}`)}
            </a>
          ))}
      </nav>
      {of.contest.state === 'planned' && task !== 'dates' && may(of.contest.slug, 'owner') && (
        <p class="notice">
          {t('step.draft')} <a href={`/c/${of.contest.slug}/manage/dates`}>{t('step.to-dates')}</a>
        </p>
      )}
      <Part {...of} />
    </Page>
  );
}

/** The page about a contest's people: ways for them to join, and announcements to them. */
function People({ contest, reload }: ManagePageProps): JSX.Element {
  const at = (path: string) => `/c/${contest.slug}${path}`;
  const changes = mayChange(contest, 'assistant');
  return (
    <div class="columns">
      <div class="side">
        {contest.code !== undefined && contest.archived === null && <ClassCode contest={contest} code={contest.code} />}
        {changes && (
          <p class="below-card">
            <Action
              class="quiet"
              sure={t('class-code.renew-sure')}
              run={async () => {
                await ask('renewCode', { params: { contest: contest.slug } });
                await reload();
              }}
            >
              {t('class-code.renew')}
            </Action>
          </p>
        )}
        <Staff contest={contest.slug} />
      </div>
      <div>
        {changes && <Announce contest={contest.slug} />}
        <Announcements contest={contest} />
        {changes && (
          <Way title={t('roster')} about={t('roster.none-hint')} to={at('/roster')} label={t('roster.open')} />
        )}
        <Way
          title={t('tab.entrants')}
          about={t('manage.entrants')}
          to={at('/entrants')}
          label={t('manage.to-entrants')}
        />
        {changes && (
          <Way title={t('platform')} about={t('platform.about')} to={at('/platform')} label={t('platform.open')} />
        )}
      </div>
    </div>
  );
}

/** The form for boards, and for limits and rules of matches. */
function Matches(of: ManagePageProps): JSX.Element {
  const games = useLoad('games', {});
  const game = games.value?.find(({ id }) => id === of.contest.game);
  return (
    <Shown of={games}>
      {() =>
        game && (
          <Settings of={of} changesOf={matchesOf}>
            <Card title={t('contest.boards')}>
              <BoardFields game={game} now={of.contest} unseen />
            </Card>
            <details class="card">
              <summary>
                <h2>{t('contest.limits')}</h2>
                <span class="hint">{t('contest.limits-hint')}</span>
              </summary>
              <div class="form">
                <LimitFields game={game} now={of.contest} />
                <LanguageFields game={game} now={of.contest} />
                <WatchFields now={of.contest} />
                <Check
                  label={t('contest.approval')}
                  name="approval"
                  checked={of.contest.approval}
                  hint={t('contest.approval-hint')}
                />
              </div>
            </details>
          </Settings>
        )
      }
    </Shown>
  );
}

/** The form for the name, the dates, and the state. */
function Dates(of: ManagePageProps): JSX.Element {
  const { contest } = of;
  return (
    <div class="columns">
      <div class="side">
        {contest.archived === null && <State {...of} />}
        <Way
          title={t('tab.rounds')}
          about={t('rounds.about')}
          to={`/c/${contest.slug}/rounds`}
          label={t('manage.to-finals')}
        />
      </div>
      <div>
        <Settings of={of} changesOf={(values) => ({ ...datesOf(values), title: values.title.trim() })}>
          <Card title={t('contest.name')}>
            <Field label={t('contest.title')} name="title" required maxLength={100} value={contest.title} />
          </Card>
          <DateFields now={contest} />
        </Settings>
      </div>
    </div>
  );
}

/** A form for some of a contest's settings. */
function Settings(props: {
  of: ManagePageProps;
  changesOf(values: Values, all: FormData): Partial<ContestInput>;
  children: ComponentChildren;
}): JSX.Element {
  const { contest, reload } = props.of;
  const [saved, setSaved] = useState(false);
  return (
    <Form
      class="wide"
      submit={t('save')}
      beside={saved && <span role="status">{t('saved')}</span>}
      onSubmit={async (values, all) => {
        setSaved(false);
        await ask('changeContest', { params: { contest: contest.slug }, body: props.changesOf(values, all) });
        await reload();
        setSaved(true);
      }}
    >
      {props.children}
    </Form>
  );
}

/** A card with a link to another page. */
function Way(props: { title: string; about: string; to: string; label: string }): JSX.Element {
  return (
    <Card title={props.title}>
      <p class="hint">{props.about}</p>
      <p class="row-actions">
        <a class="button" href={props.to}>
          {props.label}
        </a>
      </p>
    </Card>
  );
}

function State({ contest, reload }: ManagePageProps): JSX.Element {
  const to = (state: 'frozen' | 'closed') => async () => {
    await ask('setState', { params: { contest: contest.slug }, body: { state } });
    await reload();
  };
  const phase = phaseOf(contest, now.value);
  const open = async () => {
    const params = { contest: contest.slug };
    if (contest.opens !== null && now.value < Date.parse(contest.opens))
      await ask('changeContest', { params, body: { opens: null } });
    if (contest.state !== 'open') await ask('setState', { params, body: { state: 'open' } });
    await reload();
  };
  return (
    <Card title={t('contest.state')}>
      <p>
        <span class={`badge ${phase === 'open' ? 'good' : 'quiet'}`}>{t(`contest.${phase}`)}</span>{' '}
        <span class="hint">{t(`contest.${phase}-hint`)}</span>
      </p>
      {(contest.state !== 'open' || phase === 'planned') && (
        <Change about={t(phase === 'planned' ? 'contest.open-first' : 'contest.open-about')}>
          <Action run={open}>{t('contest.to-open')}</Action>
        </Change>
      )}
      {contest.state === 'open' && (
        <Change about={t('contest.freeze-about')}>
          <Action sure={t('contest.freeze-sure')} run={to('frozen')}>
            {t('contest.to-frozen')}
          </Action>
        </Change>
      )}
      {contest.state !== 'closed' && (
        <Change about={t('contest.close-about')}>
          <Action sure={t('contest.close-sure')} run={to('closed')}>
            {t('contest.to-closed')}
          </Action>
        </Change>
      )}
    </Card>
  );
}

/** A button and a description of its action. */
function Change(props: { about: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="change">
      <p class="hint">{props.about}</p>
      <p class="row-actions">{props.children}</p>
    </div>
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
