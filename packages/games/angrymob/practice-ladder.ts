import type { LadderOpponent } from '../kit.ts';

/** Angry Mob's practice ladder. Shares and ratings: `ludus rivals angrymob --measure --pairs 60`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'CamperJoe',
    about:
      'Never moves: its only unit stays on its base for the whole game. Two units that arrive together take the base, so pick up a neutral unit on your way there.',
    rating: 0,
  },
  {
    name: 'RandomRunners',
    about:
      'Its units run at random. Units in the same cell stay together and turn round only when they have to. They gather neutral units and reach your base only by chance. Head for a goal: a breadth-first search from the other base gives each unit its next step.',
    rating: 295,
    share: 0.842,
  },
  {
    name: 'Pilgrim',
    about:
      'All its units head for the other base by the shortest path, but two steps in three are random. It gathers only the units on its path, leaves its base empty, and walks into approaching enemies. Gather first: when two groups meet, the larger one survives.',
    rating: 560,
    share: 0.792,
  },
  {
    name: 'GravityGoers',
    about:
      'Prizes, bases, and enemies attract its units like gravity: the nearer they are, the stronger the pull. It gathers well and defends a little, but its units arrive one by one, and some of them always stray. Keep your units together, and decide when to stop gathering.',
    rating: 824,
    share: 0.8,
  },
  {
    name: 'Seeker',
    about:
      'Its groups head for the nearest neutral units until it has six units, and then for the other base by the shortest path. It leaves its base empty. New projects start with this bot. Send your groups after different neutral units, and leave enough guards at home to meet an attack.',
    rating: 1125,
    share: 0.879,
  },
  {
    name: 'Warlord',
    about:
      'Counts steps and units. For every k, its k-th nearest unit can reach its base no later than yours can, so its base cannot fall. It attacks as soon as it can bring more units to your base in time than you can. Until then, it plans which unit gathers what. To beat it, gather faster, and make it guard against threats that you don’t intend to carry out.',
    rating: 1528,
    share: 0.942,
  },
];
