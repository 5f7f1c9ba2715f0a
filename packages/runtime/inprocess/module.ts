import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nameFrom } from '@ludus/game/names.ts';
import { type PlayerOutput, SILENT } from '@ludus/game/output.ts';
import { type AnyPort, forwarded, PlayerFault } from '@ludus/game/player-runner.ts';
import { type PlayerKind, PlayerNotFound, PlayerRefused } from '../resolve.ts';
import { withConsole } from './console.ts';
import { thrownAt } from './place-of.ts';

const MODULE = /\.[cm]?[jt]s$/;

/** Your own TypeScript or JavaScript player, in the referee's process: `./Mine.ts`. Only where no budget is counted. */
export const moduleKind: PlayerKind = {
  id: 'module',
  example: './Mine.ts',
  accepts: (name, { budget, api }) => budget === 'none' && api !== undefined && MODULE.test(name),
  fits: () => 'none',
  async prepare(name, { folder, api, modules }) {
    const file = resolve(folder, name);
    if (!existsSync(file)) throw new PlayerNotFound(`no such file: ${name}`);
    if (modules) await import(pathToFileURL(modules.hooks).href);
    let code: unknown;
    try {
      code = (await withConsole(ON_ERROR, () => import(pathToFileURL(file).href))).default;
    } catch (error) {
      throw new PlayerRefused(`${name} cannot be loaded: ${thrownAt(error, file)}`);
    }
    const shown = nameFrom(basename(name).replace(MODULE, ''));
    const wrong = api!.open(shown, code);
    if (typeof wrong === 'string') throw new PlayerRefused(`${name} ${wrong}`);
    return {
      name: shown,
      open(output) {
        const port = api!.open(shown, code, output);
        if (typeof port === 'string') throw new PlayerNotFound(`${name} ${port}`);
        return own(port, file, output ?? SILENT);
      },
    };
  },
};

/** Before there is a match, what a player prints has no log to go to. */
const ON_ERROR = { log: (text: string) => void process.stderr.write(`${text}\n`) };

/** A port whose code prints into its log, and whose faults say where in the player's own file they come from. */
function own(port: AnyPort, file: string, output: PlayerOutput): AnyPort {
  const placed = (error: unknown): unknown =>
    error instanceof PlayerFault && error.cause !== undefined
      ? new PlayerFault(error.fault, thrownAt(error.cause, file, error.message), { cause: error.cause })
      : error;
  const run = (call: () => void | Promise<void>): void | Promise<void> => {
    try {
      const answer = withConsole(output, call);
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
    ...forwarded(port),
    ...(port.start && { start: (board, state, briefing) => run(() => port.start!(board, state, briefing)) }),
    play: (state, move, generator) => run(() => port.play(state, move, generator)),
    ...(port.hear && { hear: (asked) => withConsole(output, () => port.hear!(asked)) }),
    ...(port.out && { out: (seat, fault) => withConsole(output, () => port.out!(seat, fault)) }),
  };
}
