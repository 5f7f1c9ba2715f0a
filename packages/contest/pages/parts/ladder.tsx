import type { JSX } from 'preact';
import type { Contest, LadderReply } from '../../api/contest.ts';
import type { Standing } from '../../words.ts';
import { many, number, t } from '../i18n/messages.ts';
import { Nothing } from './nothing.tsx';
import { Table } from './table.tsx';
import { When } from './when.tsx';

/** The table of the ladder. `own`: the entrant whose row is highlighted. */
export function Ladder(props: { contest: Contest; table: LadderReply; own: number | undefined }): JSX.Element {
  const { table, own } = props;
  const { rows, without } = table;
  const contest = props.contest.slug;
  if (rows.length === 0 && without.length === 0) return <Nothing contest={props.contest} text={t('ladder.none')} />;
  const grouped = rows.some(({ group }) => group !== undefined);
  const haveMoved = rows.some(({ moved = 0 }) => moved !== 0);
  return (
    <>
      {rows.length > 0 && (
        <Table
          label={t('tab.ladder')}
          class="ladder"
          columns={[
            [t('place'), 'number'],
            t('name'),
            ...(grouped ? [[t('group'), 'wide-only'] as const] : []),
            [t('rating'), 'number'],
            [t('games'), 'number wide-only'],
            [t('wins'), 'number wide-only'],
            ...(haveMoved ? [[t('moved'), 'number', t('moved.hint')] as const] : []),
          ]}
        >
          {rows.map((row) => (
            <tr key={row.entrant} class={row.entrant === own ? 'own' : undefined}>
              <td class="number place">{row.place}</td>
              <th scope="row">
                <a href={`/c/${contest}/entrants/${row.entrant}`}>{row.name}</a>
                {row.entrant === own && <span class="badge quiet">{t('you')}</span>}
              </th>
              {grouped && <td class="wide-only">{row.group}</td>}
              <td class="number">
                {number(row.rating)}
                <Interval row={row} />
              </td>
              <td class="number wide-only">{number(row.games)}</td>
              <td class="number wide-only">{number(row.wins)}</td>
              {haveMoved && (
                <td class="number">
                  <Moved by={row.moved} />
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      {without.length > 0 && (
        <p class="hint without">
          {many('ladder.without', table.total.without)}{' '}
          {without.slice(0, SOME).map(({ entrant, name }, i) => (
            <span key={entrant}>
              {i > 0 && ', '}
              <a href={`/c/${contest}/entrants/${entrant}`}>{name}</a>
            </span>
          ))}
          {table.total.without > SOME && ' …'}
        </p>
      )}
      <p class="hint">
        {t('ladder.batch', { batch: table.batch })} <When at={table.at} />
      </p>
    </>
  );
}
const SOME = 30;

/** Half the width of the 95% interval; if it is missing, the place is only a guess. */
function Interval({ row }: { row: Standing }): JSX.Element {
  if (row.plusMinus === undefined)
    return (
      <small class="interval" title={t('rating.early')}>
        …
      </small>
    );
  return (
    <small class="interval" title={t('rating.interval')}>
      ±{number(row.plusMinus)}
    </small>
  );
}

function Moved({ by }: { by: number | undefined }): JSX.Element {
  if (by === undefined || by === 0) return <span class="moved">–</span>;
  return (
    <span class={by > 0 ? 'moved up' : 'moved down'}>
      <span aria-hidden="true">{by > 0 ? '▲' : '▼'}</span>
      <span class="visually-hidden">{by > 0 ? t('moved.up') : t('moved.down')} </span>
      {Math.abs(by)}
    </span>
  );
}
