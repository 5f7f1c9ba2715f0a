import type { LadderOpponent } from '../kit.ts';

/** The result of `ludus rivals --measure` for a built-in opponent. */
export type MeasuredStrength = Pick<LadderOpponent, 'rating' | 'share'>;

/** The practice ladder that both games share, except for the champion at its top. */
export function ladderOpponents(champion: string, measured: readonly MeasuredStrength[]): LadderOpponent[] {
  return [
    {
      name: 'Null',
      about:
        'Gives no orders: its units move along with the window, hit whatever is in the way, and collect only what is on their path. To get ahead, just move a unit onto an adjacent prize now and then.',
    },
    {
      name: 'Demo',
      about:
        'Takes a prize next to a unit, and shoots at anything directly ahead. Otherwise it wanders at random, even into obstacles, and stays in the outer rows once it gets there. Go for prizes that are further away, and never make a move that destroys your unit.',
    },
    {
      name: 'Magpie',
      about:
        'Heads straight for the nearest prize, with moves that don’t hit anything at the moment. A wall between it and a prize holds it up until the window crushes it. Missiles in flight surprise it, and it never shoots. Find paths with a breadth-first search, and work out where missiles will be.',
    },
    {
      name: 'Dummy',
      about:
        'Finds the shortest safe path to a prize by a breadth-first search over twenty rounds. It shoots at units one or two cells ahead, and avoids missiles in flight. It ignores which prize leads to more prizes, who gets there first, and who could shoot it next. Evaluate whole paths instead of the next prize.',
    },
    {
      name: 'Squire',
      about: `Plans paths over several rounds like ${champion}, and weighs what they collect against what they risk. But it looks less far ahead and tries a thirtieth of the moves, so it misses profitable detours. Look further ahead, and keep several good paths in play instead of one.`,
    },
    {
      name: champion,
      about:
        'Plans twenty rounds ahead for each unit with a beam search. It estimates where missiles are likely to strike and where opponents are likely to go. It learns how each opponent plays, and divides the prizes among its units (docs/opponents.md). To beat it, model opponents further than the probabilities of their next move.',
    },
  ].map((rival, n) => ({ ...rival, ...measured[n] }));
}
