import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { me } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Action, Copy } from '../parts/action.tsx';
import { Choice } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, type Disclosure, Listing, OpenRow } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';

type Line = ReplyOf<'people'>[number];

/** The list of all accounts. */
export function People(): JSX.Element {
  const all = useLoad('people', {});
  const [link, setLink] = useState<{ name: string; link: string }>();
  const columns: readonly Column[] = [
    t('name'),
    [t('people.role'), 'wide-only'],
    [t('people.roster-id'), 'wide-only'],
    [t('tab.contests'), 'wide-only'],
    [t('people.seen'), 'wide-only'],
  ];
  return (
    <Page title={t('tab.people')}>
      {link && (
        <div class="notice good" role="status">
          <p>{t('people.link-made', { name: link.name })}</p>
          <Copy text={new URL(link.link, location.origin).href} label={t('people.link')} />
        </div>
      )}
      <Listing
        label={t('tab.people')}
        columns={columns}
        of={all}
        keyOf={({ id }) => id}
        textOf={({ name, rosterId }) => `${name} ${rosterId ?? ''}`}
      >
        {(person, others, opening) => (
          <OpenRow
            key={person.id}
            name={person.name}
            columns={columns.length}
            opening={opening}
            cells={<Cells person={person} />}
          >
            <Ways person={person} others={others} onLink={setLink} opening={opening} reload={all.reload} />
          </OpenRow>
        )}
      </Listing>
    </Page>
  );
}

function Cells({ person }: { person: Line }): JSX.Element {
  const contests = person.entrants.map(({ contest, number }, i) => (
    <span key={contest}>
      {i > 0 && ', '}
      <a href={`/c/${contest}/entrants/${number}`}>{contest}</a>
    </span>
  ));
  const roles = (
    <>
      {person.role !== 'entrant' && <span class="badge good">{t(`people.${person.role}`)}</span>}
      {person.locked && <span class="badge bad">{t('people.locked')}</span>}
    </>
  );
  return (
    <>
      <th scope="row">
        {person.name}
        <span class="narrow-only hint">
          {roles} {person.rosterId} {contests} {person.seen && <When at={person.seen} />}
        </span>
      </th>
      <td class="wide-only">{roles}</td>
      <td class="wide-only">{person.rosterId}</td>
      <td class="wide-only">{contests}</td>
      <td class="wide-only">{person.seen && <When at={person.seen} />}</td>
    </>
  );
}

/** The actions that the organiser can take on a person. */
function Ways(props: {
  person: Line;
  others: readonly Line[];
  opening: Disclosure;
  onLink(link: { name: string; link: string }): void;
  reload(): Promise<void>;
}): JSX.Element {
  const { person, others, reload } = props;
  const params = { id: person.id };
  const isMe = me.value?.person?.id === person.id;
  const done = async () => {
    props.opening.set(false);
    await reload();
  };
  return (
    <div class="ways">
      <Action
        run={async () => {
          const { link } = await ask('accessLink', { params });
          props.onLink({ name: person.name, link });
        }}
      >
        {t('people.link')}
      </Action>
      {!isMe &&
        (['teacher', 'organiser', 'entrant'] as const)
          .filter((role) => role !== person.role)
          .map((role) => (
            <Action
              key={role}
              run={async () => {
                await ask('setRole', { params, body: { role } });
                await done();
              }}
            >
              {t(role === 'entrant' ? 'people.no-role' : `people.make-${role}`)}
            </Action>
          ))}
      {others.length > 1 && (
        <Merge
          person={person}
          others={others.filter(({ id }) => id !== person.id && id !== me.value?.person?.id)}
          done={done}
        />
      )}
      {!isMe && (
        <Action
          sure={t('people.end-sure', { name: person.name })}
          run={async () => {
            await ask('endAccess', { params });
            await done();
          }}
        >
          {t('people.end')}
        </Action>
      )}
      {!isMe && (
        <Action
          class="danger"
          sure={t('people.delete-sure', { name: person.name })}
          run={async () => {
            await ask('deletePerson', { params });
            await done();
          }}
        >
          {t('people.delete')}
        </Action>
      )}
    </div>
  );
}

/** The form that merges two accounts of one person. The user must first choose the account to delete. */
function Merge(props: { person: Line; others: readonly Line[]; done(): Promise<void> }): JSX.Element | null {
  const { person, others } = props;
  const [chosen, setChosen] = useState('');
  const other = others.find(({ id }) => String(id) === chosen);
  if (others.length === 0) return null;
  return (
    <div class="form inline">
      <Choice
        label={t('people.merge-hint')}
        name="other"
        value={chosen}
        onChange={setChosen}
        options={[['', '—'], ...others.map(({ id, name }) => [String(id), name] as const)]}
      />
      {other && (
        <Action
          key={chosen}
          sure={t('people.merge-sure', { other: other.name, name: person.name })}
          run={async () => {
            await ask('mergePeople', { params: { id: person.id }, body: { other: other.id } });
            await props.done();
          }}
        >
          {t('people.merge')}
        </Action>
      )}
    </div>
  );
}
