import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Episode, EpisodeError, episodeOf } from '@ludus/env/dataset.ts';
import { writeAll } from '@ludus/env/descriptors.ts';
import type { Part } from '@ludus/env/parts.ts';
import type { MatchInfo } from '@ludus/game/game.ts';
import { gameOfReplay } from '@ludus/game/replay.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { GAMES, kitOf } from '../games.ts';
import { readObserved, readSeats } from '../observed.ts';
import { isReplay, readReplayText } from '../replay-text.ts';
import { toldRevision } from '../revisions.ts';

interface DatasetOptions {
  readonly seats: string;
  readonly observe: string;
  readonly universe?: boolean;
}

/**
 * `ludus dataset`: writes replays as arrays to standard output, one after the other; packages/env/python reads them.
 */
export function dataset(program: Command): void {
  program
    .command('dataset')
    .description('Convert replays into arrays for machine learning')
    .argument('<replays...>', 'replays or folders of replays; - for one name per line on standard input')
    .option('--seats <seats>', 'observed seats: numbers separated by commas (0,2), or all', '0')
    .option('--observe <parts>', 'observed parts, as for ludus env', 'tables,planes')
    .option('--universe', 'include planes of the whole board instead of the window')
    .addHelpText(
      'after',
      '\nWrites observations, actions, rewards, and masks to standard output. docs/research.md describes the format.\n\nExample:\n  ludus dataset replays/*.res --seats all > episodes.bin',
    )
    .action(run);
}

function run(named: readonly string[], options: DatasetOptions): void {
  try {
    for (const file of filesOf(named)) {
      const said = episode(file, options);
      if (typeof said === 'string') writeAll(1, Buffer.from(`${JSON.stringify({ file, problem: said })}\n`));
      else writeEpisode(file, said);
    }
  } catch (error) {
    // The reader has closed the pipe.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

interface ReplayEpisode {
  readonly kit: AnyKit;
  readonly info: MatchInfo;
  readonly board: unknown;
  readonly made: Episode;
}

/** Returns the arrays of a file, or the reason why the file has no arrays. */
function episode(file: string, { seats, observe, universe }: DatasetOptions): ReplayEpisode | string {
  let text: string;
  try {
    text = readReplayText(file);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  const game = gameOfReplay(text, GAMES, toldRevision(file))?.game;
  if (!game) return `${file} isn’t a replay of any Ludus game`;
  const kit = kitOf(game);
  const { simulator } = kit;
  if (!simulator?.actionsOf) return `${game.title} has no simulator that turns moves into actions`;
  const opened = game.replay.open(text.replaceAll('\r\n', '\n'));
  if (!opened.ok) return `${file}: ${describeProblem(opened.problem)}`;
  const { board, info } = opened.value;
  const chosen = { seats: readSeats(seats, game.seatsOf(board)), observe: readObserved(observe, simulator) };
  try {
    return { kit, info, board, made: episodeOf(game, simulator, opened.value, { ...chosen, all: universe ?? false }) };
  } catch (error) {
    if (error instanceof EpisodeError) return `${file}: ${describeProblem(error.problem)}`;
    throw error;
  }
}

/** Writes a line of JSON that describes the replay and its arrays, and then the bytes of each array. */
function writeEpisode(file: string, { kit, info, board, made }: ReplayEpisode): void {
  const { game, simulator } = kit;
  const { actions, exact, parts, steps, units } = made;
  const all: Part[] = [
    ...parts,
    actions instanceof Uint8Array
      ? { name: 'actions', type: 'uint8', shape: [steps, units], data: actions }
      : { name: 'actions', type: 'uint16', shape: [steps, units], data: actions },
    { name: 'exact', type: 'uint8', shape: [steps], data: exact },
  ];
  const head = {
    file,
    game: game.id,
    seed: info.seed,
    names: info.names,
    seats: game.seatsOf(board),
    steps,
    settings: simulator!.settings(board),
    board: game.printBoard(board),
    parts: all.map(({ name, type, shape }) => ({ name, type, shape })),
  };
  writeAll(1, Buffer.from(`${JSON.stringify(head)}\n`));
  for (const { data } of all) writeAll(1, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

/** Lists the files. A folder stands for its replays, and `-` stands for the names on standard input. */
function* filesOf(named: readonly string[]): Generator<string> {
  for (const name of named) {
    if (name === '-')
      yield* filesOf(
        readText('-')
          .split('\n')
          .filter((line) => line !== '' && line !== '-'),
      );
    else if (statSync(name, { throwIfNoEntry: false })?.isDirectory()) {
      const files = readdirSync(name, { withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = files.map((entry) => join(name, entry.name)).sort();
      for (const path of paths) if (path.endsWith('.moves.gz') || isReplay(path)) yield path;
    } else yield name;
  }
}
