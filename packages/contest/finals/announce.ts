import { randomBytes } from 'node:crypto';
import { fillerOf, type House, kitIn, secondsOf } from '../queue/house.ts';
import { commitmentOf } from '../rounds/chance.ts';
import type { RoundTerms } from '../rounds/terms.ts';
import type { RoundForm } from '../server/api/rounds.ts';
import type { ProblemCode, ProblemValues } from '../server/problems.ts';
import { announce } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';

/** An error in a form, and its field. */
export class WrongForm extends Error {
  readonly field: string;
  readonly code: ProblemCode;
  readonly values: ProblemValues;
  constructor(field: string, code: ProblemCode, values: ProblemValues = {}) {
    super(code);
    this.field = field;
    this.code = code;
    this.values = values;
  }
}

/** Announces a round: its terms are fixed, a secret is drawn and committed to. Gives its number. The contest's row is held. */
export async function announceRound(
  tx: Tx,
  house: House,
  engine: string,
  contest: Row<'contests'>,
  form: RoundForm,
): Promise<number> {
  const terms = await termsOf(tx, house, engine, contest, form);
  const deadline = new Date(form.deadline);
  const lateUntil = form.lateUntil === null ? null : new Date(form.lateUntil);
  if (lateUntil !== null && lateUntil < deadline) throw new WrongForm('lateUntil', 'round/late');
  const last = await tx
    .selectFrom('rounds')
    .select('number')
    .where('contest', '=', contest.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const secret = randomBytes(32).toString('hex');
  await tx
    .insertInto('rounds')
    .values({
      contest: contest.id,
      number,
      state: 'announced',
      form: JSON.stringify(form),
      terms: JSON.stringify(terms),
      secret,
      commitment: commitmentOf(secret),
      deadline,
      late_until: lateUntil,
    })
    .execute();
  await announce(tx, contest.id, 'round', { number });
  return number;
}

async function termsOf(
  tx: Tx,
  house: House,
  engine: string,
  contest: Row<'contests'>,
  form: RoundForm,
): Promise<RoundTerms> {
  const kit = kitIn(house, contest.form.game);
  const fillers = form.fillers ?? [contest.form.qualify.builtin ?? fillerOf(kit)];
  const unknown = fillers.find((filler) => !kit.players.some(({ name }) => name === filler));
  if (unknown !== undefined) throw new WrongForm('fillers', 'game/player', { game: kit.game.title, player: unknown });
  const all = await tx
    .selectFrom('boards')
    .select(['name', 'text', 'seats'])
    .where('contest', '=', contest.id)
    .where('state', '=', 'in')
    .orderBy('id')
    .execute();
  const missing = form.boards?.find((name) => !all.some((board) => board.name === name));
  if (missing !== undefined) throw new WrongForm('boards', 'board/none', { where: contest.form.title, board: missing });
  const boards = form.boards === undefined ? all : all.filter(({ name }) => form.boards?.includes(name));
  const seats = boards[0]?.seats ?? 0;
  if (boards.some((board) => board.seats !== seats) || seats < 2) throw new WrongForm('boards', 'round/seats');
  const { format, counts, playOn, order, marks } = form;
  return {
    game: contest.form.game,
    ...(contest.form.revision !== undefined && { revision: contest.form.revision }),
    seats,
    boards: boards.map(({ name, text }) => ({ name, text })),
    seconds: secondsOf(kit, contest.form.seconds),
    engine,
    format,
    counts,
    playOn,
    order,
    fillers,
    marks,
  };
}
