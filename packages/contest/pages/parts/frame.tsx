import { Icon, Logo } from '@ludus/viewer/icons.ts';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import { LOCALES, type Locale } from '../../api/locales.ts';
import type { ContestRole } from '../../api/roles.ts';
import { address } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { isOrganiser, may, me, signOut, takesPart } from '../data/session.ts';
import { otherTheme, theme } from '../data/theme.ts';
import { chooseLocale, type Key, LOCALE_NAMES, locale, t } from '../i18n/messages.ts';

/** The frame around every page. `bare`: without menus, for a lecture hall. */
export function Frame(props: {
  contest: Contest | undefined;
  bare: boolean;
  children: ComponentChildren;
}): JSX.Element {
  const { contest } = props;
  if (props.bare)
    return (
      <main id="page" class="bare" tabIndex={-1}>
        {props.children}
      </main>
    );
  return (
    <>
      <a class="skip" href="#page">
        {t('skip')}
      </a>
      <header class="top">
        <a class="home" href="/" aria-label="Ludus">
          <Logo size={24} />
          <span>Ludus</span>
        </a>
        {contest && (
          <a class="contest-name" href={`/c/${contest.slug}`}>
            {contest.title}
          </a>
        )}
        <span class="space" />
        <Tools />
      </header>
      {contest && <Tabs label={contest.title} tabs={contestTabs(contest)} />}
      {!contest && isOrganiser.value && <Tabs label={t('organise')} tabs={ORGANISER_TABS} />}
      <main id="page" tabIndex={-1}>
        {props.children}
      </main>
    </>
  );
}

function Tools(): JSX.Element {
  const person = me.value?.person;
  const choose = (next: Locale) => {
    chooseLocale(next);
    if (me.peek()?.person) void ask('changeMe', { body: { locale: next } }).catch(() => {});
  };
  return (
    <div class="tools">
      <label class="language">
        <span class="visually-hidden">{t('language')}</span>
        <select value={locale.value} onChange={(event) => choose(event.currentTarget.value as Locale)}>
          {LOCALES.map((each) => (
            <option key={each} value={each} lang={each} selected={each === locale.value}>
              {LOCALE_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="icon-button"
        aria-label={theme.value === 'dark' ? t('theme.light') : t('theme.dark')}
        title={theme.value === 'dark' ? t('theme.light') : t('theme.dark')}
        onClick={otherTheme}
      >
        <Icon name={theme.value === 'dark' ? 'sun' : 'moon'} />
      </button>
      {person ? (
        <>
          <a class="person" href="/me" title={t('me')}>
            {person.name}
          </a>
          <button type="button" class="quiet sign-out" onClick={() => void signOut()}>
            {t('sign-out')}
          </button>
        </>
      ) : (
        me.value && (
          <a class="button" href={`/sign-in?to=${encodeURIComponent(address.value.path)}`}>
            {t('sign-in')}
          </a>
        )
      )}
    </div>
  );
}

interface Tab {
  readonly href: string;
  readonly key: Key;
  /** Whether the tab also covers the pages below its address. */
  readonly deep?: boolean;
}

const ORGANISER_TABS: readonly Tab[] = [
  { href: '/', key: 'tab.contests' },
  { href: '/organise/people', key: 'tab.people' },
  { href: '/organise/workers', key: 'tab.workers' },
  { href: '/organise/audit', key: 'tab.audit' },
];

/** Tabs for a contest's staff, with the role that each tab requires. */
const MANAGE_TABS: readonly (readonly [ContestRole, string, Omit<Tab, 'href'>])[] = [
  ['observer', '/manage', { key: 'tab.manage', deep: true }],
  ['assistant', '/roster', { key: 'tab.roster', deep: true }],
  ['observer', '/entrants', { key: 'tab.entrants' }],
  ['owner', '/similar', { key: 'tab.similar' }],
];

function contestTabs({ slug }: Contest): readonly Tab[] {
  const at = (path: string) => `/c/${slug}${path}`;
  return [
    { href: at(''), key: 'tab.ladder' },
    { href: at('/begin'), key: 'tab.begin' },
    ...(takesPart(slug) ? [{ href: at('/mine'), key: 'tab.mine' } as const] : []),
    { href: at('/matches'), key: 'tab.matches', deep: true },
    { href: at('/wins'), key: 'tab.wins' },
    { href: at('/boards'), key: 'tab.boards' },
    { href: at('/rounds'), key: 'tab.rounds', deep: true },
    ...MANAGE_TABS.flatMap(([needed, path, tab]) => (may(slug, needed) ? [{ ...tab, href: at(path) }] : [])),
  ];
}

function Tabs(props: { label: string; tabs: readonly Tab[] }): JSX.Element {
  const { path } = address.value;
  const nav = useRef<HTMLElement>(null);
  // Scrolls to the current tab if not all tabs fit.
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (here) nav.current!.scrollLeft = here.offsetLeft - (nav.current!.clientWidth - here.offsetWidth) / 2;
  }, [path, props.tabs.length]);
  return (
    <nav class="tabs" aria-label={props.label} ref={nav}>
      {props.tabs.map(({ href, key, deep }) => {
        const here = path === href || (deep === true && path.startsWith(`${href}/`));
        return (
          <a key={href} href={href} aria-current={here ? 'page' : undefined}>
            {t(key)}
          </a>
        );
      })}
    </nav>
  );
}
