import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { Field } from '../parts/form.tsx';

/** The title of a new contest, and a short name that follows it until it is changed. */
export function NameFields(props: { placeholder: string }): JSX.Element {
  const [title, setTitle] = useState('');
  const [slug, setSlug] = useState<string>();
  return (
    <div class="fields">
      <Field
        label={t('contest.title')}
        name="title"
        required
        maxLength={100}
        value={title}
        placeholder={props.placeholder}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <Field
        label={t('contest.slug')}
        name="slug"
        required
        pattern="[a-z0-9]([a-z0-9\-]{0,38}[a-z0-9])?"
        maxLength={40}
        value={slug ?? slugOf(title)}
        hint={`${location.origin}/c/${slug ?? slugOf(title)}`}
        onInput={(event) => setSlug(event.currentTarget.value)}
      />
    </div>
  );
}

/** A short name like the title: `Joc d’estrelles` gives `joc-d-estrelles`. */
function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
}
