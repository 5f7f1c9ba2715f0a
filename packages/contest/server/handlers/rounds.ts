import type { z } from 'zod';
import type { combinedRounds, RoundLine, rounds } from '../../api/rounds.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { advanceRound, holdRound } from '../../finals/advance.ts';
import { announceRound, FormError } from '../../finals/announce.ts';
import { exportRound, exportText } from '../../finals/export.ts';
import { forecastOf } from '../../finals/forecast.ts';
import { fieldNow, frozenNow } from '../../finals/freeze.ts';
import { markLines, marksOf } from '../../finals/marks.ts';
import { type RoundProgress, type RoundRow, reached, reachedLately, rowsOf } from '../../finals/plan.ts';
import { shownStep } from '../../finals/show.ts';
import type { NamesLine } from '../../rounds/export/lines.ts';
import { readExport, writeExport } from '../../rounds/export/read.ts';
import { type Combination, combination, type MarkRule } from '../../rounds/marks/rule.ts';
import { reveal } from '../../rounds/reveal.ts';
import { standing } from '../../rounds/standing.ts';
import { announce, audit, holdContest } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import type { Authorization } from '../guard.ts';
import { type AuthorizedRequest, contestOf, DONE, type Handlers, personOf } from '../handler.ts';
import { conflict, missing, notFound, wrong } from '../refusal.ts';
import { type ShownName, shownNames } from '../shown-names.ts';

type Round = Row<'rounds'>;
type RoundRequest = Pick<AuthorizedRequest<'round'>, 'contest' | 'params' | 'role'>;

/** Routes for finals. */
export const roundHandlers: Handlers<keyof typeof rounds> = {
  async rounds({ context }, asked) {
    const all = await context.store.db
      .selectFrom('rounds')
      .selectAll()
      .where('contest', '=', contestOf(asked).id)
      .orderBy('number')
      .execute();
    return await Promise.all(all.map((round) => lineOf(context.store.db, round)));
  },

  async round(server, asked) {
    const { db } = server.context.store;
    return await viewOf(db, await roundOf(db, asked), asked, await shownNames(server, asked));
  },

  async forecastRound({ context }, asked) {
    const { db } = context.store;
    const contest = contestOf(asked);
    const { board: wanted } = asked.query;
    let boards = db
      .selectFrom('boards')
      .select(['text', 'seats'])
      .where('contest', '=', contest.id)
      .where('state', '=', 'in')
      .orderBy('id')
      .limit(1);
    if (wanted !== undefined) boards = boards.where('id', '=', wanted);
    const board = await boards.executeTakeFirst();
    if (!board) throw notFound(`board ${wanted}`);
    return await forecastOf(db, context.catalog, contest, asked.query, board);
  },

  async announceRound(server, asked) {
    const { context } = server;
    if (new Date(asked.body.deadline).getTime() <= Date.now()) throw wrong('deadline', 'round/deadline');
    const round = await context.store.transaction(async (tx) => {
      const contest = await holdContest(tx, contestOf(asked).id);
      const number = await announceRound(tx, context.catalog, context.engine, contest, asked.body).catch((error) => {
        throw error instanceof FormError ? wrong(error.field, error.code, error.values) : error;
      });
      await audit(tx, personOf(asked).id, 'announced a round', `round ${number} of ${contest.slug}`, contest.id);
      return await roundOf(tx, { contest, params: { contest: contest.slug, round: number } });
    });
    server.changed();
    return await viewOf(context.store.db, round, { ...asked, role: 'owner' }, ({ name }) => name);
  },

  async changeRound(server, asked) {
    const { context } = server;
    await context.store.transaction(async (tx) => {
      const contest = await holdContest(tx, contestOf(asked).id);
      const round = await holdRound(tx, (await roundOf(tx, asked)).id);
      await change(tx, contest, round, asked.body);
      const about = `round ${round.number} of ${contest.slug}: ${JSON.stringify(asked.body)}`;
      await audit(tx, personOf(asked).id, 'changed a round', about, contest.id);
      await announce(tx, contest.id, 'round', { number: round.number });
    });
    server.changed();
    return DONE;
  },

  async reveal(server, asked) {
    const { db } = server.context.store;
    const round = await roundOf(db, asked);
    mustBeOver(round, asked);
    const rows = await rowsOf(db, round.id);
    const { state, results } = reachedLately(round, rows);
    const names = await namesOf(db, round.contest, await shownNames(server, asked));
    return [...reveal(state, results)].map((step) =>
      shownStep(
        step,
        (entrant) => nameOf(names, entrant),
        (match) => rows.get(match)?.number ?? 0,
      ),
    );
  },

  async exportRound({ context }, asked) {
    const { db } = context.store;
    const round = await roundOf(db, asked);
    mustBeOver(round, asked);
    // Modules are private to their authors, as sources are, so only owners get them. Only the contest's staff get
    // names.
    const withModules = asked.query.modules === '1' && asked.role === 'owner';
    const withNames = asked.query.names === '1' && asked.role !== undefined;
    const text = withModules
      ? writeExport(await exportRound(db, context.catalog, round, true))
      : await exportText(db, context.catalog, round);
    const content = withNames ? withNamesLine(text, await namesLineOf(db, contestOf(asked), round)) : text;
    return { content, file: `${contestOf(asked).slug}-round-${round.number}.jsonl` };
  },

  async marks({ context }, asked) {
    const { delimiter, decimal } = asked.query;
    const { db } = context.store;
    const { id, slug } = contestOf(asked);
    const { rounds, rule } = await chosenRounds(db, asked, asked.query);
    const style = {
      delimiter: ({ comma: ',', semicolon: ';', tab: '\t' } as const)[delimiter],
      decimal: decimal === 'point' ? ('.' as const) : (',' as const),
      bom: true,
    };
    return { content: await marksOf(db, id, rounds, rule, style), file: `${slug}-marks.csv` };
  },
};

async function change(tx: Tx, contest: Row<'contests'>, round: Round, body: AuthorizedRequest<'changeRound'>['body']) {
  const set = (values: { withdrawn?: string; annulled?: string; state?: Round['state'] }) =>
    tx.updateTable('rounds').set(values).where('id', '=', round.id).execute();
  const mustPlay = () => {
    if (round.state !== 'playing') throw conflict('round/not-playing');
  };
  switch (body.what) {
    case 'annul': {
      mustPlay();
      const row = (await rowsOf(tx, round.id)).get(body.inRound);
      if (row?.state !== 'void') throw conflict('match/not-void', { match: body.inRound });
      await set({ annulled: JSON.stringify([...new Set([...round.annulled, body.inRound])].sort((a, b) => a - b)) });
      return await advanceRound(tx, contest, round.id);
    }
    case 'withdraw': {
      mustPlay();
      const { state } = reached(round, await rowsOf(tx, round.id));
      const line = standing(state).find(({ entrant }) => entrant === body.entrant);
      if (line === undefined) throw notFound(`entrant ${body.entrant} in this final`);
      const isIn = line.out === null && !round.withdrawn.some(({ entrant }) => entrant === body.entrant);
      if (!isIn) throw conflict('round/out', { entrant: body.entrant });
      // The current stage is played to its end; the next stage is drawn without the entrant.
      const stage = state.closed.length + 1;
      return void (await set({ withdrawn: JSON.stringify([...round.withdrawn, { entrant: body.entrant, stage }]) }));
    }
    case 'publish':
      if (round.state === 'published') throw conflict('round/published');
      if (round.state !== 'played') throw conflict('round/not-over');
      return void (await set({ state: 'published' }));
    case 'cancel':
      if (round.state !== 'announced' && round.state !== 'playing') throw conflict('round/over');
      await tx.deleteFrom('matches').where('round', '=', round.id).where('state', 'in', ['queued', 'leased']).execute();
      return void (await set({ state: 'cancelled' }));
  }
}

async function roundOf(
  tx: Database | Tx,
  { contest, params }: Pick<RoundRequest, 'contest' | 'params'>,
): Promise<Round> {
  const round = await tx
    .selectFrom('rounds')
    .selectAll()
    .where('contest', '=', contest!.id)
    .where('number', '=', params.round)
    .executeTakeFirst();
  if (round === undefined) throw notFound(`final ${params.round}`);
  return round;
}

/**
 * Returns the requested rounds, and the rule that combines their marks. Throws an error if one of these rounds isn't
 * finished, or has no marks.
 */
export async function chosenRounds(
  db: Database,
  asked: Authorization,
  { rounds: numbers, take, count, absent }: z.output<typeof combinedRounds>,
): Promise<{ readonly rounds: readonly Round[]; readonly rule: Combination; readonly most: number }> {
  const contest = contestOf(asked);
  const rounds: Round[] = [];
  const rules: MarkRule[] = [];
  for (const number of numbers.split(',').map(Number)) {
    const round = await roundOf(db, { contest, params: { contest: contest.slug, round: number } });
    mustBeOver(round, asked);
    if (round.terms.marks === null) throw conflict('round/no-marks', { round: number });
    rounds.push(round);
    rules.push(round.terms.marks);
  }
  const { step, rounding } = rules[0];
  const rule = combination.safeParse({ take, count, absent: absent ?? null, step, rounding });
  if (!rule.success) throw wrong('absent', 'round/marks', { why: rule.error.issues[0].message });
  return { rounds, rule: rule.data, most: Math.max(...rules.map(({ most }) => most)) };
}

function mustBeOver(round: Round, { role }: Pick<Authorization, 'role'>): void {
  if (round.state === 'published' || (round.state === 'played' && role)) return;
  if (role) throw conflict('round/not-over');
  throw missing('round/unpublished', { round: round.number });
}

async function lineOf(db: Database | Tx, round: Round): Promise<RoundLine> {
  const { played, planned } = await db
    .selectFrom('matches')
    .select(({ fn }) => [
      fn.countAll<number>().as('planned'),
      fn.countAll<number>().filterWhere('state', '=', 'done').as('played'),
    ])
    .where('round', '=', round.id)
    .executeTakeFirstOrThrow();
  const { number, form, state, deadline, late_until, commitment, entrants } = round;
  return {
    number,
    title: form.title,
    state,
    deadline: deadline.toISOString(),
    lateUntil: late_until?.toISOString() ?? null,
    commitment,
    entrants: entrants?.length ?? null,
    played: Number(played),
    planned: Number(planned),
  };
}

async function viewOf(
  tx: Database | Tx,
  round: Round,
  { role, person }: Pick<Authorization, 'role' | 'person'>,
  shown: ShownName,
): Promise<ReplyOf<'round'>> {
  const names = await namesOf(tx, round.contest, shown);
  const rows = round.entrants === null ? new Map<number, RoundRow>() : await rowsOf(tx, round.id);
  const isTold = round.state === 'published' || (role !== undefined && round.entrants !== null);
  const found: RoundProgress | undefined = isTold ? reachedLately(round, rows) : undefined;
  const waiting = round.state === 'announced' ? await frozenNow(tx, round) : undefined;
  return {
    ...(await lineOf(tx, round)),
    terms: round.terms,
    frozen: round.frozen,
    field: (round.entrants ?? []).map((each) => ({ ...each, name: nameOf(names, each.entrant) })),
    without:
      waiting && role
        ? (await fieldNow(tx, round.contest)).without.map(({ number }) => ({
            entrant: number,
            name: nameOf(names, number),
          }))
        : [],
    waitsFor: waiting?.kind === 'waiting' && role ? [...waiting.submissions] : [],
    ...(await extensionsOf(tx, round, role, names)),
    void: role
      ? [...rows.values()]
          .filter(({ state, in_round }) => state === 'void' && !round.annulled.includes(in_round!))
          .map(({ number, in_round, why }) => ({
            match: number,
            inRound: in_round!,
            why: (role === 'owner' && why) || '',
          }))
      : [],
    standing: found ? standing(found.state).map((row) => ({ ...row, name: nameOf(names, row.entrant) })) : [],
    marks:
      role || (person && round.state === 'published')
        ? await personMarks(tx, round, role ? undefined : person?.id)
        : [],
    secret: round.state === 'published' ? round.secret : null,
  };
}

/**
 * Returns each person's mark in a finished round. `only`: the person whose marks are returned; undefined: everyone's
 * marks are returned.
 */
async function personMarks(
  tx: Database | Tx,
  round: Round,
  only: number | undefined,
): Promise<ReplyOf<'round'>['marks']> {
  const { marks } = round.terms;
  if (marks === null || (round.state !== 'played' && round.state !== 'published')) return [];
  const { step, rounding } = marks;
  const lines = await markLines(tx, round.contest, [round], { take: 'last', count: 1, absent: null, step, rounding });
  const seen = only === undefined ? lines : lines.filter(({ person }) => person === only);
  return seen.map(({ id, name, team, entrant, rounds: [reachedPlace], mark }) => ({
    id,
    name,
    team: team || null,
    entrant,
    place: reachedPlace?.place ?? null,
    mark: mark ?? null,
  }));
}

/**
 * Returns the entrants who may still submit to an announced final after its deadline, and the time when the last
 * submission is possible.
 */
async function extensionsOf(
  tx: Database | Tx,
  round: Round,
  role: Authorization['role'],
  names: ReadonlyMap<number, string>,
): Promise<Pick<ReplyOf<'round'>, 'waitsUntil' | 'extended'>> {
  if (round.state !== 'announced') return { waitsUntil: null, extended: [] };
  const rows = await tx
    .selectFrom('entrants')
    .select(['number', 'closes'])
    .where('contest', '=', round.contest)
    .where('closes', '>', round.deadline)
    .orderBy('closes', 'desc')
    .execute();
  const last = Math.max(round.late_until?.getTime() ?? 0, ...rows.map(({ closes }) => closes!.getTime()));
  return {
    waitsUntil: last > round.deadline.getTime() ? new Date(last).toISOString() : null,
    extended: role
      ? rows.map(({ number, closes }) => ({
          entrant: number,
          name: nameOf(names, number),
          until: closes!.toISOString(),
        }))
      : [],
  };
}

async function namesOf(tx: Database | Tx, contest: number, shown: ShownName): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.selectFrom('entrants').select(['number', 'name']).where('contest', '=', contest).execute();
  return new Map(rows.map((entrant) => [entrant.number, shown(entrant)]));
}

function withNamesLine(text: string, names: NamesLine): string {
  const read = readExport(text);
  if (!read.ok) throw new Error(read.problem.message);
  return writeExport({ ...read.value, names });
}

async function namesLineOf(db: Database, { id, slug, form }: Row<'contests'>, round: Round): Promise<NamesLine> {
  // The contest's staff see all names.
  const names = await namesOf(db, id, ({ name }) => name);
  return {
    kind: 'names',
    slug,
    contest: form.title,
    title: round.form.title,
    names: (round.entrants ?? [])
      .map(({ entrant }) => ({ entrant, name: nameOf(names, entrant) }))
      .sort((one, other) => one.entrant - other.entrant),
  };
}

const nameOf = (names: ReadonlyMap<number, string>, entrant: number): string =>
  names.get(entrant) ?? `entrant ${entrant}`;
