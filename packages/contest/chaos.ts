/** Simulates contests under load and with failures. */
export { chaosDatabase } from './chaos/databases.ts';
export { type ChaosPlan, type ChaosRun, runChaos } from './chaos/run.ts';
export { BROKEN, scriptOf, variantOf } from './chaos/script.ts';
export {
  answerQuestion,
  type ClockOrder,
  type ServerQuestion,
  type ServerReady,
  type ServerTask,
} from './chaos/server-link.ts';
export { Visitor } from './chaos/visitor.ts';
export type { CannedCount, CannedPlan } from './load/canned-process.ts';
export { type CrowdPlan, type CrowdReport, type FromCrowd, quantile } from './load/plan.ts';
