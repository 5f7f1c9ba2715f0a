import { resolve } from 'node:path';
import { gamesElsewhere, guidePages } from '@ludus/studio/build.ts';
import preact from '@preact/preset-vite';
import { build, defineConfig, type Plugin } from 'vite';

/** Builds `show.js`, the only script of a saved reveal. A saved reveal needs no server. */
const show: Plugin = {
  name: 'show',
  async writeBundle({ dir }) {
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      mode: 'production',
      plugins: [gamesElsewhere(), preact()],
      build: {
        ...(dir !== undefined && { outDir: dir }),
        emptyOutDir: false,
        target: 'es2022',
        lib: {
          entry: resolve(import.meta.dirname, 'show.tsx'),
          formats: ['iife'],
          name: 'show',
          fileName: () => 'show.js',
        },
      },
    });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [gamesElsewhere(), guidePages(['ca', 'es']), preact(), show],
  worker: { format: 'es', plugins: () => [gamesElsewhere()] },
  // The pages' policy forbids inline scripts, such as the polyfill of the module preloader.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'play.html'].map((page) => resolve(import.meta.dirname, page)),
    },
  },
});
