import { readFileSync } from 'node:fs';
import { delimiter, extname, resolve } from 'node:path';
import { withDrawings } from '@ludus/game/protocol.ts';
import { canAccount } from '../budget/accounting.ts';
import { cpuBudget } from '../budget/budget.ts';
import { gameOf } from '../compile/source-words.ts';
import type { CommandLine, ProcessLimits } from '../groups/launch.ts';
import { hasFolder } from '../groups/operating-system.ts';
import { missingPlayer, PlayerRejectedError, rejectedPlayer } from '../player-problems.ts';
import type { DebugContext, PlayerKind, ResolveContext } from '../resolve.ts';
import { bubblewrapCommand } from '../sandbox/bubblewrap.ts';
import {
  hasDefaultExport,
  isCommand,
  isExecutable,
  type PlayerCommand,
  PROCESS_EXTENSIONS,
  playerCommand,
  shownName,
} from './language-commands.ts';
import { copyIn } from './player-copies.ts';
import { ProcessRunner } from './process-runner.ts';

const MODULE = /\.[cm]?[jt]s$/;

/** Players that are separate programs: `./bot.py`, `./Bot.java`, `cmd:…` (docs/protocol.md). */
export const processKind: PlayerKind = {
  id: 'process',
  example: './bot.py',
  accepts(name, { folder, game, cpp, budget, limits, debug, isolated, modules }) {
    if (isCommand(name)) return true;
    const file = resolve(folder, name);
    // A module that exports a player runs in the referee's process only if it is trusted and nothing is counted.
    if (MODULE.test(name))
      return (
        budget !== 'none' ||
        game.observe !== undefined ||
        (isolated === true && !isBound(file, modules)) ||
        limits?.sandbox !== undefined ||
        debug?.round !== undefined ||
        !hasDefaultExport(file)
      );
    // If a game has headers, C++ players are compiled with these headers and loaded, and aren't treated as programs.
    if (/\.(cc|cpp)$/.test(name)) return cpp === undefined;
    return extname(name) in PROCESS_EXTENSIONS || (hasFolder(name) && !name.endsWith('.wasm') && isExecutable(file));
  },
  fits(name, { folder, game, modules }) {
    const isModule = MODULE.test(name);
    const isUncounted = game.dialogue === undefined || (isModule && isBound(resolve(folder, name), modules));
    return isUncounted || !canAccount() ? 'none' : 'cpu';
  },
  async prepare(name, context) {
    const { folder, game, budget, limits = {}, debug } = context;
    const { dialogue } = game;
    if (dialogue === undefined) throw missingPlayer('player/no-programs', game.title);
    if (budget === 'fuel') throw missingPlayer('player/not-in-fuel', name);
    if (budget === 'cpu' && !canAccount()) throw missingPlayer('player/not-in-cpu-time', name);
    const found = await playerCommand(name, context).catch((error) => withOtherGame(error, name, context));
    const command = debug ? inspected(found, debug) : found;
    const shown = shownName(name);
    const cpu = budget === 'cpu' ? cpuBudget({ game, limits }) : undefined;
    const { sandbox: level } = limits;
    const copies = level && copyIn(command, environment(context), folder);
    const wrap =
      level &&
      copies &&
      ((inside: CommandLine, processLimits: ProcessLimits) =>
        bubblewrapCommand(inside, level, {
          readOnly: copies.readOnly,
          environment: copies.environment,
          limits: processLimits,
          tenant: 'player',
          folder: '/player',
        }));
    return {
      name: shown,
      open: (output) =>
        new ProcessRunner(shown, copies?.command ?? command, dialogue, {
          folder,
          environment: {
            ...environment(context),
            ...(debug && debugEnvironment(debug)),
            ...(context.sanitize && SANITIZERS),
          },
          ...(debug?.round !== undefined && { unlimited: true }),
          ...(debug?.onStart && { onStart: debug.onStart }),
          ...(wrap && { wrap }),
          source: found.file,
          compiled: found.compiled,
          session: {
            ...limits.session,
            ...(context.sanitize && { memoryBytes: 2 ** 50 }),
            ...(cpu && { cpu }),
          },
          ...(output && { log: withDrawings(output).log }),
        }),
    };
  },
};

/**
 * Rethrows a compiler's error. If C++ code doesn't compile because it was written for a game with headers, the new
 * error names that game.
 */
async function withOtherGame(error: unknown, name: string, { folder, game, others }: ResolveContext): Promise<never> {
  const isCpp = /\.(?:cc|cpp)$/.test(name);
  if (!isCpp || !(error instanceof PlayerRejectedError) || error.code !== 'player/not-compiled') throw error;
  const text = readFileSync(resolve(folder, name), 'latin1');
  const written = gameOf({ text }, (await others?.()) ?? []);
  if (written === undefined) throw error;
  const said = error.message.slice(error.message.indexOf('\n') + 1);
  throw rejectedPlayer('player/not-compiled-for', name, said, game.title, written.title);
}

/** Options of memory checkers: the same as in a native player's process (native_host.cc). */
const SANITIZERS = {
  ASAN_OPTIONS: 'detect_leaks=0:handle_abort=1:detect_stack_use_after_return=1:exitcode=1',
  UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
};

/**
 * Whether a module must run in the referee's process, because no host module speaks the protocol for it. In the
 * referee's process, no budget is counted.
 */
function isBound(file: string, modules: ResolveContext['modules']): boolean {
  return modules?.follow === undefined && hasDefaultExport(file);
}

/** The command of a JavaScript player, changed so that the player waits for a debugger before it runs. */
function inspected(command: PlayerCommand, debug: DebugContext): PlayerCommand {
  if (command.program !== process.execPath || debug.round === undefined) return command;
  return { ...command, args: [`--inspect-wait=${debug.inspect}`, ...command.args] };
}

/**
 * The environment variables that make Ludus's SDKs stop in a debugger in this round, and use a generator with this
 * state.
 */
function debugEnvironment({ round, generator }: DebugContext): Record<string, string> {
  return {
    ...(round !== undefined && { LUDUS_DEBUG_ROUND: String(round) }),
    ...(generator !== undefined && { LUDUS_DEBUG_GENERATOR: String(generator) }),
  };
}

/**
 * The match data in a player's environment. The environment also contains the SDKs' paths, so that the SDKs don't need
 * to be installed.
 */
function environment({
  game,
  libraries = {},
  modules,
}: Pick<ResolveContext, 'game' | 'libraries' | 'modules'>): Record<string, string> {
  const python = [...(libraries.python ?? []), process.env.PYTHONPATH].filter(Boolean);
  return {
    LUDUS_GAME: game.id,
    LUDUS_STDIO: '1',
    ...(python.length > 0 && { PYTHONPATH: python.join(delimiter) }),
    ...modules?.environment,
  };
}
