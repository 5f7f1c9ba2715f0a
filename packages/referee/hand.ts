/** Questions to a person, and the comparison of the answers with a bot's. */
export { unhurried } from './companion.ts';
export {
  type ComparedRound,
  compareWithHand,
  type HandComparison,
  type HandDrafts,
  type HandMove,
  type HandPlayedMatch,
} from './hand-comparison.ts';
export { type HandHint, type HandQuestion, type HandReply, HandSeat, PERSON } from './hand-seat.ts';
