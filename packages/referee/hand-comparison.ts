import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import type { AnyHandPlay, HandArrow, HandPlace } from '@ludus/game/protocol.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { openRecording } from './debug.ts';

/** A person's drafts, which an assistant completed, with their rounds as numbered on the board. */
export type HandDrafts = readonly (readonly [round: number, draft: unknown])[];

/** A match that a person played. Plain data. */
export interface HandPlayedMatch {
  readonly replay: string;
  readonly seat: number;
  /** The revision of the rules in the replay's sidecar. */
  readonly revision?: string | undefined;
  /** Absent if the game has no assistant, so that the person chose the whole move. */
  readonly drafts?: HandDrafts | undefined;
}

/** A person's or a bot's move, described by the choices with which a person would make it. */
export interface HandMove {
  /** The choices' names; empty if there is no choice. */
  readonly text: string;
  /** The cell that the move starts from, if it has one. */
  readonly from?: HandPlace;
  /** The cell that the move leads to, if it has one. */
  readonly to?: HandPlace;
  /** The arrows that show a move with several parts. */
  readonly arrows: readonly HandArrow[];
}

/** One round that the person decided, and the bot's choice in it. */
export interface ComparedRound {
  /** The round, as numbered on the board. */
  readonly round: number;
  readonly person: HandMove;
  readonly code: HandMove;
  readonly agrees: boolean;
}

/** A person's choices compared with a bot's. Plain data. */
export interface HandComparison {
  /** The number of the match's first round on the board. */
  readonly firstRound: number;
  readonly rounds: readonly ComparedRound[];
  /** The reason for the bot's failure, if it failed. No later round is compared. */
  readonly failed?: { readonly round: number; readonly sentence: string };
}

/**
 * Replays a person's match to a bot in the same seat, and compares the choices of both. The bot sees the seat's
 * observations. Rounds without a choice for the person don't count, nor do the moves of the person's assistant.
 *
 * @throws Error with a message if the replay can't be read
 */
export async function compareWithHand(
  { replay, seat, revision, drafts }: HandPlayedMatch,
  games: readonly AnyGame[],
  hand: AnyHandPlay,
  runner: AnyRunner,
): Promise<HandComparison> {
  const opened = openRecording(replay, games, seat, revision);
  if (!opened.ok) throw new Error(describeProblem(opened.problem));
  const { game, firstRound, feed } = opened.value;
  const draftOf = new Map(drafts);
  const rounds: ComparedRound[] = [];
  const { failed } = await feed(runner, {
    onAnswer(state, recorded, now) {
      const round = game.round(state);
      // The draft matters only with an assistant. The draft then also contains the unit that the person controlled.
      const begun = hand.begin(state, seat, hand.assistant === undefined ? undefined : draftOf.get(round));
      const look = hand.look(state, seat, begun);
      if (look.choices.length === 0) return;
      const from = look.choices.find(({ isChosen, place }) => isChosen && place)?.place;
      const read = (move: unknown) => readMove(game, hand, { state, seat, begun, from, move });
      const [person, code] = [read(recorded), read(now)];
      rounds.push({ round, person: person.move, code: code.move, agrees: person.key === code.key });
    },
  });
  return { firstRound, rounds, ...(failed && { failed }) };
}

interface Situation {
  readonly state: unknown;
  readonly seat: number;
  readonly begun: unknown;
  readonly from: HandPlace | undefined;
  readonly move: unknown;
}

/** A move as choices. Moves that look the same to a person have the same `key`. */
function readMove(game: AnyGame, hand: AnyHandPlay, { state, seat, begun, from, move }: Situation) {
  const steps = hand.steps(state, seat, begun, move);
  let draft = begun;
  let start = from;
  let to: HandPlace | undefined;
  for (const [at, id] of steps.entries()) {
    const choice = hand.look(state, seat, draft).choices.find((each) => each.id === id);
    if (at < steps.length - 1) start = choice?.place ?? start;
    else to = choice?.place;
    draft = hand.choose(state, seat, draft, id);
  }
  const written = game.newMove();
  hand.write(state, seat, draft, written, undefined);
  const key = game.move.print(written);
  const arrows = hand.look(state, seat, draft).arrows ?? [];
  const isPlaced = arrows.length === 0;
  return {
    key,
    move: {
      text: steps.length === 1 ? steps[0] : key,
      ...(isPlaced && start && { from: start }),
      ...(isPlaced && to && { to }),
      arrows,
    } satisfies HandMove,
  };
}
