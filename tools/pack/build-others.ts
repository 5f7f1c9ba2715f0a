import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST, json, version, writeJson } from './build.ts';
import { ROOT } from './sources.ts';

/** Assembles the package for `npm create ludus`, which calls `ludus new player`. */
export function buildCreate(): string {
  const folder = begin('create-ludus');
  cpSync(join(ROOT, 'tools/pack/create.js'), join(folder, 'create.js'));
  writeJson(join(folder, 'package.json'), {
    name: 'create-ludus',
    version: version(),
    description: 'Create a player for Ludus: npm create ludus',
    license: 'MIT',
    type: 'module',
    bin: { 'create-ludus': './create.js' },
    engines: { node: '>=22.18' },
    files: ['create.js', 'LICENSE'],
    dependencies: { ludus: version() },
  });
  return folder;
}

/**
 * Assembles the package `ludus-contest`, which only adds the contest server's dependencies: `npm install ludus
 * ludus-contest`.
 */
export function buildContest(): string {
  const folder = begin('ludus-contest');
  const { dependencies, optionalDependencies } = json('packages/contest/package.json') as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const others = Object.entries(dependencies).filter(([name]) => !OF_PAGES.test(name));
  writeJson(join(folder, 'package.json'), {
    name: 'ludus-contest',
    version: version(),
    description: 'The additional packages for contests with Ludus: a server and a database',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=22.18' },
    files: ['LICENSE'],
    dependencies: Object.fromEntries(others),
    optionalDependencies,
  });
  return folder;
}

const OF_PAGES = /^(?:@?ludus(?:\/|$)|vite$|@preact\/|preact$|@simplewebauthn\/browser$)/;

/** Assembles the package with the element `<ludus-viewer>` as one script, for users' pages. */
export async function buildViewerPackage(): Promise<string> {
  const { buildViewer } = await import('@ludus/studio/build.ts');
  const folder = begin('ludus-viewer');
  const built = await buildViewer();
  for (const file of ['ludus-viewer.js', 'ludus-viewer-more.js', 'viewer.html'])
    cpSync(join(built, file), join(folder, file));
  cpSync(join(ROOT, 'docs/viewer.md'), join(folder, 'README.md'));
  // The script registers the element by itself; without a browser, there is nothing to register.
  writeFileSync(
    join(folder, 'index.js'),
    [
      "globalThis.ludusViewer = { load: () => import('./ludus-viewer-more.js') };",
      "await import('./ludus-viewer.js');",
      'export {};\n',
    ].join('\n'),
  );
  writeFileSync(join(folder, 'index.d.ts'), 'export {};\n');
  writeJson(join(folder, 'package.json'), {
    name: 'ludus-viewer',
    version: version(),
    description: 'Shows Ludus matches in a web page: <ludus-viewer src="match.res">',
    license: 'MIT',
    type: 'module',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './ludus-viewer.js': { types: './index.d.ts', default: './ludus-viewer.js' },
      './package.json': './package.json',
    },
    files: ['index.js', 'index.d.ts', 'ludus-viewer.js', 'ludus-viewer-more.js', 'viewer.html', 'README.md', 'LICENSE'],
  });
  return folder;
}

function begin(name: string): string {
  const folder = join(DIST, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  return folder;
}
