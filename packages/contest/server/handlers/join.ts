import { foldName } from '../../store/looks.ts';
import { audit, holdContest, holdPerson, takeNumbers } from '../../store/rows.ts';
import type { Row, Tx } from '../../store/schema.ts';
import type { Handler } from '../handler.ts';
import { hashPassword } from '../passwords.ts';
import { conflict, Refusal, wrong } from '../refusal.ts';
import { readClassCode } from '../secrets.ts';
import { beginSession, meOf } from '../session.ts';
import { newPerson } from './new-person.ts';

/** Anyone who has the class code could make accounts without end. */
const MAX_ENTRANTS = 5000;

/**
 * Takes part in a contest by its class code. A code has 50 bits, so it cannot be guessed in a contest's lifetime. A mistyped code
 * does not slow down others behind the same address.
 */
export const join: Handler<'join'> = async ({ context }, { body, person, request, reply }) => {
  const code = readClassCode(body.code);
  const found = await context.store.db.selectFrom('contests').select('id').where('code', '=', code).executeTakeFirst();
  if (!found) throw new Refusal(403, 'code/wrong', { field: 'code' });
  const password = body.password === undefined ? undefined : await hashPassword(body.password, { address: request.ip });
  return await context.store.transaction(async (tx) => {
    let id = person?.id;
    if (id === undefined) {
      if (body.name === undefined) throw wrong('name', 'name/missing');
      if (password === undefined) throw wrong('password', 'password/missing');
      id = await newPerson(tx, body.name, 'entrant', password);
      await beginSession(tx, id, request, reply);
    }
    // One after the other: anyone who asks twice at once is one entrant.
    const row = await holdPerson(tx, id);
    if (!row) throw new Refusal(401, 'sign-in');
    const contest = await holdContest(tx, found.id);
    if (contest.state === 'closed') throw new Refusal(403, 'contest/closed');
    await enter(tx, contest, row);
    return await meOf(tx, row);
  });
};

/** Makes a person an entrant, if they are not one. */
async function enter(tx: Tx, contest: Row<'contests'>, person: Row<'people'>): Promise<void> {
  const already = await tx
    .selectFrom('members')
    .innerJoin('entrants', 'entrants.id', 'members.entrant')
    .select('entrants.id')
    .where('members.person', '=', person.id)
    .where('entrants.contest', '=', contest.id)
    .executeTakeFirst();
  if (already) return;
  const listed = await tx
    .selectFrom('roster')
    .selectAll()
    .where('contest', '=', contest.id)
    .where('folded', '=', foldName(person.name))
    .executeTakeFirst();
  const number = await takeNumbers(tx, contest.id, 'entrants');
  if (number > MAX_ENTRANTS) throw conflict('contest/full', { most: MAX_ENTRANTS });
  const { id } = await tx
    .insertInto('entrants')
    .values({
      contest: contest.id,
      number,
      name: person.name,
      group_name: listed?.group_name ?? null,
      approved: listed !== undefined || !contest.form.approval,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('members').values({ entrant: id, person: person.id }).execute();
  if (listed && person.roster_id === null)
    await tx.updateTable('people').set({ roster_id: listed.roster_id }).where('id', '=', person.id).execute();
  await audit(tx, person.id, 'joined', contest.slug);
}
