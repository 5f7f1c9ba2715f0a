import type { LadderOpponent } from '../kit.ts';

/** Tall Tales' practice ladder. Shares and ratings: `ludus rivals talltales --measure --pairs 20`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'Babble',
    about:
      'Picks one of the next ten tales at random, and calls at random one time in three, whatever is under its cup. Any bot that looks at its own dice wins: call tales that are too tall, and claim the face that you have most of.',
    rating: 0,
  },
  {
    name: 'Parrot',
    about:
      'Makes the lowest claim that is allowed, and calls as soon as a claim is for more than half of the dice. It never looks under its cup, so its claims tell you nothing. Count your own dice, add the average for the other dice, and call earlier.',
    rating: 546,
    share: 1,
  },
  {
    name: 'Clerk',
    about:
      'Counts its own dice and adds the average for the other dice. It calls any claim above that sum, and claims the face that it has most of. It thinks of a claim as true or false, not as more or less likely. Work out the probability, and make claims that are certain to be true.',
    rating: 878,
    share: 0.925,
  },
  {
    name: 'Actuary',
    about:
      'Computes from its own dice how likely each claim is, makes the likeliest one, and calls if that is better. It assumes that the other dice show every face with equal probability, and ignores what the others’ claims reveal about them. Treat claims as hints.',
    rating: 1394,
    share: 1,
  },
  {
    name: 'Sceptic',
    about:
      'Assumes that each player holds a die of every face it has claimed, and bases its own claims on that. So it believes bluffs, never opens a die, and ignores how the next player will respond. Bluff early, and look ahead.',
    rating: 1603,
    share: 0.988,
  },
  {
    name: 'Baron',
    about:
      'Imagines dice for the others that fit their claims. In each of these deals, it tries every claim, every opening, and the call, and plays the deal to its end. It assumes that the others play like the Sceptic or the Actuary, but never finds out which. To beat it, learn how each opponent really claims, and vary your own choices so that it cannot learn yours.',
    rating: 1756,
    share: 0.913,
  },
];
