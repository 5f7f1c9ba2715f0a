import { pick } from '@ludus/game/conformance.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expandMoves, keepingMoves } from '@ludus/lab/moves-file.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { seedOf, sha256OfText } from '../chance.ts';
import type { RoundExport } from '../export/lines.ts';
import { exportOf, type KeptMatch } from '../export/make.ts';
import { shownAt } from '../export/replays.ts';
import { resultFrom } from '../result.ts';
import { due, roundOf } from '../round.ts';
import type { RoundMatch, RoundResult, RoundState, Withdrawal } from '../state.ts';
import type { RoundTerms } from '../terms.ts';
import { madeEntrants, madeSetup } from './made.ts';

/** Returns a board of the small game that these tests use. */
export const pickBoard = (players: number): string => `pick board 1\nplayers ${players}\nrounds 4\nmost 9\n`;

/**
 * Returns a player that picks random numbers; its version determines the smallest number. The player fails
 * occasionally.
 */
function picker(name: string, version: number): AnyRunner {
  return {
    name,
    play(_state: unknown, move: { number: number }, generator: { state: number }) {
      const random = new Lehmer(generator.state);
      if (random.range(0, 25) === 0) throw new PlayerFault('crash', `${name} fell.`);
      move.number = random.range(version % 5, 9);
    },
    budgetUsed: () => 0.25,
  };
}

/** A game, and its players by name and version. */
interface GamePlayers {
  readonly game: AnyGame;
  readonly runner: (name: string, version: number) => AnyRunner;
}

/** Plays a match of a round as the contest does, and keeps its moves. */
function play(match: RoundMatch, terms: RoundTerms, played: GamePlayers): NonNullable<KeptMatch> {
  const game = keepingMoves(played.game);
  const pieces: string[] = [];
  const board = game.readBoard(terms.boards.find(({ name }) => name === match.board)!.text);
  if (!board.ok) throw new Error(board.problem.message);
  const { outcome, verdicts } = playMatchSync({
    game,
    board: board.value,
    seed: seedOf(match.seed),
    key: match.seed,
    limited: true,
    runners: match.seats.map((version, seat) => ({
      ...forwardingRunner(played.runner(shownAt(seat), version)),
      name: shownAt(seat),
      budgetUsed: () => 0.25,
    })),
    record: (text) => pieces.push(text),
  });
  const text = pieces.join('');
  const replay = expandMoves(text, [played.game]);
  if (!replay.ok) throw new Error(replay.problem.message);
  const out = verdicts.map(({ seat }) => seat).sort((a, b) => a - b);
  return { scores: outcome.scores, out, replay: sha256OfText(replay.value), text };
}

/** Plays and exports a full round of `played`, or of the smallest game by default. `annulled`: the annulled matches. */
export function pickedRound(
  terms: RoundTerms,
  entrants: number,
  {
    withdrawn = [],
    annulled = [],
    played = { game: pick, runner: picker },
  }: { withdrawn?: readonly Withdrawal[]; annulled?: readonly number[]; played?: GamePlayers } = {},
): { readonly round: RoundExport; readonly state: RoundState } {
  const setup = madeSetup(terms, entrants, withdrawn);
  const kept = new Map<number, KeptMatch>();
  const results = new Map<number, RoundResult>();
  let state = roundOf(setup, results);
  while (state.open !== undefined) {
    for (const match of due(state, results)) {
      const result = annulled.includes(match.number) ? null : play(match, terms, played);
      kept.set(match.number, result);
      results.set(match.number, result === null ? 'annulled' : resultFrom(match, result));
    }
    state = roundOf(setup, results);
  }
  return { round: exportOf(state, madeEntrants(entrants), kept), state };
}
