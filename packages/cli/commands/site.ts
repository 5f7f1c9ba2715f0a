import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '@ludus/shell/exit.ts';
import type { SiteOffer } from '@ludus/studio/serve.ts';
import type { Command } from 'commander';
import { cppGames, guestsOf, pythonsOf } from '../context.ts';
import { GAMES, gameNamed } from '../games.ts';
import { GAMES_FOLDER } from '../games-folder.ts';
import { kitOf } from '../kits.ts';
import { info } from '../say.ts';

/** `ludus site`: writes pages that a static file server can serve. */
export function site(program: Command): void {
  const command = program
    .command('site')
    .description('Build the playground as static files')
    .addHelpText('after', '\nExample:\n  ludus site build public/play');
  command
    .command('build')
    .description('Build the playground and the viewer for any web server')
    .argument('[folder]', 'folder for the files; an older site in this folder is replaced', 'site')
    .option('--cpp <games>', 'games that accept C++ bots, separated by commas, or none (default: all that can)')
    .addHelpText('after', '\nExample:\n  ludus site build public/play')
    .action(build);
}

async function build(folder: string, options: { readonly cpp?: string }): Promise<void> {
  const { buildSite, wrongFolder } = await import('@ludus/studio/serve.ts');
  const target = resolve(folder);
  const wrong = wrongFolder(target);
  if (wrong !== undefined) throw new UsageError(wrong);
  const cpp = await cppOffer(options.cpp === 'none' ? [] : options.cpp?.split(','));
  const offer = { guests: await guestsOf(GAMES), pythons: await pythonsOf(GAMES), cpp };
  const { files, bytes } = await buildSite(target, offer);
  process.stdout.write(`${folder}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB\n`);
}

/** The placeholder that the page replaces with a player's name. */
const NAME = 'LUDUS_PLAYER';

/**
 * Returns the games whose C++ players a page can compile; if `only` is defined, only the games in this list. Empty if
 * no compiler that runs in a page is installed.
 */
async function cppOffer(only?: readonly string[]): Promise<SiteOffer['cpp']> {
  const able = await cppGames();
  const unable = only?.find((name) => !able.some(({ id }) => id === gameNamed(name).id));
  if (unable !== undefined)
    throw new UsageError(
      `${gameNamed(unable).title} can’t run C++ bots in the page; choose ${able.map(({ id }) => id).join(', ')}, or none`,
    );
  if (only?.length === 0) return [];
  const { clangModule } = await import('@ludus/runtime/files.ts');
  if (clangModule() === undefined) {
    info('this site has no compiler for C++ bots: run npx ludus get clang, and build the site again');
    return [];
  }
  const games = able.filter(({ id }) => only === undefined || only.some((name) => gameNamed(name).id === id));
  return games.map((game) => {
    const { samples } = kitOf(GAMES.find(({ id }) => id === game.id)!);
    const sample = samples?.cpp;
    let template = sample ? readFileSync(join(GAMES_FOLDER, sample.file), 'utf8') : '';
    for (const [word, own] of Object.entries(sample?.words ?? {})) template = template.replaceAll(word, own);
    if (sample) template = template.replaceAll(new RegExp(`\\b${sample.word}\\b`, 'g'), NAME);
    return { game, template };
  });
}
