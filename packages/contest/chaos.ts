/** Simulates contests under load and with failures. */
export { chaosDatabase } from './chaos/databases.ts';
export { type ChaosPlan, type ChaosRun, runChaos } from './chaos/run.ts';
export { BROKEN, scriptOf, variantOf } from './chaos/script.ts';
export {
  answerQuestion,
  type ClockOrder,
  type ServerQuestion,
  type ServerReadyMessage,
  type ServerTask,
} from './chaos/server-link.ts';
export { Visitor } from './chaos/visitor.ts';
export type { CannedCount, CannedPlan } from './load/canned-process.ts';
export { type CrowdMessage, type CrowdPlan, type CrowdReport, quantile } from './load/plan.ts';
