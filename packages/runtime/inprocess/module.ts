import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nameFrom } from '@ludus/game/names.ts';
import { type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import { type AnyRunner, forwardingRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { missingPlayer, rejectedPlayer } from '../player-problems.ts';
import type { PlayerKind } from '../resolve.ts';
import { withConsole } from './console.ts';
import { thrownAt } from './thrown-location.ts';

const MODULE = /\.[cm]?[jt]s$/;

/**
 * Your TypeScript or JavaScript player in the referee's process: `./Mine.ts`. Such players are used only if no budget
 * is counted and nothing is hidden, because code in this process can read all the referee's data.
 */
export const moduleKind: PlayerKind = {
  id: 'module',
  example: './Mine.ts',
  accepts: (name, { budget, api, game }) =>
    budget === 'none' && api !== undefined && game.observe === undefined && MODULE.test(name),
  fits: () => 'none',
  async prepare(name, { folder, api, modules }) {
    const file = resolve(folder, name);
    if (!existsSync(file)) throw missingPlayer('player/no-file', name);
    if (modules) await import(pathToFileURL(modules.hooks).href);
    let code: unknown;
    try {
      code = (await withConsole({ name, log: onError }, () => import(pathToFileURL(file).href))).default;
    } catch (error) {
      throw rejectedPlayer('player/not-loaded', name, thrownAt(error, file));
    }
    const shown = nameFrom(basename(name).replace(MODULE, ''));
    const wrong = api!.open(shown, code);
    if (typeof wrong === 'string') throw rejectedPlayer('player/export', name, wrong);
    return {
      name: shown,
      open(output) {
        const runner = api!.open(shown, code, output);
        if (typeof runner === 'string') throw missingPlayer('player/not-opened', name, runner);
        return own(runner, file, output ?? SILENT_OUTPUT);
      },
    };
  },
};

/** Before a match begins, the player's output goes to standard error, because there is no log yet. */
const onError = (text: string): void => void process.stderr.write(`${text}\n`);

/** A runner whose player's output goes to the log, and whose faults state the location in the player's file. */
function own(runner: AnyRunner, file: string, output: PlayerOutput): AnyRunner {
  const speaker = { name: runner.name, log: (text: string) => output.log(text) };
  const placed = (error: unknown): unknown =>
    error instanceof PlayerFault && error.cause !== undefined
      ? new PlayerFault(error.fault, thrownAt(error.cause, file, error.message), { cause: error.cause })
      : error;
  const run = (call: () => void | Promise<void>): void | Promise<void> => {
    try {
      const answer = withConsole(speaker, call);
      return answer === undefined
        ? answer
        : answer.catch((error: unknown) => {
            throw placed(error);
          });
    } catch (error) {
      throw placed(error);
    }
  };
  return {
    ...forwardingRunner(runner),
    ...(runner.start && { start: (board, state, briefing) => run(() => runner.start!(board, state, briefing)) }),
    play: (state, move, generator) => run(() => runner.play(state, move, generator)),
    ...(runner.observeMoves && { observeMoves: (asked) => withConsole(speaker, () => runner.observeMoves!(asked)) }),
    ...(runner.observeFault && {
      observeFault: (seat, fault) => withConsole(speaker, () => runner.observeFault!(seat, fault)),
    }),
  };
}
