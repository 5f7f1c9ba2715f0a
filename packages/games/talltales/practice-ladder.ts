import type { LadderOpponent } from '../kit.ts';

/** Tall Tales' practice ladder. Shares and ratings: `ludus rivals talltales --measure --pairs 20`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'Babble',
    about:
      'Claims one of the ten next tales by chance, and calls by chance one time in three, whatever lies under its cup. Any bot that looks at its own dice wins: call tales that are too tall, and claim the face that you have most of.',
    rating: 0,
  },
  {
    name: 'Parrot',
    about:
      'Makes the lowest claim that is allowed, and calls once a claim is for more than half of the dice. It never looks under its cup. Its claims say nothing, so count your own dice and the average of the others, and call earlier.',
    rating: 546,
    share: 1,
  },
  {
    name: 'Clerk',
    about:
      'Counts its own dice and adds the average of the others. It calls a claim above that, and claims the face that it has most of. It takes a claim for true or false, not for likely: work out the probability, and make claims that are surely true.',
    rating: 878,
    share: 0.925,
  },
  {
    name: 'Actuary',
    about:
      'Computes how likely each claim is from its own dice, makes the likeliest one, and calls if that is better. To it every die of others is as likely one face as another: it does not hear what their claims say of their dice. Take claims for hints.',
    rating: 1394,
    share: 1,
  },
  {
    name: 'Sceptic',
    about:
      'Takes it that a player has a die of each face that it has claimed, and claims what that makes likely. So it believes a bluff, it never opens a die, and it does not ask what the next player will answer. Bluff early, and look ahead.',
    rating: 1603,
    share: 0.988,
  },
  {
    name: 'Baron',
    about:
      'Imagines dice for the others that fit their claims. It tries each claim, each opening, and the call in all of these deals, and plays every deal to its end. It takes the others for sceptics or for actuaries, and doesn’t find out which. To beat it, learn how each opponent really claims, and mix your own choices so that it cannot learn yours.',
    rating: 1756,
    share: 0.913,
  },
];
