import { ProcessStartError } from '@ludus/shell/start-process.ts';
import { sql } from 'kysely';
import type { QueueContext } from '../context.ts';
import { sha256 } from '../queue/chance.ts';
import { beginCheck, PATIENCE } from '../queue/qualify.ts';
import { holdSubmission, moveTo } from '../queue/steps.ts';
import { holdContest, keepBytes } from '../store/rows.ts';
import type { Row } from '../store/schema.ts';
import { stepMessage } from '../store/step-messages.ts';
import { inSeconds } from '../store/times.ts';
import type { BuildResult } from './build.ts';

export type CompileSubmission = (
  game: string,
  submission: Pick<Row<'submissions'>, 'file' | 'source' | 'language'>,
  /** Aborts when the result is no longer needed. */
  signal?: AbortSignal,
) => Promise<BuildResult>;

/** Maximum size of a stored module in bytes. */
const MODULE_BYTES = 32 * 2 ** 20;

/**
 * Returns the next submission to compile. Submissions that a round waits for after its deadline come first. Then comes
 * the entrant whose last turn was longest ago, so that no entrant can delay the others.
 */
async function nextOf({ store }: QueueContext): Promise<{ id: number; contest: number } | undefined> {
  const { rows } = await sql<{ id: number; contest: number }>`
    select s.id, s.contest from submissions s where s.state = 'received'
    order by
      exists (
        select 1 from rounds r where r.contest = s.contest and r.state = 'announced' and r.deadline < clock_timestamp()
          and s.received <= greatest(r.deadline, r.late_until, (select e.closes from entrants e where e.id = s.entrant))) desc,
      (select max(t.at) from steps t join submissions o on o.id = t.submission where o.entrant = s.entrant and t.state = 'compiling') nulls first,
      s.id
    limit 1`.execute(store.db);
  return rows[0];
}

/**
 * Compiles the next submission. Returns false if none is waiting. If the compilation is cancelled, the submission is
 * queued again, and the attempt doesn't count.
 * @throws ProcessStartError if the compiler's process can't start: the submission is queued again, and the attempt
 * doesn't count
 */
export async function buildNext(
  context: QueueContext,
  compile: CompileSubmission,
  signal?: AbortSignal,
): Promise<boolean> {
  const owner = context.server;
  const next = await nextOf(context);
  if (!next) return false;
  const taken = await context.store.transaction(async (tx) => {
    const contest = await holdContest(tx, next.contest);
    const row = await holdSubmission(tx, next.id);
    if (row.state !== 'received') return undefined;
    await moveTo(tx, row, {
      state: 'compiling',
      text: stepMessage('compiling'),
      within: context.compileSeconds,
      owner,
    });
    // While this server compiles the submission, another server can look for the next submission.
    await context.nudge(tx, 'compile');
    const { source } = await tx
      .selectFrom('submissions')
      .select('source')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { row, source, contest };
  });
  if (!taken) return true;
  const { row, source, contest } = taken;
  let built: BuildResult | { readonly broke: string };
  let notStarted: ProcessStartError | undefined;
  try {
    built = await compile(contest.form.game, { ...row, source }, signal);
  } catch (error) {
    if (error instanceof ProcessStartError) notStarted = error;
    built = { broke: error instanceof Error ? error.message : String(error) };
  }
  await context.store.transaction(async (tx) => {
    const held = await holdContest(tx, row.contest);
    const now = await holdSubmission(tx, row.id);
    // Another attempt has started in the meantime.
    if (now.state !== 'compiling' || now.owner !== owner || now.attempts !== row.attempts) return;
    if ('broke' in built && (signal?.aborted || notStarted)) {
      const waits = { state: 'received', owner: null, deadline: inSeconds(PATIENCE) } as const;
      await tx.updateTable('submissions').set(waits).where('id', '=', row.id).execute();
      return;
    }
    if ('broke' in built) {
      const tries = now.attempts + 1;
      await tx.updateTable('submissions').set({ attempts: tries }).where('id', '=', row.id).execute();
      if (tries < 2)
        return await moveTo(tx, now, {
          state: 'received',
          text: stepMessage('compile/again', { why: built.broke }),
          within: PATIENCE,
        });
      return await moveTo(tx, now, { state: 'rejected', text: stepMessage('compile/broke', { why: built.broke }) });
    }
    if (!built.ok) return await moveTo(tx, now, { state: 'rejected', text: built.why });
    if (built.module.length > MODULE_BYTES)
      return await moveTo(tx, now, {
        state: 'rejected',
        text: stepMessage('compile/large', { most: MODULE_BYTES / 2 ** 20 }),
      });
    const hash = sha256(built.module);
    await keepBytes(tx, hash, built.module);
    await beginCheck(tx, context, held, now, hash, built.note);
  });
  if (notStarted) throw notStarted;
  return true;
}
