import type { JSX } from 'preact';
import type { CallerLine } from '../../api/premieres.ts';
import { ask } from '../data/ask.ts';
import { may } from '../data/session.ts';
import { decimal, number, t } from '../i18n/messages.ts';
import { Action } from './action.tsx';
import { callIn } from './call-form.tsx';
import { Table } from './table.tsx';

/** The list of the best callers of a contest's premieres, by nickname. It is hidden while there are no callers. */
export function Callers({ contest, callers }: { contest: string; callers: readonly CallerLine[] }): JSX.Element | null {
  if (callers.length === 0) return null;
  const own = callIn(contest)?.caller;
  const mayRemove = may(contest, 'assistant');
  return (
    <div class="callers">
      <h3>{t('callers')}</h3>
      <Table
        label={t('callers')}
        columns={[t('name'), [t('callers.points'), 'number', t('callers.hint')], [t('callers.hits'), 'number']]}
        changes={mayRemove}
      >
        {callers.map(({ caller, name, points, calls, hits }) => {
          const shown = name ?? t('callers.caller', { n: String(caller) });
          return (
            <tr key={caller} class={caller === own ? 'own' : undefined}>
              <th scope="row">
                {shown}
                {caller === own && <span class="badge quiet">{t('you')}</span>}
              </th>
              <td class="number">{decimal(points)}</td>
              <td class="number">
                {number(hits)}/{number(calls)}
              </td>
              {mayRemove && (
                <td>
                  <Action
                    label={t('callers.remove', { name: shown })}
                    sure={t('callers.sure', { name: shown })}
                    run={() => ask('removeCaller', { params: { contest, caller } })}
                  >
                    ✕
                  </Action>
                </td>
              )}
            </tr>
          );
        })}
      </Table>
    </div>
  );
}
