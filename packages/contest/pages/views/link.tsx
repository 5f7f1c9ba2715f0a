import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/route.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { address, go } from '../data/address.ts';
import { ask, problemOf } from '../data/ask.ts';
import { me, setMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Field, Form } from '../parts/form.tsx';
import { IssuerSignIn, useHasPasswords } from '../parts/issuer.tsx';
import { Card, Page, Problem } from '../parts/page.tsx';
import { When } from '../parts/when.tsx';
import { NewPassword } from './join.tsx';

type OpenedLink = ReplyOf<'openLink'>;
/** The key under which this browser tab stores an invitation while the user signs in. */
const KEPT = 'ludus.contest.link';

/**
 * The page for a link that the server printed at its first start, or that an organiser or an owner created. The link's
 * secret is after `#`.
 */
export function Link(): JSX.Element {
  const [token] = useState(() => address.peek().hash || (sessionStorage.getItem(KEPT) ?? ''));
  const [opened, setOpened] = useState<OpenedLink>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    // Removes the secret from the address, where others could see it.
    history.replaceState(null, '', '/link');
    ask('openLink', { body: { token } }).then(
      (found) => {
        if (found.purpose === 'staff') sessionStorage.setItem(KEPT, token);
        setOpened(found);
      },
      (error) => setProblem(problemOf(error)),
    );
  }, [token]);
  if (opened?.staff) return <Invitation token={token} staff={opened.staff} expires={opened.expires} />;
  const isNew = opened?.purpose === 'organiser';
  return (
    <Page title={isNew ? t('link.organiser') : t('link.access')} narrow>
      {problem && <Problem problem={problem} />}
      {opened && (
        <Card>
          <p>
            {isNew ? t('link.organiser-hint') : t('link.access-hint', { name: opened.name ?? '' })}{' '}
            <span class="hint">
              {t('link.expires')} <When at={opened.expires} />
            </span>
          </p>
          <Form
            submit={isNew ? t('link.begin') : t('link.save')}
            onSubmit={async ({ name, password }) => {
              setMe(await ask('useLink', { body: { token, password, ...(isNew && { name: name.trim() }) } }));
              go(isNew ? '/organise/new' : '/', { replace: true });
            }}
          >
            {isNew ? (
              <Field label={t('name')} name="name" required autoComplete="username" maxLength={60} />
            ) : (
              // Identifies the account for password managers.
              <input type="hidden" name="username" autoComplete="username" value={opened.name ?? ''} />
            )}
            <NewPassword />
          </Form>
        </Card>
      )}
    </Page>
  );
}

/** An invitation to a role in a contest, for the signed-in account or a new account. */
function Invitation(props: { token: string; staff: NonNullable<OpenedLink['staff']>; expires: string }): JSX.Element {
  const { token, staff } = props;
  const person = me.value?.person;
  const isElsewhere = useHasPasswords() === false && !person;
  return (
    <Page title={t('link.staff')} narrow>
      <Card>
        <p>
          {t('link.staff-hint', {
            title: staff.title,
            role: t(`staff.${staff.role}`),
            about: t(`staff.${staff.role}-hint`),
          })}{' '}
          <span class="hint">
            {t('link.expires')} <When at={props.expires} />
          </span>
        </p>
        <Form
          submit={isElsewhere ? undefined : t('link.accept')}
          onSubmit={async ({ name, password }) => {
            setMe(await ask('useLink', { body: { token, ...(!person && { name: name.trim(), password }) } }));
            sessionStorage.removeItem(KEPT);
            go(`/c/${staff.contest}/manage`, { replace: true });
          }}
        >
          {person ? (
            <p class="hint">{t('link.staff-as', { name: person.name })}</p>
          ) : isElsewhere ? (
            <IssuerSignIn to="/link" />
          ) : (
            <>
              <Field label={t('name')} name="name" required autoComplete="username" maxLength={60} />
              <NewPassword />
              <p class="hint">
                <a href="/privacy">{t('privacy.link')}</a>
              </p>
            </>
          )}
        </Form>
        {!person && !isElsewhere && (
          <p class="hint below">
            {t('join.have')} <a href="/sign-in?to=/link">{t('sign-in')}</a>
          </p>
        )}
      </Card>
    </Page>
  );
}
