import { computed, signal } from '@preact/signals';
import type { Contest } from '../../api/contest.ts';
import type { CurrentUser } from '../../api/people.ts';
import { type ContestRole, includesRole } from '../../api/roles.ts';
import { chooseLocale, isLocaleKept } from '../i18n/messages.ts';
import { ask } from './ask.ts';
import { keep } from './browser-storage.ts';
import { now, setClock } from './clock.ts';
import { forgetAll } from './load.ts';
import { phaseOf } from './phase.ts';

/** The signed-in user; undefined until the server has replied. */
export const me = signal<CurrentUser | undefined>(undefined);
export const isOrganiser = computed(() => me.value?.person?.role === 'organiser');

export const mayMakeContests = computed(() => isOrganiser.value || me.value?.person?.role === 'teacher');

/** Returns the user's role in a contest, if there is one. An organiser is an owner of every contest. */
export const roleIn = (contest: string): ContestRole | undefined =>
  isOrganiser.value ? 'owner' : me.value?.roles.find((each) => each.contest === contest)?.role;
export const may = (contest: string, needed: ContestRole): boolean => includesRole(roleIn(contest), needed);
/** Checks whether the user may change a contest; an archived contest can't be changed. */
export const mayChange = ({ slug, archived }: Pick<Contest, 'slug' | 'archived'>, needed: ContestRole): boolean =>
  archived === null && may(slug, needed);

export type OwnEntrant = CurrentUser['entrants'][number];
export const entrantIn = (contest: string): OwnEntrant | undefined =>
  me.value?.entrants.find((each) => each.contest === contest);

/** Checks whether the user participates with submissions. Staff whose entrant waits for approval don't participate. */
export const takesPart = (contest: string): boolean => {
  const own = entrantIn(contest);
  return own !== undefined && (own.approved || roleIn(contest) === undefined);
};

/** Checks whether several people may be one entrant. */
export const hasTeams = ({ teamSize = 1 }: Pick<Contest, 'teamSize'>): boolean => teamSize > 1;

/** Checks whether the user may submit now: while the contest is open, or during an extension. */
export function maySubmit(contest: Pick<Contest, 'slug' | 'state' | 'opens' | 'closes' | 'archived'>): boolean {
  const own = entrantIn(contest.slug);
  const phase = phaseOf(contest, now.value);
  if (!own?.approved || phase === 'closed' || phase === 'archived' || phase === 'planned') return false;
  return phase === 'open' || (own.closes !== null && Date.parse(own.closes) > now.value);
}

/** Sets the user after a sign-in, a sign-out, or a change of the user's data. Forgets the data of a previous user. */
export function setMe(next: CurrentUser): void {
  const before = me.peek();
  const isNew = next.person?.id !== before?.person?.id;
  if (isNew) forgetAll();
  me.value = next;
  // The playground stores bots separately for each account.
  keep('account', String(next.person?.id ?? ''));
  setClock(next.now);
  // A sign-in applies the user's language setting. When a page is opened, a language chosen in this browser takes
  // precedence.
  if (next.person?.locale && isNew && (before !== undefined || !isLocaleKept())) chooseLocale(next.person.locale);
}

export async function refreshMe(): Promise<void> {
  setMe(await ask('me'));
}

export async function signOut(): Promise<void> {
  await ask('signOut');
  await refreshMe();
}
