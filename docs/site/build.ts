import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { guestsOf, pythonsOf } from '@ludus/cli/context.ts';
import { buildSite, packedClang } from '@ludus/studio/serve.ts';
import { GAMES } from 'ludus/registry.ts';
import { apiPage } from '../reference/api.ts';
import { commandsPage } from '../reference/commands.ts';
import { gamesPage } from '../reference/games.ts';
import { llmsFiles } from './llms.ts';

// `npm run docs`: the documentation as a site of static files, docs/site/dist, which works under any address and
// offline.

const here = import.meta.dirname;
const root = join(here, '../..');
const cache = join(here, '.cache');

/**
 * This folder has its own installation of Astro, so that people who only use the rest of the repository needn't install
 * it.
 */
function install(): void {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  );
  const installed = (name: string): string | undefined => {
    const file = join(here, 'node_modules', name, 'package.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
  };
  if (Object.entries(dependencies).every(([name, version]) => installed(name) === version)) return;
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error', '--ignore-scripts']);
}

/** A build inside another Vite program inherits its settings, including the address of its pages. */
const {
  BASE_URL: _base,
  MODE: _mode,
  DEV: _dev,
  PROD: _prod,
  SSR: _ssr,
  NODE_ENV: _node,
  VITEST: _vitest,
  ...ENVIRONMENT
} = process.env;

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...ENVIRONMENT, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status === 0) return;
  process.stderr.write(`docs: ${error?.message ?? `${command} ${args.join(' ')} exited with status ${status}`}\n`);
  process.exit(1);
}

install();
rmSync(cache, { recursive: true, force: true });
mkdirSync(join(cache, 'generated'), { recursive: true });
for (const [name, page] of Object.entries({ commands: commandsPage, games: gamesPage, api: apiPage }))
  writeFileSync(join(cache, 'generated', `${name}.md`), await page());
mkdirSync(join(cache, 'public'), { recursive: true });
for (const [name, text] of Object.entries(llmsFiles(root))) writeFileSync(join(cache, 'public', name), text);
cpSync(join(root, 'docs/pictures'), join(cache, 'public/pictures'), { recursive: true });
copyFileSync(join(root, 'docs/angry-mob-maps.svg'), join(cache, 'public/pictures/angry-mob-maps.svg'));
copyFileSync(join(here, 'favicon.svg'), join(cache, 'public/favicon.svg'));
// The C++ compiler for the lesson pages, split into the pieces that the pages load.
cpSync(await packedClang(), join(cache, 'public/cpp'), { recursive: true });
// The playground, to which the first page links. The lessons use its files to run Python. Precompiling its C++ support
// would take minutes.
await buildSite(join(cache, 'public/play'), {
  guests: await guestsOf(GAMES),
  pythons: await pythonsOf(GAMES),
  cpp: [],
});
const out = resolve(process.argv[2] ?? join(here, 'dist'));
run(process.execPath, [join(here, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', out]);
const shown = relative(process.cwd(), out) || '.';
process.stdout.write(
  `The site is in ${shown}. Any web server for static files can serve it, at any address: npx vite preview --outDir ${shown}\n`,
);
