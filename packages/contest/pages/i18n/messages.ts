import { effect, signal } from '@preact/signals';
import { LOCALES, type Locale } from '../../api/locales.ts';
import { keep, readKept } from '../data/browser-storage.ts';
import { ca } from './ca.ts';
import { en } from './en.ts';
import { es } from './es.ts';

type Areas = typeof en;
export type Key = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas];
export type Messages = Readonly<Record<Key, string>>;

/** The languages' names, each in its own language. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', ca: 'Català', es: 'Español' };
const flat = (areas: { readonly [Area in keyof Areas]: Readonly<Record<keyof Areas[Area], string>> }): Messages =>
  Object.assign({}, ...Object.values(areas));
const MESSAGES: Readonly<Record<Locale, Messages>> = { en: flat(en), ca: flat(ca), es: flat(es) };

export const locale = signal<Locale>(firstLocale());

function firstLocale(): Locale {
  const wanted = [readKept('locale'), ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find((each): each is Locale => LOCALES.includes(each as Locale)) ?? 'en';
}

/** Checks whether the user has chosen a language in this browser. */
export const isLocaleKept = (): boolean => readKept('locale') !== null;

export function chooseLocale(next: Locale): void {
  locale.value = next;
  keep('locale', next);
}

export function followLocale(): void {
  effect(() => {
    document.documentElement.lang = locale.value;
  });
}

export type Values = Readonly<Record<string, string | number>>;

/** Returns a message in the chosen language, with its placeholders `{name}` filled in. */
export function t(key: Key, values: Values = {}): string {
  return MESSAGES[locale.value][key].replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : typeof value === 'number' ? number(value) : value;
  });
}

/** The keys of messages that have a singular and a plural form. */
type PluralKey = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;

/** Returns a message for a number, such as `1 match` or `2 matches`. The number replaces the placeholder `{n}`. */
export function many(base: PluralKey, n: number, values: Values = {}): string {
  const form = new Intl.PluralRules(locale.value).select(n) === 'one' ? 'one' : 'other';
  return t(`${base}.${form}` as Key, { n, ...values });
}

/** Checks whether a code from the server has a message. */
export const known = (key: string): key is Key => Object.hasOwn(MESSAGES.en, key);

export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(locale.value, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
/** Formats a list such as `Ann, Bob, and Cid`. */
export const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(locale.value, { type: 'conjunction' }).format(names);
/** Formats a number with at most three decimals. */
export const decimal = (value: number): string => new Intl.NumberFormat(locale.value).format(value);
export const percent = (share: number): string =>
  new Intl.NumberFormat(locale.value, { style: 'percent' }).format(share);

/**
 * Formats a duration such as `5 minutes`, `3 hours`, or `2 days`: rounded up, in the largest unit with a value of at
 * least two.
 */
export function duration(seconds: number): string {
  const [unit, size] = (
    [
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
    ] as const
  ).find(([, size]) => seconds > 2 * size) ?? ['second', 1];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale.value, style).format(Math.max(1, Math.ceil(seconds / size)));
}

/** Formats a time such as `22 Nov, 14:05` in this machine's time zone, with the year if it isn't the current year. */
export const moment = (instant: string | number, now = new Date()): string =>
  new Intl.DateTimeFormat(locale.value, {
    ...(new Date(instant).getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
export const clockTime = (instant: string | number): string =>
  new Intl.DateTimeFormat(locale.value, { timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(instant));

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', Number.POSITIVE_INFINITY],
] as const;

/** Formats a time difference such as `5 minutes ago` or `in 2 days`; both arguments are in milliseconds. */
export function relative(then: string | number, now: number): string {
  let distance = (new Date(then).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' });
  for (const [unit, most] of STEPS) {
    if (Math.abs(Math.round(distance)) < most) return format.format(Math.round(distance), unit);
    distance /= most;
  }
  return '';
}
