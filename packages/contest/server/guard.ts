import type { ProblemCode } from '../api/problems.ts';
import { type ContestRole, includesRole, isContestRole, type ServerRole } from '../api/roles.ts';
import { type Route, type Scope, scopesOf } from '../api/route.ts';
import type { Store } from '../store/open.ts';
import type { Row } from '../store/schema.ts';
import { conflict, notAllowed, notFound, RefusalError } from './refusal.ts';
import { rolesIn, serverRoleOf } from './roles.ts';
import { entrantOf } from './team.ts';
import type { TimedCache } from './timed-cache.ts';
import type { Principal } from './who.ts';

/** The facts about an authorised caller. */
export interface Authorization {
  readonly who: Principal;
  readonly person?: Row<'people'>;
  /** Whether the caller is an organiser of the server, with all rights. */
  readonly isOrganiser: boolean;
  /** The contest in the path. */
  readonly contest?: Row<'contests'>;
  /** The caller's role in the contest, if any; an organiser is an owner. */
  readonly role?: ContestRole;
  /** The person's assigned role, even if the caller's token doesn't allow its use. */
  readonly given?: ContestRole;
  /** The caller's entrant in the contest. */
  readonly entrant?: Row<'entrants'>;
  readonly worker?: Row<'tokens'>;
}

/**
 * Admits callers who may use a route, and rejects all others. With `cache`, the contest, entrant, and roles may be
 * slightly outdated.
 */
export async function admit(
  store: Store,
  route: Pick<Route, 'needs' | 'scopes' | 'method' | 'makes' | 'ofArchived'>,
  slug: string | undefined,
  who: Principal,
  cache?: TimedCache,
): Promise<Authorization> {
  const person = who.kind === 'person' ? who.person : undefined;
  const { needs } = route;
  const scopes = who.kind === 'person' ? who.scopes : undefined;
  const isOrganiser = person?.role === 'organiser' && mayOrganise(who);
  const base = { who, isOrganiser, ...(person && { person }) };
  if (needs === 'worker') {
    if (who.kind === 'worker') return { ...base, worker: who.token };
    throw who.kind === 'stranger' ? signIn() : notAllowed('not-allowed/workers');
  }
  // A worker's token can't be used for other routes.
  if (who.kind === 'worker' && needs !== 'public') throw notAllowed('not-allowed/worker-token');
  if (!person && (needs === 'person' || needs === 'organiser' || needs === 'teacher' || isContestRole(needs)))
    throw signIn();
  if (person && needs === 'organiser') mustBe(person, ['organiser'], 'not-allowed/organisers');
  if (person && (needs === 'teacher' || route.makes)) mustBe(person, ['organiser', 'teacher'], 'not-allowed/teacher');
  if (scopes !== undefined) mustBeGoodFor(scopes, scopesOf(route));
  if (slug === undefined) return base;
  const recent = <T>(what: string, find: () => Promise<T>) => (cache ? cache.of(what, find) : find());
  const contest = await recent(`contest ${slug}`, () => contestNamed(store, slug));
  if (!contest) throw needs === 'entrant' && !person ? signIn() : notFound(`contest ${slug}`);
  const own = (of: number) => recent(`entrant ${contest.id} ${of}`, () => entrantOf(store.db, contest.id, of));
  const entrant = person && (await own(person.id));
  const roles = () => recent(`roles ${contest.id}`, () => rolesIn(store.db, contest.id));
  const given = person && (await roles()).get(person.id);
  const role = isOrganiser ? 'owner' : mayOrganise(who) ? given : undefined;
  const found = { ...base, contest, ...(entrant && { entrant }), ...(role && { role }), ...(given && { given }) };
  if ((needs === 'viewer' || isContestRole(needs)) && !contest.form.open && !role && !entrant)
    throw person ? notFound(`contest ${slug}`) : signIn();
  if (isContestRole(needs) && !includesRole(role, needs)) throw notAllowed(`not-allowed/${needs}`);
  if (needs === 'entrant' && !role && !entrant?.approved) {
    if (!person) throw signIn();
    throw entrant ? notAllowed('entrant/waits') : notAllowed('entrant/none');
  }
  if (contest.archived !== null && route.method !== 'GET' && !route.ofArchived) throw conflict('contest/archived');
  return found;
}

/** Checks whether a person may act in their roles. A token needs the scope `organise` for this. */
export const mayOrganise = (who: Principal): boolean =>
  who.kind === 'person' && (who.scopes === undefined || who.scopes.includes('organise'));

/**
 * Checks whether the caller may read the private parts of a submission: owners and the entrant's members may.
 * Assistants and observers who are members read only their own submissions. Otherwise, an assistant, who can move
 * people between teams, could join a team to read its submissions.
 */
export const readsSubmission = (
  { role, given, entrant, person }: Pick<Authorization, 'role' | 'given' | 'entrant' | 'person'>,
  sent: { readonly entrant: number; readonly person: number | null },
): boolean => {
  if (role === 'owner') return true;
  const isHelper = given === 'assistant' || given === 'observer';
  return sent.entrant === entrant?.id && (!isHelper || sent.person === person?.id);
};

function mustBe(person: Row<'people'>, allowed: readonly ServerRole[], code: ProblemCode): void {
  if (!allowed.includes(serverRoleOf(person))) throw notAllowed(code);
}

function mustBeGoodFor(scopes: readonly Scope[], needed: readonly Scope[] | undefined): void {
  if (needed === undefined || needed.some((scope) => scopes.includes(scope))) return;
  if (needed.length === 0) throw notAllowed('token/session');
  throw notAllowed('token/scope', { scope: needed.join(' / ') });
}

const contestNamed = (store: Store, slug: string): Promise<Row<'contests'> | undefined> =>
  store.db.selectFrom('contests').selectAll().where('slug', '=', slug).executeTakeFirst();

const signIn = (): RefusalError => new RefusalError(401, 'sign-in');
