import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { keep, readKept } from '../data/browser-storage.ts';
import { ca } from '../words/ca.ts';
import { en, type Words } from '../words/en.ts';
import { es } from '../words/es.ts';
import { words } from '../words/words.ts';

/** Languages with their native names. */
const LANGUAGES: Readonly<Record<string, { readonly name: string; readonly words: Words }>> = {
  en: { name: 'English', words: en },
  ca: { name: 'Català', words: ca },
  es: { name: 'Español', words: es },
};
const KEPT = 'language';

const language = signal('en');

/**
 * Shows the page in the language that the user chose on the page, or else in `given`, or else in the browser's
 * language.
 */
export function followLanguage(given: string | null | undefined): void {
  const wanted = [readKept(KEPT), given, ...navigator.languages.map((each) => each.slice(0, 2))];
  language.value = wanted.find((each): each is string => Object.hasOwn(LANGUAGES, String(each))) ?? 'en';
  effect(() => {
    words.value = LANGUAGES[language.value].words;
    document.documentElement.lang = language.value;
    document.title = `${words.value.title} · Ludus`;
  });
}

export function LanguageChoice(): JSX.Element {
  return (
    <label class="room-language">
      {words.value.language}
      <select
        value={language.value}
        onChange={(event) => {
          language.value = event.currentTarget.value;
          keep(KEPT, language.value);
        }}
      >
        {Object.entries(LANGUAGES).map(([id, { name }]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
