import type { Command } from 'commander';

/** Adds a command to the program. */
export type AddCommand = (program: Command) => void;

/** Every command by its name, in the order of the help; one file each in `commands/`, loaded when it is called. */
export const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  play: async () => (await import('./commands/play.ts')).play,
  match: async () => (await import('./commands/match.ts')).match,
  verify: async () => (await import('./commands/verify.ts')).verify,
  view: async () => (await import('./commands/open.ts')).view,
  open: async () => (await import('./commands/open.ts')).open,
  arena: async () => (await import('ludus/angrymob/commands/arena.ts')).arena,
  player: async () => (await import('ludus/angrymob/commands/player.ts')).player,
  maps: async () => (await import('ludus/angrymob/commands/maps.ts')).maps,
  build: async () => (await import('./commands/build.ts')).build,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  new: async () => (await import('./commands/new.ts')).newCommand,
  check: async () => (await import('./commands/check.ts')).check,
  debug: async () => (await import('./commands/debug.ts')).debug,
  batch: async () => (await import('./commands/batch.ts')).batch,
  expand: async () => (await import('./commands/expand.ts')).expand,
  duel: async () => (await import('./commands/duel.ts')).duel,
  tournament: async () => (await import('./commands/tournament.ts')).tournament,
  rate: async () => (await import('./commands/rate.ts')).rate,
  report: async () => (await import('./commands/report.ts')).report,
  strength: async () => (await import('./commands/strength.ts')).strength,
  env: async () => (await import('./commands/env.ts')).env,
  bench: async () => (await import('./commands/bench.ts')).bench,
};
