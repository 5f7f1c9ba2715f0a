import type { Tx } from '../../store/schema.ts';

/**
 * Ends what someone has also the session that asks: other sessions and outstanding links always, passkeys and personal tokens if
 * `all`. The person's row is held, so that nothing begun with the old password comes after it.
 */
export async function endAccess(
  tx: Tx,
  person: number,
  { all, except }: { readonly all: boolean; readonly except?: string | undefined },
): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where('person', '=', person);
  await (except === undefined ? sessions : sessions.where('hash', '<>', except)).execute();
  await tx.deleteFrom('links').where('person', '=', person).where('used', 'is', null).execute();
  await tx.deleteFrom('invitations').where('inviter', '=', person).execute();
  if (!all) return;
  await tx.deleteFrom('passkeys').where('person', '=', person).execute();
  await tx.deleteFrom('tokens').where('person', '=', person).execute();
}
