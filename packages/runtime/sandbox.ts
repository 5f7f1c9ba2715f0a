/** Groups of processes, sandboxes, and the programs on this machine. */
export { canAccount, descendants } from './budget/accounting.ts';
export type { ControlGroup } from './groups/control-group.ts';
export {
  type CommandLine,
  contained,
  containment,
  isThere,
  killAll,
  type LaunchedProcess,
  launch,
  onPath,
  type WrappedCommand,
} from './groups/launch.ts';
export { enterGroupCommand, groupReport, makeGroup, removeGroup } from './groups/make-group.ts';
export { weaknessesOn } from './groups/operating-system.ts';
export { ownerMark } from './groups/owner-mark.ts';
export { hasDefaultExport, isCommand, isExecutable, playerCommand } from './process/language-commands.ts';
export { bestSandboxLevel, sandboxLevelProblem, sandboxLevelReports } from './sandbox/sandbox-levels.ts';
