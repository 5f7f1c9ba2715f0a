/** Golden replays, fixtures, and matches of players that are scripts, for the tests of other packages. */
export { FIXTURES } from './fixtures.ts';
export { type GoldenReplay, goldenDemos, goldenReplays } from './golden.ts';
export { anyBoard, GAMES_FOLDER, guestOf, seatsOn } from './script-match.ts';
