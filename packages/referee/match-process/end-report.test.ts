import { expect, test } from 'vitest';
import { END_OF_REPORTS, type EndReport, lastEndReport, endReportLine as line } from './end-report.ts';

const FIRST: EndReport = { how: 'asked', seat: 0, round: 3, seconds: 0 };
const SECOND: EndReport = { how: 'asked', seat: 1, round: 3, seconds: 0 };

test.each<[string, string, EndReport | undefined]>([
  ['the last complete line', `${line(FIRST)}${line(SECOND)}`, SECOND],
  ['no line that was cut off', `${line(FIRST)}${line(SECOND).slice(0, 20)}`, FIRST],
  ['no report of an earlier match', `${line(FIRST)}${END_OF_REPORTS}`, undefined],
  ['nothing if there is no output', '', undefined],
  ['the report after part of a line', `{"how":${line(FIRST)}`, FIRST],
  ['no line that isn’t JSON', `${line(FIRST)}not json\n`, undefined],
  ['no report with an unknown cause', line({ ...FIRST, how: 'won' as EndReport['how'] }), undefined],
  ['no report without a seat', `${line(FIRST)}{"how":"asked"}\n`, undefined],
  ['no line that isn’t an object', `${line(FIRST)}null\n`, undefined],
])('lastEndReport returns %s', (_, written, report) => {
  expect(lastEndReport(written)).toEqual(report);
});
