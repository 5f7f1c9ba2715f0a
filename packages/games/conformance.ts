/** Golden replays, fixtures, and matches of players that are scripts, for the tests of other packages. */
export { FIXTURES } from './conformance/fixtures.ts';
export { type GoldenReplay, goldenDemos, goldenReplays } from './conformance/golden.ts';
export { anyBoard, GAMES_FOLDER, guestOf, seatsOn } from './conformance/script-match.ts';
