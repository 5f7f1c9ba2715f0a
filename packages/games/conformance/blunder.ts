import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { explain } from '@ludus/lab/why.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import type { AnyKit } from '../kit.ts';

/**
 * A planted weakness: a built-in player whose moves are made worse in one particular way. The explanation of its match
 * must name this weakness.
 */
export interface Blunder<State, Move> {
  /** `stops-shooting` */
  readonly id: string;
  /** A pattern that the first three sentences of the explanation must match. */
  readonly says: RegExp;
  /** The built-in player whose moves are changed, and its opponents, which take the other seats in turn. */
  readonly base: string;
  readonly others: readonly string[];
  /** Whether this blunder wasn't used while the analysis was developed. */
  readonly isHeldBack?: boolean;
  /** Changes a move in place. `round` counts from 0. */
  spoil(move: Move, state: State, seat: number, round: number): void;
}

// biome-ignore lint/suspicious/noExplicitAny: state and move only travel between the game's own functions
export type AnyBlunder = Blunder<any, any>;

/** Plays a match on a generated board with a blundering player in seat 0, and returns the replay. */
function blunderReplay({ game, players, ladder }: AnyKit, blunder: AnyBlunder, seed: number): string {
  const board = ladder?.board?.(seed) ?? game.generateBoard!(seed);
  const open = (name: string) => players.find((player) => player.name === name)!.open();
  const base = open(blunder.base);
  const spoilt: AnyRunner = {
    ...base,
    name: 'Blunderer',
    play(state, move, generator) {
      base.play(state, move, generator);
      blunder.spoil(move, state, 0, game.round(state));
    },
  };
  for (const key of ['start', 'prepare', 'observeRefusal', 'observeMoves', 'observeFault', 'close'] as const)
    if (base[key])
      Object.assign(spoilt, { [key]: (...args: never[]) => (base[key] as (...all: never[]) => unknown)(...args) });
  const chunks: string[] = [];
  const runners = Array.from({ length: game.seatsOf(board) }, (_, seat) =>
    seat === 0 ? spoilt : open(blunder.others[(seat - 1) % blunder.others.length]),
  );
  playMatchSync({ game, board, seed, runners, record: (text) => chunks.push(text) });
  return chunks.join('');
}

/** The planted weaknesses of a game, loaded from its folder. */
export const blundersOf = async (id: string): Promise<readonly AnyBlunder[]> =>
  ((await import(`../${id}/testing/blunders.ts`)) as { BLUNDERS: readonly AnyBlunder[] }).BLUNDERS;

/** The first three sentences of the explanation, which must name the blunder. */
export function firstSentences(kit: AnyKit, blunder: AnyBlunder, seed = 1): string {
  const why = explain(kit, blunderReplay(kit, blunder, seed), 0, { isQuick: true });
  if (!why.ok) throw new Error(why.problem.message);
  return why.value.sentences.slice(0, 3).join(' ');
}
