import { kitIn, looksBuiltIn } from '../../game-catalog.ts';
import { announce, audit, holdContest, holdPerson } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { beginCode, rightCode } from '../code-throttle.ts';
import type { AuthorizedRequest, Handler, Server } from '../handler.ts';
import { provenRow } from '../issuer-rows.ts';
import { tieRow } from '../link-row.ts';
import { mustHavePassword } from '../password-hashes.ts';
import { RefusalError, tooSoon, wrong } from '../refusal.ts';
import { readClassCode } from '../secrets.ts';
import { beginSession, meOf } from '../session.ts';
import { entrantOf, makeEntrant } from '../team.ts';
import { newPerson } from './new-person.ts';

/** The target of a code: a contest, or a row of its roster. */
interface CodeTarget {
  readonly contest: number;
  readonly row?: Row<'roster'>;
}

/**
 * Joins a contest with its class code, or as a row of its roster with the row's personal code. If the contest has a
 * roster, people without a row must be approved, since their name proves nothing.
 */
export const join: Handler<'join'> = async (server, asked) => {
  const { body, person, request, reply } = asked;
  const { store } = server.context;
  const found = await findCode(server, asked, body.code);
  if (person === undefined) mustHavePassword(server.hasPasswords, 'entrant');
  const password =
    body.password === undefined ? undefined : await server.passwords.hash(body.password, { address: request.ip });
  return await store.transaction(async (tx) => {
    let id = person?.id;
    if (id === undefined) {
      const name = body.name ?? found.row?.name;
      if (name === undefined) throw wrong('name', 'name/missing');
      if (password === undefined) throw wrong('password', 'password/missing');
      id = await newPerson(tx, name, 'entrant', password);
      await beginSession(tx, id, request, reply);
    }
    // Concurrent requests take turns, so that they create only one entrant.
    const row = await holdPerson(tx, id);
    if (!row) throw new RefusalError(401, 'sign-in');
    const contest = await holdContest(tx, found.contest);
    if (contest.state === 'closed') throw new RefusalError(403, 'contest/closed');
    const isChosen = person === undefined && row.name !== found.row?.name;
    if (isChosen && looksBuiltIn(kitIn(server.context.catalog, contest.form.game), row.name))
      throw wrong('name', 'name/builtin', { name: row.name });
    // Of two people who use a personal code at the same time, only one gets the row.
    const listed = found.row?.code && (await rowByCode(tx, found.row.code));
    if (found.row && !listed) throw wrongCode();
    await enterContest(tx, contest, row, listed || undefined);
    return await meOf(tx, row);
  });
};

/** Returns the title of a code's contest, and the name in its row. Refuses if people can no longer join. */
export const openCode: Handler<'openCode'> = async (server, asked) => {
  const { contest, row } = await findCode(server, asked, asked.body.code);
  const { form, state } = await server.context.store.db
    .selectFrom('contests')
    .select(['form', 'state'])
    .where('id', '=', contest)
    .executeTakeFirstOrThrow();
  if (state === 'closed') throw new RefusalError(403, 'contest/closed');
  return { title: form.title, name: row?.name ?? null };
};

async function findCode(
  { context: { store } }: Server,
  { person, request }: Pick<AuthorizedRequest<'join'>, 'person' | 'request'>,
  typed: string,
): Promise<CodeTarget> {
  const origin = person ? { device: `signed in ${person.id}` } : { address: request.ip };
  const again = await beginCode(store, origin);
  if (again) throw tooSoon('code/wait', again);
  const code = readClassCode(typed);
  const contest = await store.db.selectFrom('contests').select('id').where('code', '=', code).executeTakeFirst();
  const row = contest ? undefined : await rowByCode(store.db, code);
  if (!contest && !row) throw wrongCode();
  await rightCode(store, origin);
  return row ? { contest: row.contest, row } : { contest: contest!.id };
}

const wrongCode = (): RefusalError => new RefusalError(403, 'code/wrong', { field: 'code' });

const rowByCode = (db: Database | Tx, code: string): Promise<Row<'roster'> | undefined> =>
  db.selectFrom('roster').selectAll().where('code', '=', code).executeTakeFirst();

/** Makes a person an entrant, if necessary, and assigns the row to the person. */
export async function enterContest(
  tx: Tx,
  contest: Row<'contests'>,
  person: Row<'people'>,
  row: Row<'roster'> | undefined,
): Promise<void> {
  const own = row ?? (await provenRow(tx, contest.id, person.id));
  const rows = own ? [{ id: own.roster_id, name: own.name, person: person.id }] : [];
  if (!(await entrantOf(tx, contest.id, person.id))) {
    const approved = !contest.form.approval && !(await hasRoster(tx, contest.id));
    const id = await makeEntrant(tx, contest, { name: person.name, approved });
    await tx.insertInto('members').values({ entrant: id, person: person.id }).execute();
    await audit(tx, person.id, 'joined', contest.slug, contest.id, rows);
    // Updates the pages of the contest's staff, which show the new entrant.
    await announce(tx, contest.id, 'contest', {}, id);
  } else if (own) await audit(tx, person.id, 'proved a row of a roster', contest.slug, contest.id, rows);
  if (own) await tieRow(tx, contest, own, person.id);
}

async function hasRoster(tx: Tx, contest: number): Promise<boolean> {
  const row = await tx.selectFrom('roster').select('roster_id').where('contest', '=', contest).executeTakeFirst();
  return row !== undefined;
}
