import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import type { SourceFile } from '@ludus/lab/league.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { LADDERED, LADDERED_IDS, ladderedKit } from '../climb/ladder.ts';
import { spokenKit, unspoken } from '../lab/guess-game.ts';
import { botFile, canBeBot, readSources, SourcesRejectedError } from '../league/sources.ts';

/** A bot that a benchmark measures. */
export interface BenchmarkBot {
  readonly kit: AnyKit;
  readonly name: string;
  /** The name of a built-in bot, or the bot's file among the source files. */
  readonly spec: string;
  /** The bot's source files; absent for a built-in bot. */
  readonly files?: readonly SourceFile[];
}

/**
 * Returns the bots that a command-line argument names: a built-in bot, a file, or a folder. A folder contains one bot,
 * or one subfolder per game. Throws a `UsageError` if there is no bot, or if its game can't be guessed.
 */
export function benchmarkBots(word: string, game: string | undefined): BenchmarkBot[] {
  const path = resolve(word);
  if (!existsSync(path)) return [builtin(word, game)];
  if (!statSync(path).isDirectory()) return [own(path, nameFrom(basename(path, extname(path))), game)];
  if (readdirSync(path).some(canBeBot)) return [own(path, nameFrom(basename(path)), game)];
  const folders = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(path, entry.name)).some(canBeBot))
    .map(({ name }) => name)
    .sort();
  if (folders.length === 0) throw new UsageError(`${word} has no file and no folder that can be a bot`);
  return folders.map((name) => {
    const named = LADDERED.find((kit) => kit.game.id === name)?.game.id;
    return own(join(path, name), nameFrom(named === undefined ? name : basename(path)), game ?? named);
  });
}

function builtin(name: string, id: string | undefined): BenchmarkBot {
  const kits = (id === undefined ? LADDERED : [ladderedKit(id)]).filter(({ players }) =>
    players.some((player) => player.name === name),
  );
  if (kits.length === 0) throw new UsageError(`no such folder, file, or built-in bot: ${name}`);
  if (kits.length > 1) throw new UsageError(`several games have a bot ${name}: choose one with --game`);
  return { kit: kits[0], name, spec: name };
}

function own(path: string, name: string, id: string | undefined): BenchmarkBot {
  const files = sourcesOf(path, name);
  const kit = id === undefined ? kitFor(path, files) : ladderedKit(id);
  const found = botFile(files, name, kit);
  if (!found.ok) throw new UsageError(`${path}: ${found.why}`);
  return { kit, name, spec: found.file, files };
}

function sourcesOf(path: string, name: string): SourceFile[] {
  try {
    return readSources(path);
  } catch (error) {
    if (error instanceof SourcesRejectedError) throw new UsageError(`${name} can’t be measured: ${error.message}`);
    throw error;
  }
}

/** Returns the only game that the files import or mention. */
function kitFor(path: string, files: readonly SourceFile[]): AnyKit {
  const own = statSync(path).isDirectory();
  const spoken = files
    .filter((file) => canBeBot(file.path))
    .map((file) => spokenKit(own ? join(path, file.path) : path, LADDERED));
  const kits = [...new Set(spoken.filter((kit) => kit !== undefined))];
  if (kits.length === 1) return kits[0];
  throw unspoken(path, LADDERED_IDS);
}
