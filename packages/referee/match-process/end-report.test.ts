import { expect, test } from 'vitest';
import { type EndReport, lastEndReport } from './end-report.ts';

const line = (report: EndReport): string => `${JSON.stringify(report)}\n`;
const FIRST: EndReport = { how: 'asked', seat: 0, round: 3, seconds: 0 };
const SECOND: EndReport = { how: 'asked', seat: 1, round: 3, seconds: 0 };

test.each<[string, string, EndReport | undefined]>([
  ['the last complete line', `${line(FIRST)}${line(SECOND)}`, SECOND],
  ['no line that was cut off', `${line(FIRST)}${line(SECOND).slice(0, 20)}`, FIRST],
  ['no report of an earlier match', `${line(FIRST)}\n`, undefined],
  ['nothing if there is no output', '', undefined],
])('lastEndReport returns %s', (_, written, report) => {
  expect(lastEndReport(written)).toEqual(report);
});
