import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { likelyRows } from '../data/likely-rows.ts';
import { useLoad } from '../data/load.ts';
import { instantOf } from '../data/phase.ts';
import { mayChange } from '../data/session.ts';
import { many, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Field, Form } from '../parts/form.tsx';
import { MoveMembers } from '../parts/members.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Page } from '../parts/page.tsx';
import { Listing, OpenRow } from '../parts/table.tsx';
import { local } from './contest-fields.tsx';

type Line = ReplyOf<'entrants'>[number];

/**
 * The list of entrants, where staff approve them, assign groups, and extend deadlines. An observer can only read the
 * list.
 */
export function Entrants({ contest }: { contest: Contest }): JSX.Element {
  const { slug } = contest;
  const all = useLoad('entrants', { params: { contest: slug } }, ['ladder', 'submission', 'contest']);
  const columns = [
    [t('number'), 'number wide-only'] as const,
    t('name'),
    [t('group'), 'wide-only'] as const,
    t('state'),
  ];
  const size = contest.teamSize ?? 1;
  const changes = mayChange(contest, 'assistant');
  // With a roster, approving an entrant also assigns a roster row, which the page names.
  const roster = useLoad('rosterRows', changes ? { params: { contest: slug } } : undefined, ['contest']);
  const rows = roster.value?.rows ?? [];
  const reload = async () => {
    await Promise.all([all.reload(), roster.reload()]);
  };
  const changeOf =
    ({ number }: Line) =>
    async (body: { approved?: boolean; group?: string | null; closes?: string | null; name?: string | null }) => {
      await ask('extend', { params: { contest: slug, entrant: number }, body });
      await all.reload();
    };
  return (
    <Page title={t('tab.entrants')} about={all.value && many('entrants', all.value.length)}>
      <Listing
        label={t('tab.entrants')}
        columns={columns}
        of={all}
        empty={<Nothing contest={contest} text={t('ladder.none')} />}
        keyOf={({ number }) => number}
        textOf={({ name, group, members = [] }) =>
          `${name} ${group ?? ''} ${members.map((each) => each.name).join(' ')}`
        }
      >
        {(line, _, opening) => (
          <OpenRow
            key={line.number}
            name={line.name}
            columns={columns.length}
            opening={opening}
            fixed={!changes}
            cells={
              <Cells
                contest={slug}
                line={line}
                letIn={
                  changes && (
                    <LetIn
                      contest={slug}
                      line={line}
                      rows={rows}
                      alone={() => changeOf(line)({ approved: true })}
                      reload={reload}
                    />
                  )
                }
              />
            }
          >
            {(size > 1 || members(line) > 1) && (
              <MoveMembers contest={slug} line={line} all={all.value ?? []} size={size} reload={all.reload} />
            )}
            <Form
              class="inline"
              submit={t('save')}
              quiet
              onSubmit={async ({ group, closes, name = '' }) => {
                await changeOf(line)({
                  ...(name.trim() !== (line.chosen ?? '') && { name: name.trim() || null }),
                  group: group === '' ? null : group,
                  closes: instantOf(closes),
                });
                opening.set(false);
              }}
            >
              {size > 1 && members(line) > 0 && (
                <Field label={t('team.name')} name="name" maxLength={60} value={line.chosen ?? ''} />
              )}
              <Field label={t('group')} name="group" maxLength={60} value={line.group ?? ''} />
              <Field
                label={t('entrant.extension')}
                name="closes"
                type="datetime-local"
                value={local(line.closes ?? null)}
              />
            </Form>
            {line.approved && (
              <p class="row-actions">
                <Action
                  class="danger"
                  sure={t('entrant.take-out-sure')}
                  run={async () => {
                    await changeOf(line)({ approved: false });
                    opening.set(false);
                  }}
                >
                  {t('entrant.take-out')}
                </Action>
              </p>
            )}
          </OpenRow>
        )}
      </Listing>
    </Page>
  );
}

const members = (line: Line): number => line.members?.length ?? 0;

/** The form that approves a waiting entrant. With a roster, the form suggests a row with a similar name. */
function LetIn(props: {
  contest: string;
  line: Line;
  rows: ReplyOf<'rosterRows'>['rows'];
  alone(): Promise<void>;
  reload(): Promise<void>;
}): JSX.Element {
  const { contest, line, rows, alone, reload } = props;
  const [person] = line.members ?? [];
  if (rows.length === 0 || !person)
    return (
      <Action class="main" run={alone}>
        {t('entrant.approve')}
      </Action>
    );
  const [row] = likelyRows(
    person.name,
    rows.filter(({ is }) => !is),
    1,
  );
  return (
    <span class="row-actions">
      {row ? (
        <Action
          class="main"
          sure={t('roster.tie-sure', { person: person.name, name: row.name, id: row.id })}
          run={async () => {
            const ties = [{ row: row.id, person: person.person }];
            await ask('tieRows', { params: { contest }, body: { ties } });
            await reload();
          }}
        >
          {t('roster.tie-to', { name: row.name, id: row.id })}
        </Action>
      ) : (
        <a class="button" href={`/c/${contest}/roster`}>
          {t('entrant.choose-row')}
        </a>
      )}
      <Action
        class="quiet"
        sure={t('roster.let-in-sure', { person: person.name })}
        label={`${t('roster.let-in')}: ${person.name}`}
        run={alone}
      >
        {t('roster.let-in')}
      </Action>
    </span>
  );
}

function Cells(props: { contest: string; line: Line; letIn: JSX.Element | false }): JSX.Element {
  const { contest, line } = props;
  const { members = [] } = line;
  return (
    <>
      <td class="number wide-only">{line.number}</td>
      <th scope="row" class="breakable">
        <a href={`/c/${contest}/entrants/${line.number}`}>{line.name}</a>
        {members.length > 1 && !members.every((each) => line.name.includes(each.name)) && (
          <small class="hint"> {members.map((each) => each.name).join(', ')}</small>
        )}
        {line.group && <small class="hint narrow-only">{line.group}</small>}
      </th>
      <td class="wide-only">{line.group}</td>
      <td>
        {!line.approved && members.length === 0 ? (
          <span class="badge quiet">{t('entrant.withdrawn')}</span>
        ) : !line.approved ? (
          props.letIn || <span class="badge busy">{t('entrant.waits')}</span>
        ) : line.live === null ? (
          <span class="badge quiet">{t('entrant.nothing')}</span>
        ) : (
          <span class="badge good">
            {t('state.live')} #{line.live}
          </span>
        )}
      </td>
    </>
  );
}
