import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { gamesElsewhere } from '../server/games-elsewhere.ts';

const here = import.meta.dirname;

/** The modules that the second script imports from the first script. */
const SHARED = {
  preact: 'ludusViewer.preact',
  'preact/hooks': 'ludusViewer.hooks',
  'preact/jsx-runtime': 'ludusViewer.jsx',
  '@preact/signals': 'ludusViewer.signals',
};

const second = (outDir: string): InlineConfig => ({
  configFile: false,
  root: here,
  logLevel: 'error',
  mode: 'production',
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: join(here, 'more.ts'), formats: ['iife'], name: 'more', fileName: () => 'ludus-viewer-more.js' },
    rolldownOptions: { external: Object.keys(SHARED), output: { globals: SHARED } },
  },
});

/** Moves the viewer's parts into the second script. */
const parts: Plugin = {
  name: 'viewer-parts',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith('parts.ts') || importer === undefined) return undefined;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found?.id.endsWith('/viewer/parts.ts') ? join(here, 'parts.ts') : found;
  },
};

/** Writes the second script and the page into the first script's folder. */
const beside: Plugin = {
  name: 'viewer-beside',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    mkdirSync(dir, { recursive: true });
    copyFileSync(join(here, 'viewer.html'), join(dir, 'viewer.html'));
    await build(second(dir));
  },
};

/** Writes classic scripts, so that the page also works from a folder without a server. */
export default defineConfig({
  root: here,
  plugins: [gamesElsewhere(), parts, beside],
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: join(here, 'main.ts'), formats: ['iife'], name: 'main', fileName: () => 'ludus-viewer.js' },
  },
});
