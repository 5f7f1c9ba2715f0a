import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { likelyRows, sameNames } from '../data/likely-rows.ts';
import { type LoadedReply, useLoad } from '../data/load.ts';
import { hasTeams, mayChange } from '../data/session.ts';
import { many, number, t } from '../i18n/messages.ts';
import { Action, Copy } from '../parts/action.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { Card, Page } from '../parts/page.tsx';
import { type Column, type Disclosure, Listing, OpenRow } from '../parts/table.tsx';
import { mailTo } from './roster-codes.tsx';
import { UploadRoster } from './upload-roster.tsx';

type Reply = ReplyOf<'rosterRows'>;
type Row = Reply['rows'][number];
type Guest = Reply['guests'][number];
const SHOWN = ['all', 'joined', 'missing'] as const;

/** The course’s roster: its people, people who haven't joined, and people who wait for approval. */
export function Roster({ contest }: { contest: Contest }): JSX.Element {
  const params = { contest: contest.slug };
  const all = useLoad('rosterRows', { params }, ['contest']);
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('all');
  const { rows = [], guests = [] } = all.value ?? {};
  const missing = rows.filter(({ is }) => !is);
  const changes = mayChange(contest, 'assistant');
  const isShown = ({ is }: Row) => shown === 'all' || (shown === 'joined') === (is !== null);
  const counts = { all: rows.length, joined: rows.length - missing.length, missing: missing.length };
  const teams = hasTeams(contest) || rows.some(({ team }) => team !== null);
  const columns: readonly Column[] = [
    [t('roster.id'), 'wide-only'],
    t('name'),
    [t('group'), 'wide-only'],
    ...(teams ? [[t('team'), 'wide-only'] as const] : []),
    t('state'),
  ];
  return (
    <Page
      title={t('roster')}
      about={
        rows.length > 0 &&
        `${many('roster.rows', rows.length)} · ${many('roster.joined', counts.joined)} · ${many('roster.missing', counts.missing)}`
      }
      actions={
        rows.length > 0 &&
        changes && (
          <>
            {missing.length > 0 && (
              <a class="button main" href={`/c/${contest.slug}/roster/codes`}>
                {t('codes')}
              </a>
            )}
            <a class="button" href="#upload">
              {t('roster.upload-again')}
            </a>
            <a class="button" href="#add">
              {t('roster.add')}
            </a>
          </>
        )
      }
    >
      {all.value && rows.length === 0 && (
        <Card title={t('roster.none')}>
          <p>{t('roster.none-hint')}</p>
        </Card>
      )}
      {changes && rows.length > 0 && guests.length > 0 && (
        <Guests contest={contest.slug} guests={guests} rows={rows} reload={all.reload} />
      )}
      {(rows.length > 0 || !all.value) && (
        <Listing
          label={t('roster')}
          columns={columns}
          of={{ ...all, value: all.value && rows.filter(isShown) } satisfies LoadedReply<readonly Row[]>}
          keyOf={({ id }) => id}
          textOf={({ id, name, group, team, is }) => `${id} ${name} ${group ?? ''} ${team ?? ''} ${is?.name ?? ''}`}
          none={t('roster.none-such')}
          filter={
            <fieldset class="chips">
              <legend class="visually-hidden">{t('roster.show')}</legend>
              {SHOWN.map((each) => (
                <button key={each} type="button" aria-pressed={shown === each} onClick={() => setShown(each)}>
                  {t(`roster.show-${each}`)} <span class="count">{number(counts[each])}</span>
                </button>
              ))}
            </fieldset>
          }
        >
          {(row, _, opening) => (
            <OpenRow
              key={row.id}
              name={row.name}
              columns={columns.length}
              opening={opening}
              fixed={!changes}
              cells={<Cells contest={contest.slug} row={row} teams={teams} />}
            >
              <Ways contest={contest} row={row} opening={opening} reload={all.reload} />
            </OpenRow>
          )}
        </Listing>
      )}
      {all.value && changes && (
        <div class="columns even">
          <div id="upload">
            <UploadRoster contest={contest.slug} isFirst={rows.length === 0} reload={all.reload} />
          </div>
          <div id="add">
            <AddRow contest={contest} reload={all.reload} />
          </div>
        </div>
      )}
    </Page>
  );
}

function Cells({ contest, row, teams }: { contest: string; row: Row; teams: boolean }): JSX.Element {
  const { is } = row;
  return (
    <>
      <td class="wide-only">{row.id}</td>
      <th scope="row">
        {row.name}
        <span class="narrow-only hint">
          {row.id} {row.group} {row.team}
        </span>
      </th>
      <td class="wide-only">{row.group}</td>
      {teams && <td class="wide-only">{row.team}</td>}
      <td>
        {is ? (
          <>
            <span class="badge good">{t('roster.is-in')}</span>{' '}
            <a href={`/c/${contest}/entrants/${is.entrant}`}>{is.name}</a>
          </>
        ) : (
          <>
            <span class="badge quiet">{t('roster.is-missing')}</span>{' '}
            {row.code !== null && <code class="wide-only inline-code">{row.code}</code>}
          </>
        )}
      </td>
    </>
  );
}

/** The actions that the user can take on a roster row. */
function Ways(props: { contest: Contest; row: Row; opening: Disclosure; reload(): Promise<void> }): JSX.Element {
  const { row, reload } = props;
  const { slug } = props.contest;
  const params = { contest: slug };
  const done = async () => {
    props.opening.set(false);
    await reload();
  };
  return (
    <div class="row-ways">
      {row.code !== null && (
        <div class="code-ways">
          <Copy text={row.code} label={t('codes.one')} />
          <Copy text={mailTo(props.contest, row.name, row.code)} label={t('codes.copy-mail')} unseen />
          <Action
            sure={t('codes.renew-sure')}
            run={async () => {
              await ask('renewRows', { params, body: { rows: [row.id] } });
              await reload();
            }}
          >
            {t('codes.renew')}
          </Action>
        </div>
      )}
      <Form
        class="inline"
        submit={t('save')}
        quiet
        onSubmit={async ({ id, name, group, team = row.team }) => {
          await ask('correctRow', { params, body: { row: row.id, to: { id, name, group, team } } });
          await done();
        }}
      >
        <Field label={t('roster.id')} name="id" required maxLength={100} value={row.id} />
        <Field label={t('name')} name="name" required maxLength={100} value={row.name} />
        <Field label={t('group')} name="group" maxLength={100} value={row.group ?? ''} />
        {hasTeams(props.contest) && <Field label={t('team')} name="team" maxLength={60} value={row.team ?? ''} />}
      </Form>
      <p class="row-actions">
        {row.is && (
          <Action
            class="danger"
            sure={t('roster.untie-sure', { person: row.is.name, name: row.name })}
            run={async () => {
              await ask('untieRow', { params, body: { row: row.id } });
              await done();
            }}
          >
            {t('roster.untie')}
          </Action>
        )}
        <Action
          class="danger"
          sure={
            row.is ? t('roster.remove-in-sure', { person: row.is.name }) : t('roster.remove-sure', { name: row.name })
          }
          run={async () => {
            await ask('removeRows', { params, body: { rows: [row.id] } });
            await done();
          }}
        >
          {t('roster.remove')}
        </Action>
      </p>
    </div>
  );
}

/** People who joined without a personal code, each with suggested rows, since a name proves nothing. */
function Guests(props: {
  contest: string;
  guests: readonly Guest[];
  rows: readonly Row[];
  reload(): Promise<void>;
}): JSX.Element {
  const { contest, guests, rows, reload } = props;
  const params = { contest };
  const free = rows.filter(({ is }) => !is);
  const tie = async (ties: readonly (readonly [Guest, Row])[]) => {
    await ask('tieRows', {
      params,
      body: { ties: ties.map(([{ person }, { id }]) => ({ row: id, person })) },
    });
    await reload();
  };
  const same = sameNames(guests, free);
  return (
    <Card title={t('roster.who')}>
      <p class="hint">{t('roster.who-hint')}</p>
      {same.length > 1 && (
        <p class="row-actions">
          <Action sure={t('roster.tie-same-sure')} run={async () => await tie(same)}>
            {many('roster.tie-same', same.length)}
          </Action>
        </p>
      )}
      <ul class="plain guests">
        {guests.map((guest) => (
          <li key={guest.person}>
            <p class="guest">
              <a href={`/c/${contest}/entrants/${guest.entrant}`}>{guest.name}</a>{' '}
              <span class={`badge ${guest.approved ? 'quiet' : 'bad'}`}>
                {guest.approved ? t('roster.is-guest') : t('roster.waits')}
              </span>
              <Taken guest={guest} rows={rows} />
            </p>
            <div class="row-actions">
              {likelyRows(guest.name, free).map((row, i) => (
                <Action
                  key={row.id}
                  class={i === 0 ? 'main' : undefined}
                  sure={t('roster.tie-sure', { person: guest.name, name: row.name, id: row.id })}
                  run={async () => await tie([[guest, row]])}
                >
                  {t('roster.tie-to', { name: row.name, id: row.id })}
                </Action>
              ))}
              {!guest.approved && (
                <Action
                  sure={t('roster.let-in-sure', { person: guest.name })}
                  label={`${t('roster.let-in')}: ${guest.name}`}
                  run={async () => {
                    await ask('extend', { params: { contest, entrant: guest.entrant }, body: { approved: true } });
                    await reload();
                  }}
                >
                  {t('roster.let-in')}
                </Action>
              )}
            </div>
            {free.length > 0 && <OtherRow guest={guest} free={free} tie={(row) => tie([[guest, row]])} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A hint that someone else already has the row with this name, or that one person has two accounts. */
function Taken({ guest, rows }: { guest: Guest; rows: readonly Row[] }): JSX.Element | null {
  const [row] = likelyRows(guest.name, rows);
  if (!row?.is) return null;
  return <small class="hint">{t('roster.is-taken', { name: row.name, id: row.id, person: row.is.name })}</small>;
}

/** A list of all free rows, in which no row is preselected. */
function OtherRow(props: { guest: Guest; free: readonly Row[]; tie(row: Row): Promise<void> }): JSX.Element {
  const { guest, free } = props;
  return (
    <Form
      class="inline other-row"
      submit={t('roster.tie')}
      quiet
      label={`${t('roster.other-row')}: ${guest.name}`}
      onSubmit={async ({ row }) => {
        const chosen = free.find(({ id }) => id === row);
        if (chosen) await props.tie(chosen);
      }}
    >
      <Choice
        label={t('roster.other-row')}
        name="row"
        options={[['', '…'], ...free.map(({ id, name }) => [id, `${name} · ${id}`] as const)]}
      />
    </Form>
  );
}

function AddRow({ contest, reload }: { contest: Contest; reload(): Promise<void> }): JSX.Element {
  const [added, setAdded] = useState<string>();
  return (
    <Card title={t('roster.add')}>
      <Form
        submit={t('roster.add')}
        quiet
        again
        beside={added !== undefined && <span role="status">{t('roster.is-added', { name: added })}</span>}
        onSubmit={async ({ id, name, group, team = null }) => {
          await ask('addRow', { params: { contest: contest.slug }, body: { id, name, group, team } });
          await reload();
          // The name is set last, so that the form for the next row is empty when the message appears.
          setAdded(name);
        }}
      >
        <Field label={t('roster.id')} name="id" required maxLength={100} hint={t('roster.id-hint')} />
        <Field label={t('name')} name="name" required maxLength={100} />
        <Field label={t('group')} name="group" maxLength={100} />
        {hasTeams(contest) && <Field label={t('team')} name="team" maxLength={60} />}
      </Form>
    </Card>
  );
}
