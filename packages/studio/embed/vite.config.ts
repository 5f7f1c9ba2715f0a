import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { gamesElsewhere } from '../server/games-elsewhere.ts';

const here = import.meta.dirname;

/** The page beside the script. */
const page: Plugin = {
  name: 'viewer-page',
  writeBundle({ dir }) {
    if (dir === undefined) return;
    mkdirSync(dir, { recursive: true });
    copyFileSync(join(here, 'viewer.html'), join(dir, 'viewer.html'));
  },
};

/** One classic script, so that the page also opens from a folder without a server. */
export default defineConfig({
  root: here,
  plugins: [gamesElsewhere(), page],
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: join(here, 'main.ts'), formats: ['iife'], name: 'ludusViewer', fileName: () => 'ludus-viewer.js' },
  },
});
