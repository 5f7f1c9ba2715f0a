import { createInterface } from 'node:readline';
import { compareFolders } from '../files/compare-folders.ts';
import type { FoundSource } from '../files/read-folder.ts';
import { pairsCsv } from '../report/csv.ts';
import { similarPage } from '../report/page.ts';
import type { OrderLine, ReportLine } from './order.ts';
import { summaryOf } from './summary.ts';

// A process that compares the sources in its input. It may be stopped at any time.
let title = '';
const now: FoundSource[] = [];
const earlier = new Map<string, FoundSource[]>();
const templates: FoundSource[] = [];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const order = JSON.parse(line) as OrderLine;
  if (order.kind === 'end') break;
  if (order.kind === 'begin') title = order.title;
  else if (order.kind === 'template') templates.push({ ...order, name: '', version: '' });
  else if (order.year === undefined) now.push(order);
  else {
    const all = earlier.get(order.year) ?? [];
    earlier.set(order.year, all);
    all.push(order);
  }
}
const say = (line: ReportLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const left: string[] = [];
const comparison = await compareFolders(
  { now, earlier: [...earlier].map(([year, sources]) => ({ year, sources })), templates },
  undefined,
  { step: (what, done, of) => say({ kind: 'step', what, done, of }), left: (sentence) => left.push(sentence) },
);
const summary = summaryOf(comparison, left);
say({
  kind: 'done',
  report: { summary, page: similarPage(title, comparison, summary.shown), csv: pairsCsv(comparison) },
});
