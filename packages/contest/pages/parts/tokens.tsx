import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Scope } from '../../api/route.ts';
import type { ReplyOf } from '../../api/routes.ts';
import type { LoadedReply } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Action } from './action.tsx';
import { Check, Field, Form, Group } from './form.tsx';
import { Card, Shown } from './page.tsx';
import { LastUsed } from './when.tsx';

type Token = ReplyOf<'tokens'>[number];

/** The existing tokens of one kind, and a form for a new token. The new token's secret is shown once. */
export function TokenCard(props: {
  title: string;
  hint: string;
  of: LoadedReply<readonly Token[]>;
  placeholder: string;
  /** The possible scopes, and whether each is selected by default; absent: there is only one scope. */
  scopes?: readonly (readonly [scope: Scope, checked: boolean])[];
  make(name: string, scopes: Scope[]): Promise<{ readonly secret: string }>;
  revoke(id: number): Promise<unknown>;
  /**
   * Revokes the token of a worker that is no longer trusted, and has all matches that depend on the worker's results
   * played again.
   */
  disbelieve?(id: number): Promise<unknown>;
  /** Returns instructions for the use of a new token. */
  children(secret: string): ComponentChildren;
}): JSX.Element {
  const [made, setMade] = useState<string>();
  return (
    <Card title={props.title}>
      <p class="hint">{props.hint}</p>
      {made && (
        <div class="notice good" role="status">
          <p>{t('tokens.once')}</p>
          {props.children(made)}
        </div>
      )}
      <Shown of={props.of}>
        {(all) => (
          <ul class="plain rows">
            {all.map((token) => (
              <li key={token.id}>
                <strong>{token.name}</strong>
                {token.setAside && <span class="problem">{token.setAside}</span>}
                {token.scopes.length > 0 && (
                  <span class="hint">{token.scopes.map((scope) => t(`scope.${scope}`)).join(' · ')}</span>
                )}
                <LastUsed at={token.used} />
                <span class="space" />
                <Action
                  class="quiet"
                  sure={t('tokens.revoke-sure')}
                  label={`${t('revoke')}: ${token.name}`}
                  run={async () => {
                    await props.revoke(token.id);
                    await props.of.reload();
                  }}
                >
                  {t('revoke')}
                </Action>
                {props.disbelieve && (
                  <Action
                    class="quiet"
                    sure={t('tokens.again-sure')}
                    label={`${t('tokens.again')}: ${token.name}`}
                    run={async () => {
                      await props.disbelieve?.(token.id);
                      await props.of.reload();
                    }}
                  >
                    {t('tokens.again')}
                  </Action>
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      <Form
        submit={t('tokens.make')}
        class={props.scopes ? '' : 'inline'}
        quiet
        again
        onSubmit={async ({ name }, all) => {
          setMade((await props.make(name, all.getAll('scopes') as Scope[])).secret);
          await props.of.reload();
        }}
      >
        <Field label={t('tokens.name')} name="name" required maxLength={60} placeholder={props.placeholder} />
        {props.scopes && (
          <Group class="checks" label={t('tokens.scopes')} name="scopes">
            {props.scopes.map(([scope, checked]) => (
              <Check key={scope} label={t(`scope.${scope}`)} name="scopes" value={scope} checked={checked} />
            ))}
          </Group>
        )}
      </Form>
    </Card>
  );
}
