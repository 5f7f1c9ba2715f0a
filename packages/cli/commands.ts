import { basename, dirname } from 'node:path';
import type { Program } from '@ludus/env/seated-players.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import type { Command } from 'commander';
import type { AddGameCommand, CommandTools } from 'ludus/kit.ts';
import { forEachGame, importGameFile } from './game-files.ts';
import { nodeDoors } from './games-folder.ts';

/** Adds a command to the program. */
export type AddCommand = (program: Command) => void;

/**
 * The commands that don't belong to a single game, by name and in the order of the help. Each has a file in
 * `commands/`, loaded when the command is called.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  play: async () => (await import('./commands/play.ts')).play,
  match: async () => (await import('./commands/match.ts')).match,
  view: async () => (await import('./commands/open.ts')).view,
  open: async () => (await import('./commands/open.ts')).open,
  new: async () => (await import('./commands/new.ts')).newCommand,
  rules: async () => (await import('./commands/rules.ts')).rules,
  schema: async () => (await import('./commands/schema.ts')).schema,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  check: async () => (await import('./commands/check.ts')).check,
  watch: async () => (await import('./commands/watch.ts')).watch,
  debug: async () => (await import('./commands/debug.ts')).debug,
  build: async () => (await import('./commands/build.ts')).build,
  rivals: async () => (await import('./commands/rivals.ts')).rivals,
  climb: async () => (await import('./commands/climb.ts')).climb,
  submit: async () => (await import('./commands/submit.ts')).submit,
  duel: async () => (await import('./commands/duel.ts')).duel,
  batch: async () => (await import('./commands/batch.ts')).batch,
  tournament: async () => (await import('./commands/tournament.ts')).tournament,
  league: async () => (await import('./commands/league.ts')).league,
  benchmark: async () => (await import('./commands/benchmark.ts')).benchmark,
  strength: async () => (await import('./commands/strength.ts')).strength,
  merge: async () => (await import('./commands/merge.ts')).merge,
  rate: async () => (await import('./commands/rate.ts')).rate,
  report: async () => (await import('./commands/report.ts')).report,
  verify: async () => (await import('./commands/verify.ts')).verify,
  why: async () => (await import('./commands/why.ts')).why,
  branch: async () => (await import('./commands/branch.ts')).branch,
  expand: async () => (await import('./commands/expand.ts')).expand,
  serve: async () => (await import('./commands/serve.ts')).serve,
  worker: async () => (await import('./commands/worker.ts')).worker,
  contest: async () => (await import('./commands/contest.ts')).contest,
  grade: async () => (await import('./commands/grade.ts')).grade,
  round: async () => (await import('./commands/round.ts')).round,
  similar: async () => (await import('./commands/similar.ts')).similar,
  agree: async () => (await import('./commands/agree.ts')).agree,
  board: async () => (await import('./commands/board.ts')).board,
  site: async () => (await import('./commands/site.ts')).site,
  env: async () => {
    const { env } = await import('./commands/env.ts');
    return (program) => env(program, findProgram);
  },
  dataset: async () => (await import('./commands/dataset.ts')).dataset,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  cache: async () => (await import('./commands/cache.ts')).cache,
  get: async () => (await import('./commands/get.ts')).get,
};

/**
 * Finds a player as `ludus match` does without a budget, but opens it in a separate process, so that no player can
 * block the simulator.
 */
async function findProgram(name: string, game: AnyGame): Promise<Program> {
  const [{ contextOf }, { limitsOf }, { resolveAll }] = await Promise.all([
    import('./context.ts'),
    import('./limits.ts'),
    import('./resolve-players.ts'),
  ]);
  const limits = await limitsOf({}, 'none');
  const context = await contextOf(game, { budget: 'none', folder: process.cwd(), limits, isolated: true });
  const [source] = await resolveAll([name], context);
  return { name: source.name, open: () => source.open() };
}

/** Returns the commands of single games, by name. */
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

/** Returns the tools for a game's commands; each part is loaded when it is used. */
function toolsFor(id: string): CommandTools {
  const parts = async () => {
    const [{ gameNamed }, { contextOf }] = await Promise.all([import('./games.ts'), import('./context.ts')]);
    const { PLAYER_KINDS } = await import('@ludus/runtime/kinds.ts');
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
    viewerCode: async () => await (await import('@ludus/studio/build.ts')).viewerCode(),
  };
}
