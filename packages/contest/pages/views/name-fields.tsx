import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { Field } from '../parts/form.tsx';

/**
 * The fields for a new contest's title and short name. The short name is derived from the title until the user edits
 * it.
 */
export function NameFields(props: { placeholder: string }): JSX.Element {
  const [title, setTitle] = useState('');
  return (
    <div class="fields">
      <TitleField {...props} title={title} onInput={setTitle} />
      <SlugField title={title} />
    </div>
  );
}

export function TitleField(props: { title: string; placeholder: string; onInput(title: string): void }): JSX.Element {
  return (
    <Field
      label={t('contest.title')}
      name="title"
      required
      maxLength={100}
      value={props.title}
      placeholder={props.placeholder}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
  );
}

/** The field for the short name, which is derived from the title unless the user edits it. */
export function SlugField({ title }: { title: string }): JSX.Element {
  const [own, setOwn] = useState<string>();
  const slug = own ?? slugOf(title);
  return (
    <Field
      label={t('contest.slug')}
      name="slug"
      required
      pattern="[a-z0-9]([a-z0-9\-]{0,38}[a-z0-9])?"
      maxLength={40}
      value={slug}
      hint={`${location.origin}/c/${slug}`}
      onInput={(event) => setOwn(event.currentTarget.value)}
    />
  );
}

/** Derives a short name from a title: `Joc d’estrelles` becomes `joc-d-estrelles`. */
function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
}
