import { fileURLToPath } from 'node:url';
import type { BehaviourLine, BehaviourOrder, BehaviourReport } from './behaviour-order.ts';
import { inProcess, type ProgressOptions } from './in-process.ts';
import type { OrderLine, Report, ReportLine } from './order.ts';

const SOURCES = fileURLToPath(new URL('./compare-process.ts', import.meta.url));
const BEHAVIOUR = fileURLToPath(new URL('./behaviour-process.ts', import.meta.url));
const HOUR_MS = 3_600_000;

/** Compares sources in a separate process. Reading the sources is the first half of the reported progress. */
export async function compareIsolated(
  order: AsyncIterable<OrderLine>,
  { step, signal }: ProgressOptions = {},
): Promise<Report> {
  const read = (line: ReportLine): Report | undefined => {
    if (line.kind === 'done') return line.report;
    step?.((line.what === 'read' ? 0 : 0.5) + line.done / Math.max(1, line.of) / 2);
    return undefined;
  };
  return await inProcess(SOURCES, order, read, { heapMib: 3072, wallMs: HOUR_MS }, signal);
}

/** Shows recorded matches to players in a separate process, since their code is untrusted. */
export async function agreeIsolated(
  order: AsyncIterable<BehaviourOrder>,
  { step, signal }: ProgressOptions = {},
): Promise<BehaviourReport> {
  const read = (line: BehaviourLine): BehaviourReport | undefined => {
    if (line.kind === 'done') return line.report;
    step?.(line.done / Math.max(1, line.of));
    return undefined;
  };
  return await inProcess(BEHAVIOUR, order, read, { heapMib: 1024, wallMs: HOUR_MS }, signal);
}
