import { numberedNames } from '@ludus/game/names.ts';
import { sidesOn, type Teams, teamsOn } from '@ludus/game/teams.ts';
import { type DuelPlan, type DuelResult, needsNewBoards, playDuel } from '@ludus/lab/duels.ts';
import type { MatchRecord, MatchSpec } from '@ludus/lab/results.ts';
import { duelSentence, type Standing } from '@ludus/lab/statistics.ts';
import { kitFor } from '../games/kits.ts';
import { mainFileOf } from '../match/order.ts';
import type { DuelOrder } from './order.ts';

/** The default hypotheses of `ludus duel`: which bot is stronger? */
const HYPOTHESES = { elo0: 0, elo1: 0, alpha: 0.05, beta: 0.05 } as const;

/** The result of a duel. */
export interface DuelEnd extends DuelResult {
  /** The message that `ludus duel` prints for the same pairs. */
  readonly sentence: string;
}

/** `firstSeed`: the seed of the first pair. The pairs have consecutive seeds. `limit`: the maximum number of pairs. */
export interface DuelWish {
  readonly firstSeed: number;
  readonly limit: number;
}

/** The number of players in a match of this duel, one per seat or per team, or a message if the duel is impossible. */
export function seatsOfDuel({ boards, players, ...rules }: DuelOrder): number | string {
  const kit = kitFor(rules);
  if (typeof kit === 'string') return kit;
  const { game } = kit;
  const made = boards.length === 0 ? game.generateBoard?.(1) : undefined;
  if (boards.length === 0 && made === undefined) return `${game.title} has no generated boards. Choose a board`;
  const numbers = new Set(
    boards.length === 0
      ? [sidesOn(game, made)]
      : boards.map(({ text }) => {
          const read = game.readBoard(text);
          return read.ok ? sidesOn(game, read.value) : game.seats[0];
        }),
  );
  if (numbers.size > 1) return `the boards have different numbers of seats: ${[...numbers].sort().join(', ')}`;
  const [seats] = numbers;
  if (players.length > 2 && seats === 2) return 'a match has two seats, so there is no room for another bot';
  return seats;
}

/** The teams on the first board, or on a generated board. All boards of a duel have the same teams. */
function teamsOfDuel({ boards, players: _, ...rules }: DuelOrder): Teams | undefined {
  const kit = kitFor(rules);
  if (typeof kit === 'string') return undefined;
  const { game } = kit;
  if (boards.length === 0) return teamsOn(game, game.generateBoard!(1));
  const read = game.readBoard(boards[0].text);
  return read.ok ? teamsOn(game, read.value) : undefined;
}

/** Plays a duel to its end. To end the duel early, `play` must reject. */
export async function runDuel(
  order: DuelOrder,
  wish: DuelWish,
  play: (spec: MatchSpec) => Promise<MatchRecord>,
  ahead: number,
  onGroup: (standing: Standing) => void = () => {},
): Promise<DuelEnd> {
  const seats = seatsOfDuel(order);
  if (typeof seats === 'string') throw new RangeError(seats);
  const plan: DuelPlan = {
    ...HYPOTHESES,
    ...wish,
    seats,
    teams: teamsOfDuel(order),
    fillers: order.players.length - 2,
    boards: order.boards.length,
  };
  const result = await playDuel(plan, play, ahead, onGroup);
  const [fresh, old] = numberedNames(order.players.map(({ name }) => name));
  return {
    ...result,
    sentence: duelSentence({ fresh, old }, result.standing, plan, result.tally, result.wins, result.boards),
  };
}

/** Whether `ludus duel` without named boards plays each pair of this game on a new board. */
export function makesNewBoards(game: string): boolean {
  const kit = kitFor({ game });
  return typeof kit !== 'string' && needsNewBoards(kit.game);
}

/** The command that plays the same duel. `all`: the duel uses all of the game's boards. */
export function commandOf(
  { game, revision, boards, players, fuel }: DuelOrder,
  { firstSeed, limit }: DuelWish,
  all: boolean,
): string {
  const [fresh, old, ...others] = players.map((player) =>
    player.kind === 'own' ? `./${mainFileOf(player)}` : player.name,
  );
  const words = ['ludus duel', fresh, old, `--game ${game}`];
  if (others.length > 0) words.push(`--vs ${others.join(' ')}`);
  if (boards.length > 0 && !(all && !makesNewBoards(game)))
    words.push(`--boards ${boards.map(({ name }) => name).join(' ')}`);
  if (revision !== undefined) words.push(`--revision ${revision}`);
  words.push(`--limit ${limit}`, `--seed ${firstSeed}`);
  if (fuel?.secret !== undefined) words.push(`--budget fuel --secret ${fuel.secret}`);
  else if (players.some(({ kind }) => kind === 'own')) words.push('--budget none');
  return words.join(' ');
}
