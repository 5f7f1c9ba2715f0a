import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codePlaces } from '../compile/line-table.ts';
import { onPath } from '../groups/launch.ts';
import { missingPlayer } from '../player-problems.ts';
import { SYSTEM_PATH } from '../sandbox/bubblewrap.ts';
import type { SandboxLevel } from '../sandbox/level-names.ts';
import { stripped } from '../wasm/custom.ts';
import { withMarker } from '../wasm/marker.ts';
import type { CodePlaces } from '../wasm/places.ts';
import { compileOnce } from './compile.ts';
import { readsByMake } from './compiler-reads.ts';
import { shownName } from './language-commands.ts';

/** The compilers' names for WebAssembly with standard input and output: the new name, then the old one. */
const TARGETS = ['wasm32-wasip1', 'wasm32-wasi'];

const FLAGS = [
  ...['--edition', '2021', '-O'],
  // Panics abort instead of unwinding. The line tables give the location of an endless loop.
  ...['-C', 'panic=abort', '-C', 'debuginfo=1'],
  // The same stack size as for a C++ bot.
  ...['-C', 'link-arg=-zstack-size=8388608'],
];

interface RustCompiler {
  readonly program: string;
  readonly target: string;
  readonly version: string;
}

const found = new Map<string, RustCompiler | undefined>();

/** A Rust compiler with the library for WebAssembly, or undefined. A sandbox can use only the system's compiler. */
export function rustForWasm(sandbox?: SandboxLevel): RustCompiler | undefined {
  const paths = sandbox === undefined ? [process.env.PATH, SYSTEM_PATH] : [SYSTEM_PATH];
  const key = paths.join('\n');
  if (!found.has(key)) found.set(key, findRust(paths));
  return found.get(key);
}

function findRust(paths: readonly (string | undefined)[]): RustCompiler | undefined {
  for (const path of paths) {
    const program = onPath('rustc', path);
    if (program === undefined) continue;
    for (const target of TARGETS) {
      const asked = ['--print', 'target-libdir', '--target', target];
      const { status, stdout } = spawnSync(program, asked, { encoding: 'utf8' });
      if (status !== 0 || !hasLibrary(stdout.trim())) continue;
      return { program, target, version: spawnSync(program, ['-vV'], { encoding: 'utf8' }).stdout };
    }
  }
  return undefined;
}

const hasLibrary = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => /^libstd-.*\.rlib$/.test(name));

export interface RustModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly places: CodePlaces | undefined;
}

/**
 * Compiles a Rust bot to WebAssembly: a program that uses the line protocol. `file` is the bot's main file. Outside a
 * sandbox, the bot may have other modules in the same folder. Throws a `PlayerNotFoundError` if there is no compiler,
 * and a `PlayerRejectedError` with the compiler's messages if the bot doesn't compile.
 */
export async function rustModule(
  file: string,
  {
    name,
    game,
    sandbox,
  }: { readonly name: string; readonly game: string; readonly sandbox?: SandboxLevel | undefined },
): Promise<RustModule> {
  if (!existsSync(file)) throw missingPlayer('player/no-file', name);
  const rust = rustForWasm(sandbox);
  if (!rust) throw missingPlayer('player/no-rust', name);
  const { program, target, version } = rust;
  const folder = await compileOnce({
    name,
    file,
    version: `wasm 1 ${version}`,
    libraries: [],
    command: (sources, out) => [
      program,
      ...FLAGS,
      ...['--target', target, '--remap-path-prefix', `${sources}/=`],
      ...['-o', join(out, MODULE), file],
    ],
    listReads: readsByMake(file, (list) => [
      program,
      ...FLAGS,
      ...['--target', target, '--emit=dep-info', '-o', list, file],
    ]),
    sandbox,
    finish(partial) {
      const whole = new Uint8Array(readFileSync(join(partial, MODULE)));
      writeFileSync(join(partial, MODULE), stripped(whole));
      const places = codePlaces(whole, basename(file));
      writeFileSync(
        join(partial, PLACES),
        JSON.stringify(places ? { ...places, names: places.names.map(shortName) } : null),
      );
    },
  });
  return {
    bytes: withMarker(readFileSync(join(folder, MODULE)), { game, name: shownName(name) }),
    places: JSON.parse(readFileSync(join(folder, PLACES), 'utf8')) ?? undefined,
  };
}

/**
 * The last part of a function's path, such as `search`. For the linker, the path is
 * `_ZN4mine6search17h0123456789abcdefE`.
 */
function shortName(linked: string): string {
  const [, path] = /^_ZN(.*)17h[0-9a-f]{16}E$/.exec(linked) ?? [];
  if (path === undefined) return linked;
  let last = '';
  for (let at = 0; at < path.length; ) {
    const [digits] = /^\d+/.exec(path.slice(at)) ?? [];
    if (digits === undefined) break;
    last = path.slice(at + digits.length, at + digits.length + Number(digits));
    at += digits.length + Number(digits);
  }
  return /^\w+$/.test(last) ? last : '';
}

const MODULE = 'player.wasm';
const PLACES = 'places.json';
