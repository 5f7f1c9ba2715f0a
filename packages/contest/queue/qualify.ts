import { parse } from 'node:path';
import { inRevision, readSidecar, type Sidecar } from '@ludus/game/replay.ts';
import { firstSeats } from '@ludus/game/teams.ts';
import { distinctNames, explain } from '@ludus/lab/why.ts';
import { sql } from 'kysely';
import type { AnyKit } from 'ludus/kit.ts';
import type { QueueContext } from '../context.ts';
import { fuelRuleOf, gatekeeperOf, kitIn } from '../game-catalog.ts';
import { collapseSeats, expandSides, isSameSide, type Sides, sidesOfBoard, teamsIn } from '../sides.ts';
import { announce, queueMatches } from '../store/rows.ts';
import type { Row, StoredResult, Tx } from '../store/schema.ts';
import { type StepMessage, stepMessage } from '../store/step-messages.ts';
import type { SubmissionRow } from '../store/submission-row.ts';
import type { SeatInput } from '../words.ts';
import { drawBatches } from './batches.ts';
import { drawKey, drawSeed } from './chance.ts';
import { unpackSidecar, unpackStoredReplay } from './result.ts';
import { holdSubmission, logStep, moveTo } from './steps.ts';

/**
 * Seconds after which an unfinished submission is checked. If the submission is only waiting for its turn or for a
 * worker, nothing is changed.
 */
export const PATIENCE = 600;
/** Maximum number of attempts if machines fail. */
export const MAX_ATTEMPTS = 3;

type SubmissionMatch = Row<'matches'>;

/**
 * Starts the check of a compiled submission: the submission plays once on each side from `sidesToCheck`, and must not
 * fail.
 */
export async function beginCheck(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  submission: SubmissionRow,
  module: string,
  text: StepMessage,
): Promise<void> {
  const quarantined = await tx.selectFrom('quarantine').select('why').where('module', '=', module).executeTakeFirst();
  if (quarantined) {
    await moveTo(tx, submission, {
      state: 'rejected',
      text: stepMessage('check/quarantined', { why: quarantined.why }),
      module,
    });
    return;
  }
  await moveTo(tx, submission, { state: 'checking', text, within: PATIENCE, module });
  const seated: SeatInput = { kind: 'module', module, version: submission.number };
  await queueAgainst(tx, context, contest, submission, seated, 'check');
}

/**
 * Queues matches of a submission against the gatekeeper on all other sides. Boards, seeds, and seats are the same for
 * all submissions. Keys differ, since a replay reveals its key, and the next submission must not know its match's key.
 */
async function queueAgainst(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  submission: SubmissionRow,
  subject: SeatInput,
  kind: 'check' | 'qualify',
): Promise<void> {
  const kit = kitIn(context.catalog, contest.form.game);
  const rival: SeatInput = { kind: 'builtin', name: gatekeeperOf(kit, contest.form.qualify) };
  const rows = await tx
    .selectFrom('boards')
    .select(['name', 'text', 'seats'])
    .where('contest', '=', contest.id)
    .where('state', '=', 'in')
    .orderBy('id')
    .execute();
  const game = inRevision(kit.game, contest.form.revision);
  const boards = rows.map((board) => ({ name: board.name, ...sidesOfBoard(game, board) }));
  const plan =
    kind === 'check'
      ? sidesToCheck(boards)
      : Array.from({ length: contest.form.qualify.matches }, (_, index) => {
          const board = boards[index % boards.length];
          return { board, side: index % board.sides };
        });
  await queueMatches(
    tx,
    contest,
    fuelRuleOf(kit, contest.form),
    plan.map(({ board: { name, sides, teams }, side }, index) => {
      const players = Array.from({ length: sides }, (_, each) => (each === side ? subject : rival));
      return {
        kind,
        board: name,
        seed: drawSeed(contest.secret, kind, index),
        key: drawKey(contest.secret, kind, submission.number, index),
        seats: expandSides(players, teams),
        submission: submission.id,
      };
    }),
  );
}

/**
 * Returns the sides on which a submission is checked: for each combination of sides and teams, all sides of the first
 * board. A side's role may differ between these combinations.
 */
function sidesToCheck<Board extends Sides>(boards: readonly Board[]): { board: Board; side: number }[] {
  const form = ({ sides, teams }: Sides) => `${sides} ${teams}`;
  return boards
    .filter((board, at) => boards.findIndex((other) => form(other) === form(board)) === at)
    .flatMap((board) => Array.from({ length: board.sides }, (_, side) => ({ board, side })));
}

/**
 * Processes a finished match of a check. If the submission failed, it is rejected; after its last match, it plays
 * against the gatekeeper.
 */
export async function afterCheck(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  match: SubmissionMatch & { readonly result: StoredResult },
): Promise<void> {
  if (match.submission === null) return;
  const submission = await holdSubmission(tx, match.submission);
  if (submission.state !== 'checking') return;
  const seat = seatOf(match.seats);
  if (await rejectIfFailed(tx, submission, match, 'check/failed')) return;
  // If a match stays void, `couldNotPlay` decides about the submission.
  if ((await triedMatches(tx, submission.id, 'check')).some(({ state }) => state !== 'done')) return;
  await logStep(
    tx,
    submission.id,
    'checking',
    stepMessage('check/passed', { rounds: match.result.rounds, board: match.board }),
    match.number,
  );
  await beginQualifying(tx, context, contest, submission, collapseSeats([match.seats[seat]])[0], 'qualify/rule');
}

async function beginQualifying(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  submission: SubmissionRow,
  subject: SeatInput,
  code: 'qualify/rule' | 'again/rule',
): Promise<void> {
  const { qualify, game } = contest.form;
  const { wins, matches } = qualify;
  const text = stepMessage(code, { rival: gatekeeperOf(kitIn(context.catalog, game), qualify), wins, matches });
  await moveTo(tx, submission, { state: 'qualifying', text, within: PATIENCE });
  await queueAgainst(tx, context, contest, submission, subject, 'qualify');
}

/**
 * Applies a changed rule for qualifying. A version that won too few matches under the old rule plays the new matches,
 * if its entrant hasn't submitted a newer version. The contest's row must be locked.
 */
export async function qualifyAgain(tx: Tx, context: QueueContext, contest: Row<'contests'>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.id from submissions s
    where s.contest = ${contest.id} and s.state = 'rejected' and s.source is not null
      and not exists (select 1 from submissions newer where newer.entrant = s.entrant and newer.number > s.number)
      and (select code from steps where submission = s.id order by id desc limit 1) = 'qualify/too-few'
    order by s.id`.execute(tx);
  for (const { id } of rows) {
    const submission = await holdSubmission(tx, id);
    const { module, number: version } = submission;
    if (module === null) continue;
    await beginQualifying(tx, context, contest, submission, { kind: 'module', module, version }, 'again/rule');
  }
}

/** Accepts or rejects a submission after all its matches against the gatekeeper. */
export async function afterQualifying(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  match: SubmissionMatch,
): Promise<void> {
  if (match.submission === null) return;
  const submission = await holdSubmission(tx, match.submission);
  if (submission.state !== 'qualifying') return;
  if (match.result) {
    if (await rejectIfFailed(tx, submission, { ...match, result: match.result }, 'qualify/failed')) return;
    await logStep(tx, submission.id, 'qualifying', howItWent(match, match.result), match.number);
  }
  const { ahead, played, waiting } = await qualifyingOf(tx, submission.id);
  if (waiting > 0) {
    const { contest: id, number, state, entrant } = submission;
    return await announce(tx, id, 'submission', { number, state }, entrant);
  }
  const { wins, matches } = contest.form.qualify;
  if (played < matches) return await couldNotPlay(tx, context, contest, match);
  if (ahead < wins) {
    await logWhy(tx, context, contest, submission);
    const text = stepMessage('qualify/too-few', { ahead, matches, wins });
    return await moveTo(tx, submission, { state: 'rejected', text });
  }
  await moveTo(tx, submission, { state: 'in', text: stepMessage('qualify/through', { ahead, matches, wins }) });
  await drawBatches(tx, contest, context.catalog, context.kept);
}

/** Writes into a submission's log why the submission lost against the gatekeeper, for the last match that it lost. */
async function logWhy(
  tx: Tx,
  { catalog }: QueueContext,
  { form }: Row<'contests'>,
  { id, file }: SubmissionRow,
): Promise<void> {
  const matches = await tx
    .selectFrom('matches')
    .innerJoin('submissions', 'submissions.id', 'matches.submission')
    .select(['matches.id', 'matches.number', 'matches.board', 'matches.seats', 'matches.result'])
    .where('matches.submission', '=', id)
    .where('matches.kind', '=', 'qualify')
    .where('matches.state', '=', 'done')
    .whereRef('matches.created', '>=', 'submissions.since')
    .orderBy('matches.number', 'desc')
    .execute();
  const lost = matches.find(({ seats, result }) => !isAhead(seats, result!));
  if (!lost) return;
  const { number, board, seats } = lost;
  const kept = await tx
    .selectFrom('replays')
    .select(['replay', 'sidecar'])
    .where('match', '=', lost.id)
    .executeTakeFirst();
  const names = distinctNames(seats.map((seat) => (seat.kind === 'builtin' ? seat.name : parse(file).name)));
  const why = kept && (await whyOf(kitIn(catalog, form.game), kept, seatOf(seats), names));
  if (why) await logStep(tx, id, 'qualifying', stepMessage('qualify/why', { board, why }), number);
}

/**
 * Returns the first sentences of a match's explanation; undefined if it can't be explained, since an error must not
 * prevent storing the result. Without the curve, an explanation costs about as much as the check of one answer.
 */
async function whyOf(
  kit: AnyKit,
  { replay, sidecar }: { readonly replay: Uint8Array; readonly sidecar: Uint8Array },
  seat: number,
  names: readonly string[],
): Promise<string | undefined> {
  try {
    const read = readSidecar(await unpackSidecar(sidecar).catch(() => ''));
    const logs: Sidecar['log'] = read.ok ? read.value.log : undefined;
    const why = explain(kit, await unpackStoredReplay(replay), seat, { names, logs, isQuick: true });
    return why.ok ? why.value.sentences.slice(0, MAX_SENTENCES).join(' ') : undefined;
  } catch {
    return undefined;
  }
}
const MAX_SENTENCES = 3;

/** Counts the matches against the gatekeeper in a submission's last attempt. */
export async function qualifyingOf(
  tx: Tx,
  submission: number,
): Promise<{ ahead: number; played: number; waiting: number }> {
  const rows = await triedMatches(tx, submission, 'qualify');
  const done = rows.filter(({ state }) => state === 'done');
  return {
    ahead: done.filter(({ seats, result }) => isAhead(seats, result!)).length,
    played: done.length,
    waiting: rows.filter(({ state }) => state === 'queued' || state === 'leased').length,
  };
}

/** Returns the matches of one kind in a submission's last attempt. */
const triedMatches = (tx: Tx, submission: number, kind: 'check' | 'qualify') =>
  tx
    .selectFrom('matches')
    .innerJoin('submissions', 'submissions.id', 'matches.submission')
    .select(['matches.seats', 'matches.result', 'matches.state'])
    .where('matches.submission', '=', submission)
    .where('matches.kind', '=', kind)
    .whereRef('matches.created', '>=', 'submissions.since')
    .execute();

/** Rejects a submission that failed in this match, regardless of its wins, and drops its other matches. */
async function rejectIfFailed(
  tx: Tx,
  submission: SubmissionRow,
  { seats, board, number, result }: SubmissionMatch & { readonly result: StoredResult },
  code: 'check/failed' | 'qualify/failed',
): Promise<boolean> {
  const seat = seatOf(seats);
  const failed = result.verdicts.find((verdict) => isSameSide(seats, seat, verdict.seat));
  if (!failed) return false;
  const text = stepMessage(code, { round: failed.round, board, sentence: ofItself(failed) });
  await reject(tx, submission, text, number);
  return true;
}

/**
 * Returns a verdict's sentence for a log that states the round separately: without the round, and with “it” instead of
 * the bot's name.
 */
export function ofItself({
  seat,
  round,
  sentence,
}: Pick<StoredResult['verdicts'][number], 'seat' | 'round' | 'sentence'>): string {
  const own = `P${seat + 1} `;
  const told = sentence.startsWith(own) ? `it ${sentence.slice(own.length)}` : sentence;
  // Removes only the last occurrence, since a bot's message may contain earlier occurrences.
  return told.replace(new RegExp(`(.*) in round ${round}\\b`, 's'), '$1');
}

async function reject(tx: Tx, submission: SubmissionRow, text: StepMessage, match?: number): Promise<void> {
  await dropMatches(tx, submission.id);
  await moveTo(tx, submission, { state: 'rejected', text, ...(match !== undefined && { match }) });
}

/** Returns the result of a match against the gatekeeper for the submission's log. */
function howItWent({ seats, board }: SubmissionMatch, result: StoredResult): StepMessage {
  const seat = seatOf(seats);
  const rivals = firstSeats(seats.length, teamsIn(seats)).filter((other) => other !== seat);
  const others = rivals.map((rival) => result.scores[rival]).join(', ');
  return stepMessage(isAhead(seats, result) ? 'qualify/won' : 'qualify/not-won', {
    own: result.scores[seat],
    others,
    board,
  });
}

/** Returns the seat of the tested player; in a team, the team's first seat. */
const seatOf = (seats: readonly SeatInput[]): number => seats.findIndex(({ kind }) => kind === 'module');

/** Checks whether the tested player is alone in first place, and isn't disqualified. */
function isAhead(seats: readonly SeatInput[], { places, verdicts }: StoredResult): boolean {
  const seat = seatOf(seats);
  return places[seat] === 1 && !verdicts.some((verdict) => isSameSide(seats, seat, verdict.seat));
}

/**
 * Processes a match that couldn't be played. Either the submission is rejected, or its check starts again, or an
 * organiser must intervene.
 */
export async function couldNotPlay(
  tx: Tx,
  context: QueueContext,
  contest: Row<'contests'>,
  match: SubmissionMatch,
): Promise<void> {
  if (match.submission === null) return;
  const submission = await holdSubmission(tx, match.submission);
  if (submission.state !== 'checking' && submission.state !== 'qualifying') return;
  const { module } = submission;
  if (module === null) return;
  const quarantined = await tx.selectFrom('quarantine').select('why').where('module', '=', module).executeTakeFirst();
  if (quarantined) return await reject(tx, submission, quarantined.why, match.number);
  if (match.kind === 'check' && match.why !== null && match.losses < 2)
    return await reject(tx, submission, match.why, match.number);
  if (submission.attempts + 1 >= MAX_ATTEMPTS) {
    return await reject(tx, submission, stepMessage('unplayable'));
  }
  await tx
    .updateTable('submissions')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', submission.id)
    .execute();
  await dropMatches(tx, submission.id);
  await beginCheck(tx, context, contest, submission, module, stepMessage('again/match'));
}

/** Voids the unfinished matches of a submission. */
export async function dropMatches(tx: Tx, submission: number): Promise<void> {
  await sql`
    update matches set state = 'void', worker = null, token = null, deadline = null, why = 'no longer wanted'
    where submission = ${submission} and kind in ('check', 'qualify') and state in ('queued', 'leased')`.execute(tx);
}
