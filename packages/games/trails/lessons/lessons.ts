import type { Judgement, Lesson, LessonMatch } from '@ludus/referee/lesson.ts';
import { survived } from '../rules/rules.ts';
import type { TrailsState } from '../rules/state.ts';

/** Separate rooms for two players, without a path between them. */
const ROOMS = {
  name: 'two rooms',
  text: `trails board 1
rounds 200
bonus 60
trails stay
players 2
a right
b left
rows 11
columns 25
#########################
#...........#...........#
#...........#...........#
#..a........#........b..#
#...........#...........#
#.....##....#....##.....#
#.....##....#....##.....#
#...........#...........#
#...........#...........#
#...........#...........#
#########################
`,
};

/** Both seats of a board, against one built-in opponent. */
const bothSeats = (board: LessonMatch['board'], rival: string): LessonMatch[] =>
  [0, 1].map((seat) => ({ board, seed: 1, seat, opponents: [rival] }));

/** Both seats of the boards with seeds 1 … 4. */
const fourBoards = (rival: string): LessonMatch[] =>
  [1, 2, 3, 4].flatMap((seed) => bothSeats(`generated:trails:${seed}`, rival));

/** Whether the player lived longer than its opponent. */
function outlives(state: TrailsState, seat: number): Judgement {
  const mine = survived(state, seat);
  const theirs = survived(state, 1 - seat);
  const reached = state.endedIn[seat] === 0 && state.living === 1;
  if (reached) return { reached, found: `it outlived the opponent, which was eliminated in round ${theirs + 1}` };
  if (mine === theirs) return { reached, found: `both were eliminated in round ${mine + 1}` };
  return { reached, found: `it was eliminated in round ${mine + 1}, but the opponent survived` };
}

/**
 * The lessons of the tutorial; the text of each lesson and its players in four languages are in a folder next to this
 * file.
 */
export const LESSONS: readonly Lesson<TrailsState>[] = [
  {
    title: 'Move',
    goal: 'outlive Null, which always goes straight on, from both seats on the board pillars',
    matches: bothSeats('pillars', 'Null'),
    needed: 2,
    judge: outlives,
    hint: 'a bot that only goes straight on meets Null in the middle: leave your starting row',
  },
  {
    title: 'Look',
    goal: 'outlive Null from both seats on four boards with walls',
    matches: fourBoards('Null'),
    needed: 8,
    judge: outlives,
    hint: 'look at the cell ahead, and turn to a side that is free',
  },
  {
    title: 'Count the room',
    goal: 'outlive Moth, which never enters an occupied cell, in six of eight matches',
    matches: fourBoards('Moth'),
    needed: 6,
    judge: outlives,
    hint: 'count the free cells behind each exit, and take the exit with the most',
  },
  {
    title: 'Fill what is yours',
    goal: 'outlive Mole from both seats; each of you is shut in a room of the same size',
    matches: bothSeats(ROOMS, 'Mole'),
    needed: 2,
    judge: outlives,
    hint: 'if several exits lead to the same amount of room, take the one with the fewest free neighbours, so that you leave no gaps',
  },
  {
    title: 'Claim',
    goal: 'outlive Mole in five of eight matches',
    matches: fourBoards('Mole'),
    needed: 5,
    judge: outlives,
    hint: 'a cell that the opponent reaches first is not yours: start the search from both players at once',
  },
  {
    title: 'Search ahead',
    goal: 'outlive Stoat, which also claims cells, in five of eight matches',
    matches: fourBoards('Stoat'),
    needed: 5,
    judge: outlives,
    hint: 'try each of your moves with each reply, two rounds deep, and judge the move by its worst outcome',
  },
];
