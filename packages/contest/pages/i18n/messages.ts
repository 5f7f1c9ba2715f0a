import { effect, signal } from '@preact/signals';
import { keep, readKept } from '../data/browser-storage.ts';
import { ca } from './ca.ts';
import { en } from './en.ts';
import { es } from './es.ts';

type Areas = typeof en;
export type Key = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas];
export type Messages = Readonly<Record<Key, string>>;

export const LOCALES = ['en', 'ca', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
/** Each in its own language. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', ca: 'Català', es: 'Español' };
const flat = (areas: { readonly [Area in keyof Areas]: Readonly<Record<keyof Areas[Area], string>> }): Messages =>
  Object.assign({}, ...Object.values(areas));
const MESSAGES: Readonly<Record<Locale, Messages>> = { en: flat(en), ca: flat(ca), es: flat(es) };

export const locale = signal<Locale>(firstLocale());

function firstLocale(): Locale {
  const wanted = [readKept('locale'), ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find((each): each is Locale => LOCALES.includes(each as Locale)) ?? 'en';
}

/** Someone has chosen in this browser. */
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

/** A message in the language that was chosen, with its places `{name}` filled in. */
export function t(key: Key, values: Values = {}): string {
  return MESSAGES[locale.value][key].replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : typeof value === 'number' ? number(value) : value;
  });
}

/** The keys that have a form for one and a form for others. */
type Counted = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;

/** `1 match`, `2 matches`: a message for a number, which it calls `{n}`. */
export function many(base: Counted, n: number, values: Values = {}): string {
  const form = new Intl.PluralRules(locale.value).select(n) === 'one' ? 'one' : 'other';
  return t(`${base}.${form}` as Key, { n, ...values });
}

/** A message where there is one for it: what the server has as a code. */
export const known = (key: string): key is Key => Object.hasOwn(MESSAGES.en, key);

export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(locale.value, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
/** `Ann, Bob, and Cid` */
export const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(locale.value, { type: 'conjunction' }).format(names);
/** With the decimals that it has, three at most. */
export const decimal = (value: number): string => new Intl.NumberFormat(locale.value).format(value);
export const percent = (share: number): string =>
  new Intl.NumberFormat(locale.value, { style: 'percent' }).format(share);

/** `5 minutes`, `3 hours`, `2 days`: rounded up, in the largest unit of which there are two. */
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

/** `22 Nov, 14:05`, by this machine's time zone; with its year where that is another one. */
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

/** `5 minutes ago`, `in 2 days`; both in milliseconds. */
export function relative(then: string | number, now: number): string {
  let distance = (new Date(then).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' });
  for (const [unit, most] of STEPS) {
    if (Math.abs(Math.round(distance)) < most) return format.format(Math.round(distance), unit);
    distance /= most;
  }
  return '';
}
