import type { LadderOpponent } from '../kit.ts';

/** Angry Mob's practice ladder. Shares and ratings: `ludus rivals angrymob --measure --pairs 60`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'CamperJoe',
    about:
      'Never moves: one unit stands on its base for the whole game. Two units that come together take the base, so gather a neutral one on the way and walk there.',
    rating: 0,
  },
  {
    name: 'RandomRunners',
    about:
      'Its units run at random, all of a cell together, and turn round only where they must. They gather what they happen to meet, and come to your base by chance. Go somewhere on purpose: a breadth-first search from the other base gives each unit its next step.',
    rating: 295,
    share: 0.842,
  },
  {
    name: 'Pilgrim',
    about:
      'All its units go for the other base by the shortest way, though two steps in three lead anywhere. It gathers only what is on the way, leaves its base empty, and walks into units that come towards it. Gather first: the larger group survives when two meet.',
    rating: 560,
    share: 0.792,
  },
  {
    name: 'GravityGoers',
    about:
      'Prizes, bases and enemies attract its units as by gravity, the nearer the more. It gathers well and defends a little, but its units come one by one, and part of them always strays. Bring your units together, and decide when gathering ends.',
    rating: 824,
    share: 0.8,
  },
  {
    name: 'Seeker',
    about:
      'Each group goes for the nearest neutral units until there are six, and then for the other base by the shortest way. Its base stays empty. New projects begin with it. Send groups after different units, and leave at home as many as can be attacked.',
    rating: 1125,
    share: 0.879,
  },
  {
    name: 'Warlord',
    about:
      'Counts steps and units. Its k-th nearest unit to its base is always there no later than your k-th nearest, so its base cannot fall. It attacks once more of its units than of yours can be at your base in time. Before that it plans who gathers what. To beat it, gather faster than it, and make it guard against threats that you do not mean.',
    rating: 1528,
    share: 0.942,
  },
];
