import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { CHARACTERS_AT_ONCE, type SimilarReply, SOURCES_AT_ONCE } from '../../api/similar.ts';
import { type ChosenFile, portions, sourcesOf } from '../data/added-sources.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { instantOf } from '../data/phase.ts';
import { many, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { Card } from '../parts/page.tsx';
import { When } from '../parts/when.tsx';

type Collections = SimilarReply['collections'];
const WAYS = ['folder', 'files', 'contest', 'template'] as const;
type ComparisonSource = (typeof WAYS)[number];

/**
 * The sources that were added for comparison (earlier contests, and files that entrants were given), and a form to add
 * more sources.
 */
export function ComparedWith(props: {
  contest: string;
  /** Whether the user may add more sources. */
  changes: boolean;
  collections: Collections;
  reload(): Promise<void>;
}): JSX.Element {
  return (
    <Card title={t('similar.with')}>
      <p class="hint">{t('similar.with-hint')}</p>
      {props.collections.length > 0 && (
        <ul class="plain rows">
          {props.collections.map((each) => (
            <li key={each.id}>
              <strong>{each.label}</strong>
              <span class="badge quiet">{each.kind === 'template' ? t('similar.template') : t('similar.earlier')}</span>
              <span class="hint">
                {each.contest && <a href={`/c/${each.contest}`}>{each.contest}</a>}{' '}
                {many('similar.sources', each.sources)}
                {each.goes && (
                  <>
                    {' '}
                    · {t('similar.goes')} <When at={each.goes} />
                  </>
                )}
              </span>
              <span class="space" />
              <Action
                class="quiet"
                sure={t('similar.remove-sure')}
                label={`${t('people.delete')}: ${each.label}`}
                run={async () => {
                  await ask('removeCollection', { params: { contest: props.contest, collection: each.id } });
                  await props.reload();
                }}
              >
                {t('people.delete')}
              </Action>
            </li>
          ))}
        </ul>
      )}
      {props.changes && <Add contest={props.contest} reload={props.reload} />}
    </Card>
  );
}

function Add({ contest, reload }: { contest: string; reload(): Promise<void> }): JSX.Element {
  const others = useLoad('contests', {});
  const [way, setWay] = useState<ComparisonSource>('folder');
  const [added, setAdded] = useState<{ taken: number; left: number }>();
  const chosen = useRef<readonly ChosenFile[]>([]);
  const rest = (others.value ?? []).filter(({ slug }) => slug !== contest);
  return (
    <>
      <h3>{t('similar.add')}</h3>
      <Form
        key={added === undefined ? '' : `${added.taken} ${added.left}`}
        submit={t('similar.add-it')}
        quiet
        onSubmit={async ({ label, goes, other }) => {
          const { sources, left } = way === 'contest' ? { sources: [], left: 0 } : await sourcesOf(chosen.current);
          const params = { contest };
          if (way === 'contest' || sources.length > 0) {
            const { id } = await ask('addCollection', {
              params,
              body: {
                kind: way === 'template' ? 'template' : 'earlier',
                label,
                contest: way === 'contest' ? other : null,
                goes: instantOf(goes ?? ''),
              },
            });
            for (const portion of portions(sources, { sources: SOURCES_AT_ONCE, characters: CHARACTERS_AT_ONCE }))
              await ask('addSources', { params: { ...params, collection: id }, body: { sources: portion } });
          }
          setAdded({ taken: sources.length, left });
          chosen.current = [];
          await reload();
        }}
      >
        <Choice
          label={t('similar.what')}
          name="way"
          value={way}
          options={WAYS.filter((each) => each !== 'contest' || rest.length > 0).map(
            (each) => [each, t(`similar.way.${each}`)] as const,
          )}
          onChange={(next) => {
            setWay(next as ComparisonSource);
            chosen.current = [];
          }}
        />
        <Field
          label={way === 'template' ? t('name') : t('similar.year')}
          name="label"
          required
          maxLength={60}
          placeholder={way === 'template' ? 'AINull.cc' : '2024'}
        />
        {way === 'contest' ? (
          <Choice label={t('contest')} name="other" options={rest.map(({ slug, title }) => [slug, title] as const)} />
        ) : (
          <Files key={way} folder={way === 'folder'} onChoose={(files) => (chosen.current = files)} />
        )}
        {way !== 'template' && <Field label={t('similar.goes-on')} name="goes" type="datetime-local" />}
      </Form>
      {added && way !== 'contest' && (
        <p class={`notice ${added.taken > 0 ? 'good' : 'bad'}`} role="status">
          {many('similar.sources', added.taken)}
          {added.left > 0 && <>, {many('similar.left', added.left)}</>}
        </p>
      )}
    </>
  );
}

function Files(props: { folder: boolean; onChoose(files: readonly ChosenFile[]): void }): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.folder ? t('similar.folder') : t('similar.files')}</label>
      <input
        id={id}
        type="file"
        required
        multiple
        aria-describedby={`${id}-hint`}
        {...(props.folder && { webkitdirectory: true })}
        onChange={({ currentTarget }) =>
          props.onChoose(
            [...(currentTarget.files ?? [])].map((file) => ({
              // The file's path, without the name of the folder that the user chose.
              path: file.webkitRelativePath.split('/').slice(1).join('/') || file.name,
              text: () => file.text(),
            })),
          )
        }
      />
      <p class="hint" id={`${id}-hint`}>
        {props.folder ? t('similar.folder-hint') : t('similar.files-hint')}
      </p>
    </div>
  );
}
