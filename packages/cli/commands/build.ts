import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buildWasm, type CppGame, gameOf, nameOfFile, readSource, walkedTables } from '@ludus/runtime/compile.ts';
import { rustModule } from '@ludus/runtime/kinds.ts';
import { CompileError, readMarker } from '@ludus/runtime/metering.ts';
import { PlayerRejectedError, programGame } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { Option } from 'commander';
import { cppGames, nodePartsOf } from '../context.ts';
import { GAMES as ALL_GAMES, GAME_IDS } from '../games.ts';
import { unspoken } from '../lab/guess-game.ts';
import { buildScript, isScript } from './build-script.ts';

/** The games whose C++ players can be compiled. */
const GAMES = await cppGames();

/**
 * `ludus build`: compiles a player into a file that runs on every machine, and doesn't need the player's source code.
 */
export function build(program: Command): void {
  program
    .command('build')
    .description('Compile a bot into one WebAssembly file')
    .argument('<file>', 'source of the bot in C++, Rust, TypeScript, JavaScript, or Python: AIFoo.cc, Mine.py')
    .option('-o, --output <file>', 'file for the module (default: foo.wasm for AIFoo.cc)')
    .addOption(
      new Option('-g, --game <game>', 'game of the bot (default: the game that the source uses)').choices(
        ALL_GAMES.map(({ id }) => id),
      ),
    )
    .addHelpText(
      'after',
      '\nThe module plays on every machine, and you can share it without the source.\n\nExample:\n  ludus build AIFoo.cc -o foo.wasm\n  ludus match ./foo.wasm Demo Demo Dummy -i board.cnf\n  ludus build Mine.ts -o mine.wasm',
    )
    .action(run);
}

async function run(name: string, options: { readonly output?: string; readonly game?: string }): Promise<void> {
  // Without --output, the module's name depends on the source code; the module is written to the current folder.
  checkWritable(options.output ?? 'bot.wasm');
  const file = resolve(name);
  if (!existsSync(file)) throw new UsageError(`cannot read ${name}: there is no such file`);
  if (isScript(name)) {
    await buildScript(name, options);
    return;
  }
  if (name.endsWith('.rs')) {
    await buildRust(name, options);
    return;
  }
  if (!/\.(cc|cpp|cxx)$/.test(name))
    throw new UsageError(`cannot build ${name}: the file extension must be .cc, .cpp, .rs, .ts, .js, or .py`);
  try {
    const game = options.game === undefined ? gameOfFile(file) : await cppGameNamed(options.game);
    const source = readSource(file, game.sdk);
    const module = readFileSync(await buildWasm(source, game, { others: async () => GAMES, isShared: true }));
    const marker = readMarker(module);
    if (!marker)
      throw new UsageError(`${source.name} does not register a player: add RegisterPlayer(PLAYER_NAME) at its end`);
    const output =
      options.output ?? `${(nameOfFile(game.sdk, file) ?? basename(file).replace(/\.\w+$/, '')).toLowerCase()}.wasm`;
    writeComplete(output, module);
    const tables = walkedTables(source);
    if (tables.length > 0)
      process.stderr.write(
        `warning: ${source.name} iterates over ${tables.join(', ')}, whose order depends on addresses or custom hashes. If they need more than 32 bits, the module can play differently from native code. Use map or set, or sort first\n`,
      );
    process.stderr.write(`${output}: bot ${marker.name} for ${game.title}, ${Math.ceil(module.length / 1024)} KiB\n`);
  } catch (error) {
    if (error instanceof CompileError) throw new UsageError(error.message);
    throw error;
  }
}

/** Builds a player in Rust. Rust source code doesn't name its game. */
async function buildRust(name: string, options: { readonly output?: string; readonly game?: string }): Promise<void> {
  const file = basename(name);
  if (options.game === undefined) throw unspoken(name, GAME_IDS);
  const game = ALL_GAMES.find(({ id }) => id === options.game)!;
  if (!game.dialogue)
    throw new UsageError(`${file} can’t be a bot: ${game.title} doesn’t support bots that are programs`);
  try {
    const { bytes } = await rustModule(resolve(name), { name, game: game.id });
    const output = options.output ?? `${file.replace(/\.rs$/, '').toLowerCase()}.wasm`;
    writeComplete(output, bytes);
    process.stderr.write(
      `${output}: bot ${readMarker(bytes)?.name} for ${game.title}, ${Math.ceil(bytes.length / 1024)} KiB\n`,
    );
  } catch (error) {
    if (error instanceof PlayerRejectedError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * Returns the way in which C++ players are compiled for this game: with the game's headers, or as programs that follow
 * the protocol.
 */
async function cppGameNamed(id: string): Promise<CppGame> {
  const game = ALL_GAMES.find((each) => each.id === id)!;
  const { libraries } = await nodePartsOf(game);
  return GAMES.find((each) => each.id === id) ?? programGame(game, libraries?.cpp);
}

/** Returns the game whose identifiers the source code uses. */
function gameOfFile(file: string): CppGame {
  // The game isn't known yet, so the headers that all games share are left out.
  const ownHeaders = new RegExp(GAMES.map(({ sdk }) => sdk.ownHeaders.source).join('|'));
  const game = gameOf(readSource(file, { ownHeaders }), GAMES);
  if (game) return game;
  throw unspoken(basename(file), GAME_IDS);
}
