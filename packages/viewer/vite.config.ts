import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));

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
  plugins: [page],
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: join(here, 'main.ts'), formats: ['iife'], name: 'ludusViewer', fileName: () => 'ludus-viewer.js' },
  },
});
