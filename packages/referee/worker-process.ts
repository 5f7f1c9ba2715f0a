/** Processes that play matches: their start, their watchdog, and their end. */
export { END_REPORT_FD, type EndReport, lastEndReport } from './match-process/end-report.ts';
export { launchMatchProcess } from './match-process/launch-process.ts';
export { HOST_BYTES, preferOomKill, releaseMemory } from './match-process/process-memory.ts';
export { OWN_GROUP, startWatchdog, writeEndReport } from './match-process/watchdog.ts';
