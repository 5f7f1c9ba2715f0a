import { randomBytes } from 'node:crypto';
import type { ContestForm } from '../api/contest.ts';
import type { Tx } from '../store/schema.ts';
import type { Server } from './handler.ts';
import { conflict, wrong } from './refusal.ts';
import { newClassCode } from './secrets.ts';

/** Refuses programs if the server has no full sandbox, since programs run as processes on this machine. */
export function mustBePlayable({ context }: Server, { languages }: ContestForm): void {
  if (languages.includes('program') && context.noPrograms !== undefined)
    throw wrong('languages', 'contest/no-programs', { why: context.noPrograms });
}

/** Inserts a contest with a new code and a new secret; its creator becomes the owner. Returns the contest's id. */
export async function insertContest(
  tx: Tx,
  form: ContestForm,
  owner: number,
  state: 'open' | 'planned' = 'open',
): Promise<number> {
  const row = await tx
    .insertInto('contests')
    .values({
      slug: form.slug,
      form: JSON.stringify(form),
      code: newClassCode(),
      secret: randomBytes(32).toString('hex'),
      state,
    })
    .onConflict((taken) => taken.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw conflict('slug/taken', { slug: form.slug });
  await tx.insertInto('staff').values({ contest: row.id, person: owner, role: 'owner' }).execute();
  return row.id;
}
