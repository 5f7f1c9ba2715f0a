import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { inRevision } from '@ludus/game/replay.ts';
import type { ProblemCode, ProblemValues } from '../api/problems.ts';
import type { RoundForm } from '../api/rounds.ts';
import { fillerOf, fuelRuleOf, type GameCatalog, kitIn } from '../game-catalog.ts';
import { commitmentOf } from '../rounds/chance.ts';
import type { RoundTerms } from '../rounds/terms.ts';
import { sidesOfBoard } from '../sides.ts';
import { announce } from '../store/rows.ts';
import type { Row, Tx } from '../store/schema.ts';

/** Thrown for an error in a form. Names the field with the error. */
export class FormError extends Error {
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

/**
 * Announces a round: fixes its terms, draws a secret, and publishes the secret's hash. Returns the round's number. The
 * contest's row must be locked.
 */
export async function announceRound(
  tx: Tx,
  catalog: GameCatalog,
  engine: string,
  contest: Row<'contests'>,
  form: RoundForm,
): Promise<number> {
  const terms = await termsOf(tx, catalog, engine, contest, form);
  const deadline = new Date(form.deadline);
  const lateUntil = form.lateUntil === null ? null : new Date(form.lateUntil);
  if (lateUntil !== null && lateUntil < deadline) throw new FormError('lateUntil', 'round/late');
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
  catalog: GameCatalog,
  engine: string,
  contest: Row<'contests'>,
  form: RoundForm,
): Promise<RoundTerms> {
  const kit = kitIn(catalog, contest.form.game);
  const fillers = form.fillers ?? [contest.form.qualify.builtin ?? fillerOf(kit)];
  const unknown = fillers.find((filler) => !kit.players.some(({ name }) => name === filler));
  if (unknown !== undefined) throw new FormError('fillers', 'game/player', { game: kit.game.title, player: unknown });
  const all = await tx
    .selectFrom('boards')
    .select(['name', 'text', 'seats'])
    .where('contest', '=', contest.id)
    .where('state', '=', 'in')
    .orderBy('id')
    .execute();
  const missing = form.boards?.find((name) => !all.some((board) => board.name === name));
  if (missing !== undefined) throw new FormError('boards', 'board/none', { where: contest.form.title, board: missing });
  const boards = form.boards === undefined ? all : all.filter(({ name }) => form.boards?.includes(name));
  const game = inRevision(kit.game, contest.form.revision);
  const [first, ...others] = boards.map((board) => sidesOfBoard(game, board));
  if (first === undefined || first.sides < 2 || others.some((each) => !isDeepStrictEqual(each, first)))
    throw new FormError('boards', 'round/seats');
  const { format, counts, playOn, order, marks } = form;
  const fuel = fuelRuleOf(kit, contest.form);
  return {
    game: contest.form.game,
    ...(contest.form.revision !== undefined && { revision: contest.form.revision }),
    seats: first.sides,
    ...(first.teams && { teams: [...first.teams] }),
    boards: boards.map(({ name, text }) => ({ name, text })),
    seconds: fuel.seconds,
    ...(fuel.factors && { factors: fuel.factors }),
    engine,
    format,
    counts,
    playOn,
    order,
    fillers,
    marks,
  };
}
