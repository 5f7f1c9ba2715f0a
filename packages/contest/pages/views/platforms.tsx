import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Action, Copy } from '../parts/action.tsx';
import { Check, Choice, Field, Form, type Values } from '../parts/form.tsx';
import { Card } from '../parts/page.tsx';
import { type Disclosure, OpenRow, Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';

type Platform = ReplyOf<'platforms'>[number];

/** The server's learning platforms, registered by a link or manually. */
export function Platforms(): JSX.Element {
  const all = useLoad('platforms', {});
  const [open, setOpen] = useState<number>();
  return (
    <>
      {all.value && all.value.length > 0 && (
        <Card title={t('platform.all')}>
          <Table
            label={t('platform.all')}
            columns={[t('name'), [t('platform.issuer'), 'wide-only'], [t('platform.client-id'), 'wide-only']]}
            changes
          >
            {all.value.map((platform) => {
              const opening: Disclosure = {
                open: open === platform.id,
                set: (on) => setOpen(on ? platform.id : undefined),
              };
              return (
                <OpenRow
                  key={platform.id}
                  name={platform.name}
                  columns={3}
                  opening={opening}
                  cells={<Cells platform={platform} />}
                >
                  <PlatformForm
                    platform={platform}
                    done={async () => {
                      opening.set(false);
                      await all.reload();
                    }}
                  />
                </OpenRow>
              );
            })}
          </Table>
        </Card>
      )}
      <div class="columns even">
        <RegistrationLink />
        <Card title={t('platform.by-hand')}>
          <p class="hint">{t('platform.by-hand-hint')}</p>
          <ToolAddresses />
          <details>
            <summary>{t('platform.add')}</summary>
            <PlatformForm done={all.reload} />
          </details>
        </Card>
      </div>
    </>
  );
}

function Cells({ platform }: { platform: Platform }): JSX.Element {
  const { name, issuer, clientId, deployments, teachers } = platform;
  return (
    <>
      <th scope="row">
        {name} <span class="narrow-only hint">{issuer}</span>
        {deployments.length === 0 && <span class="badge bad">{t('platform.no-deployment')}</span>}{' '}
        {teachers && <span class="badge quiet">{t('platform.teachers-badge')}</span>}
      </th>
      <td class="wide-only">{issuer}</td>
      <td class="wide-only">{clientId}</td>
    </>
  );
}

function RegistrationLink(): JSX.Element {
  const [link, setLink] = useState<ReplyOf<'registrationLink'>>();
  return (
    <Card title={t('platform.register')}>
      <p class="hint">{t('platform.register-hint')}</p>
      {link && (
        <p role="status">
          <Copy text={link.url} label={t('platform.register')} />{' '}
          <span class="hint">
            {t('link.expires')} <When at={link.expires} />
          </span>
        </p>
      )}
      <p class="row-actions">
        <Action class="main" run={async () => setLink(await ask('registrationLink'))}>
          {t('platform.make-link')}
        </Action>
      </p>
    </Card>
  );
}

/** The addresses of this server that platforms need. */
function ToolAddresses(): JSX.Element {
  const { origin } = location;
  const addresses = [
    [t('platform.login-url'), `${origin}/api/lti/login`],
    [t('platform.launch-url'), `${origin}/api/lti/launch`],
    [t('platform.keys-url'), `${origin}/api/lti/keys`],
  ] as const;
  return (
    <dl class="facts-list">
      {addresses.map(([name, address]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Copy text={address} label={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PlatformForm(props: { platform?: Platform; done(): Promise<void> }): JSX.Element {
  const { platform } = props;
  return (
    <div class="row-ways">
      <Form
        submit={platform ? t('save') : t('platform.add')}
        again={!platform}
        quiet
        onSubmit={async (values) => {
          await ask('savePlatform', { body: { ...formOf(values), ...(platform && { id: platform.id }) } });
          await props.done();
        }}
      >
        <div class="fields">
          <Field label={t('name')} name="name" required maxLength={100} value={platform?.name ?? ''} />
          <Field
            label={t('platform.issuer')}
            name="issuer"
            required
            maxLength={1000}
            value={platform?.issuer ?? ''}
            hint={t('platform.issuer-hint')}
          />
          <Field
            label={t('platform.client-id')}
            name="clientId"
            required
            maxLength={255}
            value={platform?.clientId ?? ''}
          />
          <Field
            label={t('platform.deployments')}
            name="deployments"
            maxLength={4000}
            value={platform?.deployments.join(' ') ?? ''}
            hint={t('platform.deployments-hint')}
          />
          <Address label={t('platform.auth-url')} name="authUrl" value={platform?.authUrl} />
          <Address label={t('platform.token-url')} name="tokenUrl" value={platform?.tokenUrl} />
          <Address label={t('platform.jwks-url')} name="jwksUrl" value={platform?.jwksUrl} />
          <Field
            label={t('platform.audience')}
            name="audience"
            maxLength={255}
            value={platform?.audience ?? ''}
            hint={t('platform.audience-hint')}
          />
        </div>
        <Choice
          label={t('platform.vouches')}
          name="rosterClaim"
          value={platform?.rosterClaim ?? 'none'}
          options={[
            ['none', t('platform.vouches-none')],
            ['sourcedid', t('platform.vouches-sourcedid')],
            ['email', t('platform.vouches-email')],
          ]}
          hint={t('platform.vouches-hint')}
        />
        <Check
          label={t('platform.teachers')}
          name="teachers"
          checked={platform?.teachers ?? false}
          hint={t('platform.teachers-hint')}
        />
      </Form>
      {platform && (
        <p class="row-actions">
          <Action
            class="danger"
            sure={t('platform.remove-sure', { name: platform.name })}
            run={async () => {
              await ask('removePlatform', { params: { id: platform.id } });
              await props.done();
            }}
          >
            {t('platform.remove')}
          </Action>
        </p>
      )}
    </div>
  );
}

function Address(props: { label: string; name: string; value: string | undefined }): JSX.Element {
  return (
    <Field {...props} value={props.value ?? ''} required maxLength={1000} autoCapitalize="off" placeholder="https://" />
  );
}

const claimOf = (claim: string | undefined): Platform['rosterClaim'] =>
  claim === 'sourcedid' || claim === 'email' ? claim : 'none';

function formOf(values: Values) {
  return {
    name: values.name,
    issuer: values.issuer,
    clientId: values.clientId,
    deployments: values.deployments.split(/[\s,]+/).filter(Boolean),
    authUrl: values.authUrl.trim(),
    tokenUrl: values.tokenUrl.trim(),
    jwksUrl: values.jwksUrl.trim(),
    audience: values.audience.trim() || null,
    rosterClaim: claimOf(values.rosterClaim),
    teachers: values.teachers !== undefined,
  };
}
