import type { JSX } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { type ContestRole, contestRole } from '../../api/roles.ts';
import type { ApiProblem } from '../../api/route.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask, problemOf } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { may, me, refreshMe, roleIn } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Action, Copy } from '../parts/action.tsx';
import { Archived } from '../parts/archived.ts';
import { Choice, Field, Form } from '../parts/form.tsx';
import { Card, Problem, Shown } from '../parts/page.tsx';
import { When } from '../parts/when.tsx';

type Line = ReplyOf<'staff'>[number];

const ROLES = contestRole.options;

/** The contest's staff, and the user's own role. An owner assigns and removes roles. */
export function Staff({ contest }: { contest: string }): JSX.Element {
  const all = useLoad('staff', { params: { contest } });
  const isOwner = may(contest, 'owner');
  const isArchived = useContext(Archived);
  const role = roleIn(contest);
  const [changes, setChanges] = useState(0);
  const done = async () => {
    await refreshMe();
    // Without a role, the user may no longer be allowed to see the staff.
    if (roleIn(contest)) await all.reload();
    // The removal of a role may have ended invitations, so the list of invitations is reloaded.
    setChanges((many) => many + 1);
  };
  return (
    <Card title={t('staff')}>
      {role && <p class="hint">{t(`staff.you-${role}`)}</p>}
      {isOwner && isArchived && <p class="hint">{t('staff.of-archived')}</p>}
      <Shown of={all}>
        {(list) => (
          <>
            {!list.some((line) => line.role === 'owner') && (
              <p class="notice">
                {t('staff.no-owner')} {t(isOwner ? 'staff.no-owner-name' : 'staff.no-owner-ask')}
              </p>
            )}
            <ul class="plain members">
              {list.map((line) => (
                <li key={line.person}>
                  <span>
                    {line.name} {line.person === me.value?.person?.id && <span class="badge quiet">{t('you')}</span>}
                  </span>
                  {isOwner ? (
                    <Change contest={contest} line={line} done={done} />
                  ) : (
                    <span class="hint">{t(`staff.${line.role}`)}</span>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
      {isOwner && <Invite key={changes} contest={contest} />}
      {isOwner && (
        <Form
          submit={t('staff.add')}
          label={t('staff.add')}
          quiet
          again
          ofArchived
          onSubmit={async ({ name, role: given }) => {
            await ask('addStaff', { params: { contest }, body: { name, role: contestRole.parse(given) } });
            await done();
          }}
        >
          <Field label={t('staff.name')} hint={t('staff.name-hint')} name="name" required maxLength={60} />
          <RoleChoice />
        </Form>
      )}
    </Card>
  );
}

/** The form for a link that gives a role to a colleague without an account. The link is shown once. */
function Invite({ contest }: { contest: string }): JSX.Element {
  const [made, setMade] = useState<ReplyOf<'inviteStaff'> & { role: ContestRole }>();
  const params = { contest };
  const open = useLoad('invitations', { params });
  return (
    <>
      <h3>{t('staff.invite')}</h3>
      <p class="hint">{t('staff.invite-hint')}</p>
      <Form
        submit={t('staff.invite-do')}
        label={t('staff.invite')}
        quiet
        ofArchived
        onSubmit={async ({ role: given }) => {
          const role = contestRole.parse(given);
          setMade({ role, ...(await ask('inviteStaff', { params, body: { role } })) });
          await open.reload();
        }}
      >
        <RoleChoice />
      </Form>
      {made && (
        <div class="notice good" role="status">
          <p>
            {t('staff.invited', { role: t(`staff.${made.role}`) })}{' '}
            <span class="hint">
              {t('link.expires')} <When at={made.expires} />
            </span>
          </p>
          <Copy text={new URL(made.link, location.origin).href} label={t('staff.invite')} />
        </div>
      )}
      {open.value !== undefined && open.value.length > 0 && (
        <>
          <h3>{t('staff.invitations')}</h3>
          <ul class="plain rows">
            {open.value.map(({ id, role, inviter, expires }) => (
              <li key={id}>
                <strong>{t(`staff.${role}`)}</strong> {t('staff.invited-by', { name: inviter })}{' '}
                <span class="hint">
                  {t('link.expires')} <When at={expires} />
                </span>
                <span class="space" />
                <Action
                  class="quiet"
                  ofArchived
                  label={`${t('staff.withdraw')}: ${t(`staff.${role}`)}, ${t('staff.invited-by', { name: inviter })}`}
                  sure={t('staff.withdraw-sure')}
                  run={async () => {
                    await ask('withdrawInvitation', { params: { ...params, invitation: id } });
                    setMade(undefined);
                    await open.reload();
                  }}
                >
                  {t('staff.withdraw')}
                </Action>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('staff.give')}</h3>
    </>
  );
}

const RoleChoice = (): JSX.Element => (
  <Choice
    label={t('people.role')}
    name="role"
    options={ROLES.toReversed().map((each) => [each, `${t(`staff.${each}`)}: ${t(`staff.${each}-hint`)}`] as const)}
  />
);

/** The form that changes or removes a role. */
function Change(props: { contest: string; line: Line; done(): Promise<void> }): JSX.Element {
  const { contest, line, done } = props;
  const params = { contest, person: line.person };
  const [problem, setProblem] = useState<ApiProblem>();
  return (
    <>
      <label>
        <span class="visually-hidden">
          {t('people.role')}: {line.name}
        </span>
        <select
          value={line.role}
          onChange={async ({ currentTarget }) => {
            setProblem(undefined);
            try {
              await ask('changeStaff', { params, body: { role: contestRole.parse(currentTarget.value) } });
              await done();
            } catch (error) {
              currentTarget.value = line.role;
              setProblem(problemOf(error));
            }
          }}
        >
          {ROLES.map((role) => (
            <option key={role} value={role} selected={role === line.role}>
              {t(`staff.${role}`)}
            </option>
          ))}
        </select>
      </label>
      <Action
        class="danger"
        ofArchived
        label={`${t('staff.remove')}: ${line.name}`}
        sure={t('staff.remove-sure', { name: line.name })}
        run={async () => {
          await ask('removeStaff', { params });
          await done();
        }}
      >
        {t('staff.remove')}
      </Action>
      {problem && <Problem problem={problem} />}
    </>
  );
}
