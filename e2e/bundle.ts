import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { keptBuild, SOURCES } from '@ludus/studio/build.ts';

/**
 * Bundles a module with its imports into one script that assigns its exports to a global `name`, for browsers and other
 * engines.
 */
export async function bundleOf(entry: string, name: string): Promise<string> {
  const what = `script-${basename(entry, '.ts')}`;
  const folder = await keptBuild(what, [...SOURCES, dirname(entry)], async (outDir) => {
    const { build } = await import('vite');
    await build({
      configFile: false,
      logLevel: 'silent',
      build: { outDir, target: 'es2022', lib: { entry, formats: ['iife'], name, fileName: () => 'script.js' } },
    });
  });
  return readFileSync(join(folder, 'script.js'), 'utf8');
}
