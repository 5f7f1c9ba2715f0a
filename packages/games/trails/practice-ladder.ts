import type { LadderOpponent } from '../kit.ts';

/** Trails' practice ladder. Shares and ratings: `ludus rivals trails --measure --pairs 60`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'Null',
    about:
      'Goes straight on until something is in its way. A bot that turns when the way is blocked lives longer: look at the cell ahead, and turn to a side that is free.',
    rating: 0,
  },
  {
    name: 'Gnat',
    about:
      'Turns when something is right ahead, to the left or to the right as it comes, and does not look what is there. Look at both sides before you turn, and half of its ends are not yours.',
    rating: 599,
    share: 0.992,
  },
  {
    name: 'Moth',
    about:
      'Sees which of the cells next to it are free and never enters another. But one step in five it turns for no reason, and it walks into pockets. Count how much room there is behind each exit, with a breadth-first search.',
    rating: 807,
    share: 0.783,
  },
  {
    name: 'Mole',
    about:
      'Counts the cells that can be reached behind each exit and takes the largest room. Alone in its room, it goes along walls and trails, so that it leaves no gaps. It does not ask who else can reach those cells, and first. Compare your steps to each cell with the opponent’s.',
    rating: 1145,
    share: 0.9,
  },
  {
    name: 'Stoat',
    about:
      'For each exit it counts the cells where it would be before any opponent, and takes the most: it cuts others off. It looks one step ahead only, takes rooms that hang on one cell for whole, and does not fill its part with care. Look some rounds ahead, at the opponent’s best answers.',
    rating: 1432,
    share: 0.875,
  },
  {
    name: 'Lynx',
    about:
      'Searches its own moves and those of the nearest opponent with alpha and beta, as deep as 150,000 cells per round allow. It counts territory as rooms of which only one branch can be filled. Cut off from all, it searches the longest way. To beat it, see further: better order of moves, endgames, several opponents at once.',
    rating: 1801,
    share: 0.917,
  },
];
