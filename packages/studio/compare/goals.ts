import { keep, readKept } from '../data/browser-storage.ts';
import type { MatchOrder } from '../match/order.ts';
import { AGREEMENT_GOAL } from './words.ts';

/** The progress of a bot that is compared with a match that the person played. */
export interface HandGoals {
  /** The time of the match, which is the match's key in the store. */
  readonly at: number;
  /** The bot's name. */
  readonly bot: string;
  /** The largest share of rounds in which the bot agreed with the person, 0…1. */
  readonly agreed: number;
  /** The bot's best score in the same match; null if the bot hasn't played the match. */
  readonly scored: number | null;
}

/** A goal and its progress. */
export interface Goal {
  readonly id: 'agree' | 'score' | 'rival';
  readonly text: string;
  readonly state: string;
  readonly isReached: boolean;
}

/**
 * The three goals after a match that the person played. `score`: the person's score. `rival`: the opponent to beat on
 * the practice ladder, if there is one.
 */
export function goalsOf(
  { agreed, scored }: HandGoals,
  score: number,
  rival: string | undefined,
  isRivalBeaten: boolean,
): readonly Goal[] {
  return [
    {
      id: 'agree',
      text: `Agree with yourself in ${percent(AGREEMENT_GOAL)} of the rounds`,
      state: `best so far: ${percent(agreed)}`,
      isReached: agreed >= AGREEMENT_GOAL,
    },
    {
      id: 'score',
      text: `Score more than your ${score} in the same match`,
      state: scored === null ? 'not played yet' : `best so far: ${scored}`,
      isReached: scored !== null && scored > score,
    },
    ...(rival === undefined
      ? []
      : [
          {
            id: 'rival' as const,
            text: `Beat ${rival} on the practice ladder`,
            state: isRivalBeaten ? 'beaten' : 'not beaten yet',
            isReached: isRivalBeaten,
          },
        ]),
  ];
}

/** Formats a share as a percentage, rounded down, so that 79.9% doesn't look like 80%. */
const percent = (share: number): string => `${Math.floor(100 * share + 1e-9)}%`;

/** Whether `other` repeats the person's match, with the bot in the person's seat. */
export function isSameMatch(byHand: MatchOrder, other: MatchOrder, bot: string): boolean {
  const isAlike = (key: 'game' | 'revision' | 'board' | 'seed') => byHand[key] === other[key];
  return (
    (['game', 'revision', 'board', 'seed'] as const).every(isAlike) &&
    byHand.players.length === other.players.length &&
    byHand.players.every((player, seat) => {
      const there = other.players[seat];
      return player.kind === 'hand'
        ? there.kind === 'own' && there.name === bot
        : there.kind === player.kind && there.name === player.name;
    })
  );
}

const NAME = 'hand-goals';

function isGoals(value: unknown): value is HandGoals {
  const { at, bot, agreed, scored } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof at === 'number' &&
    typeof bot === 'string' &&
    typeof agreed === 'number' &&
    (scored === null || typeof scored === 'number')
  );
}

/** The stored progress in a game, for the person's last match that was compared with a bot. */
export function goalsKept(game: string): HandGoals | undefined {
  const kept = (readKept(NAME) as Record<string, unknown> | null)?.[game];
  return isGoals(kept) ? kept : undefined;
}

export function keepGoals(game: string, goals: HandGoals): void {
  keep(NAME, { ...(readKept(NAME) as object | null), [game]: goals });
}
