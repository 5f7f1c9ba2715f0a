import { type ContestRole, includesRole } from '../../api/roles.ts';
import type { Submission, submissions } from '../../api/submissions.ts';
import { fuelRuleOf, kitIn } from '../../game-catalog.ts';
import { drawBatches } from '../../queue/batches.ts';
import { drawKey, drawSeed } from '../../queue/chance.ts';
import { liveVersions } from '../../queue/live.ts';
import { qualifyingOf } from '../../queue/qualify.ts';
import { logStep } from '../../queue/steps.ts';
import { expandSides, sidesOfBoard } from '../../sides.ts';
import { announce, audit, holdContest, queueMatches, takeNumbers } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { isOurText, stepMessage, stored } from '../../store/step-messages.ts';
import { SUBMISSION_COLUMNS, type SubmissionRow } from '../../store/submission-row.ts';
import { now } from '../../store/times.ts';
import type { SeatInput } from '../../words.ts';
import { type Authorization, readsSubmission } from '../guard.ts';
import { type AuthorizedRequest, contestOf, DONE, type Handlers, personOf, type Server } from '../handler.ts';
import { entrantNow, receive } from '../receive.ts';
import { conflict, missing, notAllowed, notFound, tooSoon, wrong } from '../refusal.ts';
import { match, matches, replay, sidecar } from './matches.ts';

/** Maximum number of an entrant's waiting challenges. */
const MAX_CHALLENGES = 3;
/** Maximum number of an entrant's undecided boards. */
const MAX_BOARDS = 10;
const { text, code } = stored(stepMessage('hidden'));
const HIDDEN = { text, code, data: null };

export const submissionHandlers: Handlers<keyof typeof submissions> = {
  async submit(server, asked) {
    const entrant = ownEntrant(asked);
    const { context } = server;
    const { row, same } = await context.store.transaction(async (tx) => {
      const sent = { file: asked.query.file, source: asked.body };
      const received = await receive(tx, contestOf(asked).id, entrant, personOf(asked).id, sent);
      if (!received.same) await context.nudge(tx, 'compile');
      return received;
    });
    if (!same) server.changed();
    const [submission] = await show(server, asked, [row]);
    return { submission, same };
  },

  async submissions(server, asked) {
    const contest = contestOf(asked);
    const { entrant: wanted } = asked.query;
    if (wanted !== undefined && !asked.role && wanted !== asked.entrant?.number) throw notFound(`entrant ${wanted}`);
    const number = wanted ?? ownEntrant(asked).number;
    const rows = await server.context.store.db
      .selectFrom('submissions')
      .innerJoin('entrants', 'entrants.id', 'submissions.entrant')
      .select(SUBMISSION_COLUMNS)
      .where('submissions.contest', '=', contest.id)
      .where('entrants.number', '=', number)
      .orderBy('submissions.number', 'desc')
      .limit(200)
      .execute();
    return await show(server, asked, rows);
  },

  async submission(server, asked) {
    const { db } = server.context.store;
    const row = await ownSubmission(db, asked);
    const log = db
      .selectFrom('steps')
      .select(['at', 'state', 'text', 'match', 'code', 'data'])
      .where('submission', '=', row.id)
      .orderBy('id');
    const [[shown], steps] = await Promise.all([show(server, asked, [row]), log.execute()]);
    return {
      ...shown,
      steps: steps.map(({ at, state, match: played, ...step }) => ({
        at: at.toISOString(),
        state,
        ...(played !== null && { match: played }),
        ...shownStep(step, readsSubmission(asked, row)),
      })),
    };
  },

  async source({ context }, asked) {
    const { id, file } = await ownSubmission(context.store.db, asked, 'owner');
    const { source } = await context.store.db
      .selectFrom('submissions')
      .select('source')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (source === null) throw missing('submission/deleted');
    return { content: source, file };
  },

  async takeBack(server, asked) {
    const { context } = server;
    const row = await ownSubmission(context.store.db, asked, 'owner');
    await context.store.transaction(async (tx) => {
      const contest = await holdContest(tx, row.contest);
      if (asked.role !== 'owner') await entrantNow(tx, row.entrant, personOf(asked).id);
      const live = await liveVersions(tx, row.contest);
      if (!live.some(({ submission }) => submission === row.id)) throw conflict('submission/not-live');
      await tx.updateTable('submissions').set({ taken_back: now }).where('id', '=', row.id).execute();
      await logStep(tx, row.id, 'in', stepMessage('taken-back'));
      await announce(tx, row.contest, 'submission', { number: row.number, state: 'in' }, row.entrant);
      await audit(tx, asked.person!.id, 'took back', `submission ${row.number} of ${contest.slug}`, contest.id);
      await drawBatches(tx, contest, context.catalog, context.kept);
    });
    server.changed();
    return DONE;
  },

  async challenge(server, asked) {
    const { context } = server;
    const entrant = ownEntrant(asked);
    const made = await context.store.transaction(async (tx) => {
      const contest = await holdContest(tx, contestOf(asked).id);
      if (contest.state === 'closed') throw notAllowed('contest/closed');
      await entrantNow(tx, entrant.id, personOf(asked).id);
      await mustNotWait(tx, contest.id, entrant);
      const live = await liveVersions(tx, contest.id);
      const seatOf = (number: number): SeatInput => {
        const found = live.find((each) => each.entrant === number);
        if (!found) throw wrong('against', 'challenge/not-live', { entrant: number });
        return { kind: 'module', module: found.module, version: found.version };
      };
      const players = [seatOf(entrant.number), ...asked.body.against.map(seatOf)];
      const boards = await tx
        .selectFrom('boards')
        .select(['id', 'name', 'text', 'seats'])
        .where('contest', '=', contest.id)
        .where('state', '=', 'in')
        .orderBy('id')
        .execute();
      const board = asked.body.board === undefined ? boards[0] : boards.find(({ id }) => id === asked.body.board);
      if (!board) throw wrong('board', 'challenge/board', { board: asked.body.board ?? '' });
      const kit = kitIn(context.catalog, contest.form.game);
      const { sides, teams } = sidesOfBoard(kit.game, board);
      if (players.length > sides) throw wrong('against', 'challenge/seats', { board: board.name, seats: sides });
      const seats = Array.from(
        { length: sides },
        (_, side): SeatInput =>
          players[side] ?? { kind: 'builtin', name: contest.form.qualify.builtin ?? kit.partners.sparring },
      );
      const drawn = await takeNumbers(tx, contest.id, 'events');
      const [number] = await queueMatches(tx, contest, fuelRuleOf(kit, contest.form), [
        {
          kind: 'challenge',
          board: board.name,
          seed: drawSeed(contest.secret, 'challenge', drawn),
          key: drawKey(contest.secret, 'challenge', drawn),
          seats: expandSides(seats, teams),
        },
      ]);
      return number;
    });
    server.changed();
    return { match: made };
  },

  async sendBoard(server, asked) {
    const { context } = server;
    const contest = contestOf(asked);
    // An owner can submit a board without participating.
    const entrant = asked.role === 'owner' ? asked.entrant : ownEntrant(asked);
    const { game } = kitIn(context.catalog, contest.form.game);
    const { name, text } = asked.body;
    const read = game.readBoard(text);
    if (!read.ok) {
      const { line, message } = read.problem;
      throw wrong('text', 'board/wrong', { why: line === undefined ? message : `line ${line}: ${message}` });
    }
    const made = await context.store.transaction(async (tx) => {
      await holdContest(tx, contest.id);
      if (entrant) await entrantNow(tx, entrant.id, personOf(asked).id);
      const sent = await tx
        .selectFrom('boards')
        .select(['name', 'state', 'entrant'])
        .where('contest', '=', contest.id)
        .execute();
      if (sent.some((each) => each.name === name)) throw conflict('board/taken', { name });
      if (entrant && sent.filter((each) => each.entrant === entrant.id && each.state === 'sent').length >= MAX_BOARDS)
        throw conflict('board/many', { most: MAX_BOARDS });
      const row = await tx
        .insertInto('boards')
        .values({
          contest: contest.id,
          name,
          text,
          seats: game.seatsOf(read.value),
          state: 'sent',
          entrant: entrant?.id ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await context.nudge(tx, 'boards');
      await announce(tx, contest.id, 'board', {});
      return row;
    });
    server.changed();
    return made;
  },

  matches,
  match,
  replay,
  sidecar,
};

/** Returns the entrant of an action; staff who don't participate have none. */
function ownEntrant({ entrant }: Pick<AuthorizedRequest<'submit'>, 'entrant'>): Row<'entrants'> {
  if (!entrant) throw notAllowed('entrant/none');
  return entrant;
}

async function mustNotWait(tx: Tx, contest: number, entrant: Row<'entrants'>): Promise<void> {
  const own = (await liveVersions(tx, contest)).find((each) => each.entrant === entrant.number);
  if (!own) throw conflict('submission/none');
  const waiting = await tx
    .selectFrom('matches')
    .select('seats')
    .where('contest', '=', contest)
    .where('kind', '=', 'challenge')
    .where('state', 'in', ['queued', 'leased'])
    .execute();
  const mine = waiting.filter(({ seats: [first] }) => first.kind === 'module' && first.version === own.version);
  if (mine.length >= MAX_CHALLENGES)
    throw tooSoon('challenge/many', new Date(Date.now() + 10_000), { most: MAX_CHALLENGES });
}

/**
 * Returns the caller's submission. Callers without access and without this role get the same error as for a missing
 * submission.
 */
async function ownSubmission(
  db: Database,
  asked: Pick<AuthorizedRequest<'submission'>, 'contest' | 'entrant' | 'person' | 'role' | 'given' | 'params'>,
  needed: ContestRole = 'observer',
): Promise<SubmissionRow> {
  const row = await db
    .selectFrom('submissions')
    .select(SUBMISSION_COLUMNS)
    .where('contest', '=', asked.contest!.id)
    .where('number', '=', asked.params.submission)
    .executeTakeFirst();
  if (!row || !(includesRole(asked.role, needed) || readsSubmission(asked, row)))
    throw notFound(`submission ${asked.params.submission}`);
  return row;
}

async function show({ context }: Server, asked: Authorization, rows: readonly SubmissionRow[]): Promise<Submission[]> {
  const { db } = context.store;
  const contest = contestOf(asked);
  const ownersOf = (some: readonly SubmissionRow[]) => [...new Set(some.map(({ entrant }) => entrant))];
  const owners = ownersOf(rows);
  const { wins, matches: needed } = contest.form.qualify;
  const [versions, entrants, reasons, names] = await Promise.all([
    liveVersions(db, contest.id, ownersOf(rows.filter(({ state }) => state === 'in'))),
    numbersOf(db, owners, asked.entrant),
    reasonsOf(db, rows),
    namesOf(db, rows),
  ]);
  const live = new Set(versions.map(({ submission }) => submission));
  return await Promise.all(
    rows.map(async (row) => {
      const isAt = row.state === 'qualifying';
      const found = isAt ? await context.store.transaction((tx) => qualifyingOf(tx, row.id)) : undefined;
      return {
        number: row.number,
        entrant: entrants.get(row.entrant)!,
        by: names.get(row.person ?? 0) ?? null,
        file: row.file,
        language: row.language,
        size: row.size,
        sha256: row.sha256,
        state: row.state,
        ...whyOf(row, reasons.get(row.id), readsSubmission(asked, row)),
        received: row.received.toISOString(),
        live: live.has(row.id),
        qualifying: found ? { ahead: found.ahead, played: found.played, wins, matches: needed } : null,
      };
    }),
  );
}

/** Returns the number of each entrant in its contest, by the entrant's row id; `known`: the caller's entrant. */
async function numbersOf(
  db: Database,
  ids: readonly number[],
  known: Row<'entrants'> | undefined,
): Promise<Map<number, number>> {
  const others = ids.filter((id) => id !== known?.id);
  const found =
    others.length === 0
      ? []
      : await db.selectFrom('entrants').select(['id', 'number']).where('id', 'in', others).execute();
  return new Map([...found, ...(known ? [known] : [])].map(({ id, number }) => [id, number]));
}

/** Returns the names of the submitters, by person. */
async function namesOf(db: Database, rows: readonly SubmissionRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ person }) => person ?? []))];
  if (ids.length === 0) return new Map();
  const people = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

type Reason = Pick<Row<'steps'>, 'code' | 'data'>;

/** Returns the reasons why submissions were rejected, as the submissions' steps state them. */
async function reasonsOf(db: Database, rows: readonly SubmissionRow[]): Promise<Map<number, Reason>> {
  const rejected = rows.filter(({ state }) => state === 'rejected').map(({ id }) => id);
  if (rejected.length === 0) return new Map();
  const steps = await db
    .selectFrom('steps')
    .select(['submission', 'code', 'data'])
    .where('submission', 'in', rejected)
    .where('state', '=', 'rejected')
    .orderBy('id')
    .execute();
  return new Map(steps.map((step) => [step.submission, step]));
}

/**
 * Returns the text of a step. If the text may quote the source, people without access only see that a text is hidden.
 */
function shownStep(
  step: Reason & { readonly text: string },
  all: boolean,
): { text: string; said?: NonNullable<Submission['said']> } {
  const { text, code, data } = all || isOurText(step) ? step : HIDDEN;
  return { text, ...(code !== null && { said: { code, values: data ?? {} } }) };
}

/** Returns the reason why a submission wasn't accepted. */
function whyOf(
  { why }: SubmissionRow,
  reason: Reason = { code: null, data: null },
  all: boolean,
): Pick<Submission, 'why' | 'said'> {
  if (why === null) return { why: null, said: null };
  const { text, said = null } = shownStep({ ...reason, text: why }, all);
  return { why: text, said };
}
