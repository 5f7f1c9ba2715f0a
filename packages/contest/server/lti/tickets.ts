import { sql } from 'kysely';
import type { Database, Tx } from '../../store/schema.ts';
import { inSeconds, now } from '../../store/times.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { refused } from './platform.ts';

/** A person on the way from a platform to a tab of this server. */
export interface Arrival {
  readonly platform: number;
  readonly subject: string;
  readonly name: string | null;
  readonly rosterId: string | null;
  /** The target contest. */
  readonly contest: number | null;
  /** The contest's link in the person's course. */
  readonly course: number | null;
  readonly isLearner: boolean;
  readonly isTeacher: boolean;
}

/** A link for registering a platform. */
interface Registration {
  readonly by: number;
}
interface TicketData {
  readonly launch: Arrival;
  readonly register: Registration;
}

/** Stores data under a secret that can be used once. */
export async function newTicket<Purpose extends keyof TicketData>(
  db: Database | Tx,
  purpose: Purpose,
  data: TicketData[Purpose],
  seconds: number,
): Promise<{ readonly secret: string; readonly expires: Date }> {
  const secret = newSecret('ll');
  const { expires } = await db
    .insertInto('lti_tickets')
    .values({
      hash: hashSecret(secret),
      purpose,
      data: JSON.stringify(data),
      expires: sql<Date>`${inSeconds(seconds)}`,
    })
    .returning('expires')
    .executeTakeFirstOrThrow();
  return { secret, expires };
}

/** Returns the content of a ticket without using up the ticket. */
export async function ticketOf<Purpose extends keyof TicketData>(
  db: Database | Tx,
  purpose: Purpose,
  secret: string,
): Promise<TicketData[Purpose] | undefined> {
  const found = await db
    .selectFrom('lti_tickets')
    .select('data')
    .where('hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires', '>', now)
    .executeTakeFirst();
  return found?.data as TicketData[Purpose] | undefined;
}

/** Uses up a ticket. If the ticket is used several times at once, only one use succeeds. */
export async function useTicket<Purpose extends keyof TicketData>(
  tx: Tx,
  purpose: Purpose,
  secret: string,
): Promise<TicketData[Purpose] | undefined> {
  const used = await tx
    .deleteFrom('lti_tickets')
    .where('hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires', '>', now)
    .returning('data')
    .executeTakeFirst();
  return used?.data as TicketData[Purpose] | undefined;
}

/**
 * Uses up a nonce. It can be used only once on all servers together, since they share the nonce's row in the database.
 */
export async function useNonce(db: Database | Tx, nonce: string, seconds: number): Promise<void> {
  const row = await db
    .insertInto('lti_nonces')
    .values({ nonce: hashSecret(nonce), expires: sql<Date>`${inSeconds(seconds)}` })
    .onConflict((known) => known.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst();
  if (!row) throw refused('the message was used before');
}
