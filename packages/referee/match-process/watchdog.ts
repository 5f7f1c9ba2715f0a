import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Question } from '../question-tracker.ts';
import { END_OF_REPORTS, END_REPORT_FD, type EndReport, endReportLine } from './end-report.ts';
import type { WatchdogSetup } from './watchdog-thread.ts';

/**
 * The group that this process leads (launch-process.ts). Killing the group kills all processes that this process has
 * started.
 */
export const OWN_GROUP: number = process.platform === 'win32' ? process.pid : -process.pid;

export function writeEndReport(how: EndReport['how'], { seat, round }: Question): void {
  writeSync(END_REPORT_FD, endReportLine({ how, seat, round, seconds: 0 }));
}

/** Ends the reports of the last match. */
export const clearEndReport = (): void => void writeSync(END_REPORT_FD, END_OF_REPORTS);

/** Starts the thread that monitors the parent process, and any code that blocks this thread or uses too much memory. */
export function startWatchdog(setup: WatchdogSetup): void {
  new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: setup,
    execArgv: [],
    stdout: false,
  }).unref();
}
