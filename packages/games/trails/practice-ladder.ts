import type { LadderOpponent } from '../kit.ts';

/** Trails' practice ladder. Shares and ratings: `ludus rivals trails --measure --pairs 60`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'Null',
    about:
      'Goes straight on until it hits something. A bot that turns when its path is blocked lives longer: look at the cell ahead, and turn to a side that is free.',
    rating: 0,
  },
  {
    name: 'Gnat',
    about:
      'Turns left or right at random when something is directly ahead, without looking at what is there. Look at both sides before you turn, and you avoid half of its crashes.',
    rating: 599,
    share: 0.992,
  },
  {
    name: 'Moth',
    about:
      'Sees which adjacent cells are free and never enters any other cell. But in one step out of five it turns for no reason, and it walks into dead ends. Use a breadth-first search to count how much room there is behind each exit.',
    rating: 807,
    share: 0.783,
  },
  {
    name: 'Mole',
    about:
      'Counts the cells that it can reach behind each exit, and takes the exit with the most room. Once it is alone in a room, it follows walls and trails so that it leaves no gaps. It ignores who else can reach those cells, and who gets there first. Compare your distance to each cell with the opponent’s.',
    rating: 1145,
    share: 0.9,
  },
  {
    name: 'Stoat',
    about:
      'For each exit, counts the cells that it would reach before any opponent, and takes the exit with the most. That way, it cuts opponents off. It looks only one step ahead, counts rooms joined by a single cell as one room, and fills its own area carelessly. Look several rounds ahead, at the opponent’s best replies.',
    rating: 1432,
    share: 0.875,
  },
  {
    name: 'Lynx',
    about:
      'Searches its own moves and those of the nearest opponent with alpha–beta pruning, as deep as 150,000 cells per round allow. It counts territory as a tree of rooms, of which it can fill only one branch. Once it is cut off from all opponents, it searches for the longest path. To beat it, improve your move ordering, play endgames better, and consider several opponents at once.',
    rating: 1801,
    share: 0.917,
  },
];
