import { sql } from 'kysely';
import { roundForm } from '../api/rounds.ts';
import type { QueueContext } from '../context.ts';
import { announceRound } from '../finals/announce.ts';
import { commitmentOf } from '../rounds/chance.ts';
import type { StorePlace } from '../store/open.ts';
import { holdContest } from '../store/rows.ts';
import { type Progress, progressOf, type Transcript, transcriptOf } from './transcript.ts';

/** The JSON input for the process that runs the server in a chaos run. */
export interface ServerTask {
  readonly place: StorePlace;
  readonly host: string;
  readonly port: number;
  readonly leaseSeconds: number;
  /** Whether the database is older than the workers' data. */
  readonly restored: boolean;
}

/** A message that changes the process's clock from now on. */
export interface ClockOrder {
  readonly kind: 'clock';
  readonly ms: number;
}

/** A request to the process over its channel. The answer has the same number. */
export type ServerQuestion =
  | { readonly kind: 'prepare'; readonly slug: string; readonly secret: string }
  | { readonly kind: 'until'; readonly slug: string; readonly until: number }
  | { readonly kind: 'round'; readonly slug: string; readonly secret: string }
  | { readonly kind: 'progress'; readonly slug: string }
  | { readonly kind: 'events'; readonly slug: string; readonly after: number }
  | { readonly kind: 'transcript'; readonly slug: string };

/** The times at which events were written, by the database's clock, in milliseconds since 1970. */
export type EventTimes = readonly { readonly id: number; readonly at: number }[];
export type ServerAnswer = Progress | Transcript | EventTimes | undefined;

/** The first message from the process, sent when its server listens. */
export interface ServerReadyMessage {
  readonly kind: 'ready';
  readonly organiserSecret: string | undefined;
}

/** Answers a request to the server's process that can't be sent over HTTP. */
export async function answerQuestion(context: QueueContext, question: ServerQuestion): Promise<ServerAnswer> {
  const { slug } = question;
  switch (question.kind) {
    case 'prepare':
      // With the same secret, two contests with the same script have the same result. No wave is drawn before the
      // secret is set by this request.
      await context.store.db
        .updateTable('contests')
        .set({ secret: question.secret, until: 0 })
        .where('slug', '=', slug)
        .execute();
      return undefined;
    case 'until':
      await context.store.db.updateTable('contests').set({ until: question.until }).where('slug', '=', slug).execute();
      return undefined;
    case 'round':
      await announceFinal(context, slug, question.secret);
      return undefined;
    case 'progress':
      return await progressOf(context, slug);
    case 'events': {
      const rows = await context.store.db
        .selectFrom('events')
        .innerJoin('contests', 'contests.id', 'events.contest')
        .select(['events.id', 'events.at'])
        .where('slug', '=', slug)
        .where('events.id', '>', question.after)
        .orderBy('events.id')
        .execute();
      return rows.map(({ id, at }) => ({ id, at: at.getTime() }));
    }
    case 'transcript':
      return await transcriptOf(context, slug);
  }
}

/** Announces the final round with a known secret, unless it has already been announced. */
async function announceFinal(context: QueueContext, slug: string, secret: string): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() + interval '0.5 seconds' as at`.execute(
    context.store.db,
  );
  const form = roundForm.parse({
    title: 'The end',
    deadline: rows[0].at.toISOString(),
    format: { kind: 'last-out', matches: 4, out: 1, outPercent: 40 },
    order: 'drawn',
  });
  await context.store.transaction(async (tx) => {
    const { id } = await tx.selectFrom('contests').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
    const contest = await holdContest(tx, id);
    const there = await tx.selectFrom('rounds').select('id').where('contest', '=', id).executeTakeFirst();
    if (there !== undefined) return;
    await announceRound(tx, context.catalog, context.engine, contest, form);
    await tx
      .updateTable('rounds')
      .set({ secret, commitment: commitmentOf(secret) })
      .where('contest', '=', id)
      .execute();
  });
}
