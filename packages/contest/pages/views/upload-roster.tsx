import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { textOf } from '../data/text-of.ts';
import { many, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Area, Check, Form } from '../parts/form.tsx';
import { Card } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';

type Changes = ReplyOf<'roster'>;

export const summaryOf = ({ added, changed, linked, same }: Changes): string =>
  [
    many('roster.added', added),
    many('roster.changed', changed),
    ...(linked > 0 ? [many('roster.linked', linked)] : []),
    many('roster.same', same),
  ].join(', ');

/**
 * The form for a course's list, which the user uploads as a file or pastes. The form shows the changes before they are
 * saved.
 */
export function UploadRoster(props: { contest: string; isFirst: boolean; reload(): Promise<void> }): JSX.Element {
  const { contest } = props;
  const [text, setText] = useState('');
  const [windows, setWindows] = useState(false);
  const [preview, setPreview] = useState<{ csv: string; changes: Changes }>();
  const [done, setDone] = useState<string>();
  const file = useId();
  const open = async (chosen: File | undefined) => {
    if (!chosen) return;
    const read = textOf(new Uint8Array(await chosen.arrayBuffer()));
    setText(read.text);
    setWindows(read.windows);
  };
  return (
    <Card title={props.isFirst ? t('roster.upload') : t('roster.upload-again')}>
      {preview ? (
        <Preview
          changes={preview.changes}
          cancel={() => setPreview(undefined)}
          take={async (remove) => {
            const changes = await ask('roster', { params: { contest }, body: { csv: preview.csv, remove } });
            setDone(remove ? `${summaryOf(changes)}, ${many('roster.removed', changes.removed)}` : summaryOf(changes));
            setPreview(undefined);
            setText('');
            setWindows(false);
            await props.reload();
          }}
        />
      ) : (
        <>
          <p class="hint">{t('roster.hint')}</p>
          <Form
            submit={t('roster.preview')}
            quiet
            onSubmit={async ({ csv }) => {
              setDone(undefined);
              setPreview({ csv, changes: await ask('roster', { params: { contest }, body: { csv, preview: true } }) });
            }}
            beside={done && <span role="status">{done}</span>}
          >
            <div class="field">
              <label for={file}>{t('roster.file')}</label>
              <input
                id={file}
                type="file"
                accept=".csv,text/csv"
                onChange={(event) => void open(event.currentTarget.files?.[0])}
              />
            </div>
            <Area
              label={t('roster.text')}
              name="csv"
              rows={5}
              code
              placeholder={'id,name,group\n1001,Anna Puig,A'}
              value={text}
              onInput={setText}
            />
            {windows && (
              <p class="notice" role="status">
                {t('roster.windows')}
              </p>
            )}
          </Form>
        </>
      )}
    </Card>
  );
}

/** The changes that a new list would make, with the buttons to save or cancel them. */
export function Preview(props: {
  changes: Changes;
  cancel(): void;
  take(remove: boolean): Promise<void>;
}): JSX.Element {
  const { changes } = props;
  const [remove, setRemove] = useState(false);
  const gone = changes.changes.filter(({ kind, joined }) => kind === 'absent' && !joined).length;
  const teams = changes.changes.some(({ team, before }) => team !== null || (before?.team ?? null) !== null);
  const isNothing = changes.added + changes.changed + changes.linked === 0 && !(remove && gone > 0);
  return (
    <div class="row-ways" role="status">
      <p>{summaryOf(changes)}</p>
      {changes.changes.length > 0 && (
        <div class="tall">
          <Table
            label={t('roster.preview')}
            columns={[
              t('roster.change'),
              [t('roster.id'), 'wide-only'],
              t('name'),
              t('group'),
              ...(teams ? [t('team')] : []),
            ]}
          >
            {changes.changes.map((line) => (
              <tr key={`${line.kind} ${line.id}`}>
                <td>
                  {line.kind !== 'absent' ? (
                    <span class={`badge ${line.kind === 'added' ? 'good' : 'quiet'}`}>
                      {t(`roster.kind-${line.kind}`)}
                    </span>
                  ) : (
                    <span class={`badge ${remove && !line.joined ? 'bad' : 'quiet'}`}>
                      {remove && !line.joined ? t('roster.kind-removed') : t('roster.kind-absent')}
                    </span>
                  )}{' '}
                  {line.joined && <span class="badge quiet">{t('roster.is-in')}</span>}
                </td>
                <td class="wide-only">{line.id}</td>
                <th scope="row">
                  <Was before={line.before?.name} now={line.name} />
                  <span class="narrow-only hint">{line.id}</span>
                </th>
                <td>
                  <Was before={line.before && (line.before.group ?? '–')} now={line.group ?? '–'} />
                </td>
                {teams && (
                  <td>
                    <Was before={line.before && (line.before.team ?? '–')} now={line.team ?? '–'} />
                  </td>
                )}
              </tr>
            ))}
          </Table>
        </div>
      )}
      {gone > 0 && (
        <Check
          label={many('roster.remove-absent', gone)}
          name="remove"
          checked={remove}
          onChange={setRemove}
          hint={t('roster.remove-absent-hint')}
        />
      )}
      <div class="row-actions">
        {isNothing ? (
          <span>{t('roster.nothing')}</span>
        ) : (
          <Action class="main" run={async () => await props.take(remove)}>
            {t('roster.read')}
          </Action>
        )}
        <button type="button" onClick={props.cancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}

/** A changed value, with the previous value. */
function Was({ before, now }: { before: string | null | undefined; now: string }): JSX.Element {
  return before == null || before === now ? (
    <span>{now}</span>
  ) : (
    <>
      <del>{before}</del> <ins>{now}</ins>
    </>
  );
}
