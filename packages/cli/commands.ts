import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import type { AddGameCommand, CommandTools } from 'ludus/commands.ts';
import { forEachGame, importGameFile } from './game-files.ts';
import { nodeDoors } from './games-folder.ts';

/** Adds a command to the program. */
export type AddCommand = (program: Command) => void;

/** Every command that is no game's own by its name, in the order of the help; one file each in `commands/`, loaded when it is called. */
export const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  play: async () => (await import('./commands/play.ts')).play,
  match: async () => (await import('./commands/match.ts')).match,
  verify: async () => (await import('./commands/verify.ts')).verify,
  view: async () => (await import('./commands/open.ts')).view,
  open: async () => (await import('./commands/open.ts')).open,
  build: async () => (await import('./commands/build.ts')).build,
  site: async () => (await import('./commands/site.ts')).site,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  get: async () => (await import('./commands/get.ts')).get,
  cache: async () => (await import('./commands/cache.ts')).cache,
  new: async () => (await import('./commands/new.ts')).newCommand,
  watch: async () => (await import('./commands/watch.ts')).watch,
  check: async () => (await import('./commands/check.ts')).check,
  branch: async () => (await import('./commands/branch.ts')).branch,
  debug: async () => (await import('./commands/debug.ts')).debug,
  batch: async () => (await import('./commands/batch.ts')).batch,
  expand: async () => (await import('./commands/expand.ts')).expand,
  duel: async () => (await import('./commands/duel.ts')).duel,
  tournament: async () => (await import('./commands/tournament.ts')).tournament,
  merge: async () => (await import('./commands/merge.ts')).merge,
  rate: async () => (await import('./commands/rate.ts')).rate,
  report: async () => (await import('./commands/report.ts')).report,
  similar: async () => (await import('./commands/similar.ts')).similar,
  agree: async () => (await import('./commands/agree.ts')).agree,
  board: async () => (await import('./commands/board.ts')).board,
  strength: async () => (await import('./commands/strength.ts')).strength,
  rivals: async () => (await import('./commands/rivals.ts')).rivals,
  climb: async () => (await import('./commands/climb.ts')).climb,
  contest: async () => (await import('./commands/contest.ts')).contest,
  round: async () => (await import('./commands/round.ts')).round,
  dataset: async () => (await import('./commands/dataset.ts')).dataset,
  env: async () => {
    const { env } = await import('./commands/env.ts');
    return (program) => env(program, async (...named) => (await import('./seated-program.ts')).findProgram(...named));
  },
  serve: async () => (await import('./commands/serve.ts')).serve,
  worker: async () => (await import('./commands/worker.ts')).worker,
  submit: async () => (await import('./commands/submit.ts')).submit,
  bench: async () => (await import('./commands/bench.ts')).bench,
};

/** The commands that games bring, by their names. */
export async function gameCommands(): Promise<Readonly<Record<string, () => Promise<AddCommand>>>> {
  const all: Record<string, () => Promise<AddCommand>> = {};
  await forEachGame(nodeDoors(), async (door) => {
    const { commands = {} } = await importGameFile<{
      commands?: Readonly<Record<string, () => Promise<AddGameCommand>>>;
    }>(door);
    for (const [name, load] of Object.entries(commands))
      all[name] = async () => {
        const add = await load();
        return (program) => add(program, toolsFor(basename(dirname(door))));
      };
  });
  return all;
}

/** What a command of a game's own works with; each part is loaded when it is used. */
function toolsFor(id: string): CommandTools {
  const parts = async () => {
    const [{ gameNamed }, { contextOf }] = await Promise.all([import('./games.ts'), import('./context.ts')]);
    const { PLAYER_KINDS } = await import('./kinds.ts');
    const context = await contextOf(gameNamed(id), { budget: 'none', folder: process.cwd() });
    return { kinds: PLAYER_KINDS, context };
  };
  return {
    async findPlayer(name) {
      const { resolveAll } = await import('./resolve-players.ts');
      return (await resolveAll([name], (await parts()).context))[0];
    },
    async listPlayers() {
      const { kinds, context } = await parts();
      return (await import('@ludus/runtime/resolve.ts')).listPlayers(kinds, context);
    },
    viewerCode: async () => await (await import('@ludus/studio/server/viewer-code.ts')).viewerCode(),
  };
}
