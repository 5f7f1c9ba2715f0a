import type { LadderOpponent } from '../kit.ts';

/** The result of `ludus rivals --measure` for a built-in opponent. */
export type MeasuredStrength = Pick<LadderOpponent, 'rating' | 'share'>;

/** The practice ladder that both games share, except for the champion at its top. */
export function ladderOpponents(champion: string, measured: readonly MeasuredStrength[]): LadderOpponent[] {
  return [
    {
      name: 'Null',
      about:
        'Asks nothing: its units drive on as the window does, into whatever stands there, and take only what lies on their way. Move a unit onto a prize next to it now and then, and you are ahead.',
    },
    {
      name: 'Demo',
      about:
        'Takes a prize that lies next to a unit and shoots what is right ahead. Otherwise it wanders at random, even into obstacles, and stays in the outer rows once it is there. Go for prizes that are further away, and never make a move that ends a unit.',
    },
    {
      name: 'Magpie',
      about:
        'Goes for the nearest prize as the crow flies, by moves that run into nothing now. A wall between it and a prize holds it until the window crushes it. Missiles in flight surprise it, and it never shoots. Search ways with a breadth-first search, and look where missiles will be.',
    },
    {
      name: 'Dummy',
      about:
        'Finds the shortest safe way to a prize by a breadth-first search of twenty rounds. It shoots units one or two cells ahead, and avoids missiles in flight. It does not ask which prize leads to further ones, who is there first, or who may shoot it next. Weigh whole ways instead of the next prize.',
    },
    {
      name: 'Squire',
      about: `Plans whole ways of some rounds as ${champion} does, by what they gather and what they risk. But it looks less far and tries a thirtieth of the moves: it misses what a detour would bring. Look further ahead, and keep several good ways in mind instead of one.`,
    },
    {
      name: champion,
      about:
        'Plans ways of twenty rounds for each unit with a beam search. It weighs the chances of where missiles strike and opponents go. It learns how each opponent plays, and shares the prizes among its units (docs/opponents.md). To beat it, model opponents better than by the chances of their next move.',
    },
  ].map((rival, n) => ({ ...rival, ...measured[n] }));
}
