import { pick } from '@ludus/game/conformance.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
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

/** A board of the smallest game. */
export const pickBoard = (players: number): string => `pick board 1\nplayers ${players}\nrounds 4\nmost 9\n`;

/** A player of it: by chance, the better the smaller its version; now and then one fails. */
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

/** Plays a match of a round as the contest does; its moves are kept. */
function playPick(match: RoundMatch, terms: RoundTerms): NonNullable<KeptMatch> {
  const game = keepingMoves(pick);
  const pieces: string[] = [];
  const board = game.readBoard(terms.boards.find(({ name }) => name === match.board)!.text);
  if (!board.ok) throw new Error(board.problem.message);
  const { outcome, verdicts } = playMatchSync({
    game,
    board: board.value,
    seed: seedOf(match.seed),
    key: match.seed,
    limited: true,
    runners: match.seats.map((version, seat) => picker(shownAt(seat), version)),
    record: (text) => pieces.push(text),
  });
  const text = pieces.join('');
  const replay = expandMoves(text, [pick]);
  if (!replay.ok) throw new Error(replay.problem.message);
  const out = verdicts.map(({ seat }) => seat).sort((a, b) => a - b);
  return { scores: outcome.scores, out, replay: sha256OfText(replay.value), text };
}

/** A whole round of the smallest game, played and exported. `annulled`: matches that the organiser gave up. */
export function pickedRound(
  terms: RoundTerms,
  entrants: number,
  { withdrawn = [], annulled = [] }: { withdrawn?: readonly Withdrawal[]; annulled?: readonly number[] } = {},
): { readonly round: RoundExport; readonly state: RoundState } {
  const setup = madeSetup(terms, entrants, withdrawn);
  const kept = new Map<number, KeptMatch>();
  const results = new Map<number, RoundResult>();
  let state = roundOf(setup, results);
  while (state.open !== undefined) {
    for (const match of due(state, results)) {
      const played = annulled.includes(match.number) ? null : playPick(match, terms);
      kept.set(match.number, played);
      results.set(match.number, played === null ? 'annulled' : resultFrom(match, played));
    }
    state = roundOf(setup, results);
  }
  return { round: exportOf(state, madeEntrants(entrants), kept), state };
}
