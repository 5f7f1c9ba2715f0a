import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import type { Team } from '../../api/teams.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { me, refreshMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Action, Copy } from './action.tsx';
import { Field, Form } from './form.tsx';
import { Card, Shown } from './page.tsx';
import { When } from './when.tsx';

/** The user's own team: its members, the code with which others join, and the buttons to leave it. */
export function TeamCard(props: { contest: Contest; onChange(): Promise<void> }): JSX.Element {
  const { slug } = props.contest;
  const params = { contest: slug };
  const loaded = useLoad('team', { params }, ['contest']);
  const changed = async () => {
    await refreshMe();
    await Promise.all([loaded.reload(), props.onChange()]);
  };
  return (
    <Card title={t('team.own')} class="team">
      <Shown of={loaded}>
        {(team) => (
          <>
            <Members team={team} />
            {team.byRoster ? (
              <p class="hint">{t('team.by-roster')}</p>
            ) : !team.open ? (
              <p class="hint">{t('team.over')}</p>
            ) : (
              <Ways slug={slug} team={team} reload={loaded.reload} changed={changed} />
            )}
          </>
        )}
      </Shown>
    </Card>
  );
}

function Members({ team }: { team: Team }): JSX.Element {
  const own = me.value?.person?.id;
  return (
    <>
      {(team.members.length > 1 || team.chosen !== null) && <p class="team-name">{team.name}</p>}
      <p class="hint">{t('team.places', { n: team.members.length, size: team.size })}</p>
      <ul class="plain members">
        {team.members.map(({ person, name, joined }) => (
          <li key={person}>
            {name} {person === own && <span class="badge quiet">{t('you')}</span>}{' '}
            <span class="hint">
              {t('team.since')} <When at={joined} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Ways(props: { slug: string; team: Team; reload(): Promise<void>; changed(): Promise<void> }): JSX.Element {
  const { slug, team } = props;
  const params = { contest: slug };
  const isAlone = team.members.length === 1;
  const renew = async () => {
    await ask('renewTeamCode', { params });
    await props.reload();
  };
  return (
    <>
      {team.members.length < team.size && (
        <div class="code-ways">
          {team.code !== null && <Copy text={team.code} label={t('team.code')} />}
          <Action {...(team.code !== null && { sure: t('class-code.renew-sure') })} run={renew}>
            {team.code === null ? t('team.make-code') : t('class-code.renew')}
          </Action>
          <p class="hint">{t('team.code-hint')}</p>
        </div>
      )}
      <Form
        class="inline"
        submit={t('save')}
        quiet
        label={t('team.name')}
        onSubmit={async ({ name }) => {
          await ask('nameTeam', { params, body: { name: name.trim() === '' ? null : name } });
          await props.changed();
        }}
      >
        <Field
          label={t('team.name')}
          name="name"
          maxLength={60}
          autoComplete="off"
          value={team.chosen ?? ''}
          hint={t('team.name-hint')}
        />
      </Form>
      <Form
        class="inline"
        submit={t('team.join')}
        quiet
        again
        onSubmit={async ({ code }) => {
          await ask('joinTeam', { params, body: { code } });
          await props.changed();
        }}
      >
        <Field
          label={t('team.join-code')}
          name="code"
          required
          maxLength={40}
          autoComplete="off"
          hint={isAlone ? t('team.join-hint') : t('team.join-leaves')}
        />
      </Form>
      <p class="row-actions">
        <Action
          class="danger"
          sure={isAlone ? t('team.withdraw-sure') : t('team.leave-sure')}
          run={async () => {
            await ask('leaveTeam', { params, body: { entrant: team.entrant } });
            await props.changed();
            // After the last member has left, this card is empty, so the focus moves to the start of the page.
            if (isAlone) document.querySelector<HTMLElement>('main')?.focus();
          }}
        >
          {isAlone ? t('team.withdraw') : t('team.leave')}
        </Action>
      </p>
    </>
  );
}
