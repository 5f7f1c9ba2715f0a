/** Measures the fairness of boards and the similarity of players' behaviour. */
export { type BoardReport, checkBoard } from './boards/check-board.ts';
export { type FairnessReport, measureFairness } from './boards/fair-boards.ts';
export { type Agreement, agreements, unusualAgreements } from './plagiarism/behaviour/agreement.ts';
export { type Answers, answersTo, openRecording, type SeatRecording } from './plagiarism/behaviour/answers.ts';
export { shownText } from './plagiarism/report/shown-text.ts';
