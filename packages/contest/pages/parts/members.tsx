import type { JSX } from 'preact';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { t } from '../i18n/messages.ts';
import { Action } from './action.tsx';
import { Choice, Form } from './form.tsx';

type Line = ReplyOf<'entrants'>[number];

/** A team as the contest's staff see it. Each member can be moved to another team, or removed. */
export function MoveMembers(props: {
  contest: string;
  line: Line;
  all: readonly Line[];
  size: number;
  reload(): Promise<void>;
}): JSX.Element | null {
  const { contest, line, size } = props;
  const { members = [] } = line;
  if (members.length === 0) return null;
  const free = props.all.filter(
    (other) => other.number !== line.number && other.approved && (other.members?.length ?? 0) < size,
  );
  const move = async (person: number, to: number | null) => {
    await ask('moveMember', { params: { contest, person }, body: { to } });
    await props.reload();
  };
  return (
    <ul class="plain members">
      {members.map(({ person, name }) => (
        <li key={person}>
          <span>{name}</span>
          {members.length > 1 && (
            <Action
              class="danger"
              label={`${t('team.take-out')}: ${name}`}
              sure={t('team.take-out-sure', { name })}
              run={() => move(person, null)}
            >
              {t('team.take-out')}
            </Action>
          )}
          {free.length > 0 && (
            <Form
              class="inline"
              submit={t('team.move')}
              quiet
              label={`${t('team.move-to')}: ${name}`}
              onSubmit={async ({ to }) => {
                if (to !== '') await move(person, Number(to));
              }}
            >
              <Choice
                label={t('team.move-to')}
                name="to"
                options={[['', '…'], ...free.map((other) => [String(other.number), other.name] as const)]}
              />
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
