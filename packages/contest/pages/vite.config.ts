import { resolve } from 'node:path';
import { gamesElsewhere, guidePages } from '@ludus/studio/build.ts';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [gamesElsewhere(), guidePages(), preact()],
  worker: { format: 'es', plugins: () => [gamesElsewhere()] },
  // The pages' policy allows no script in the page itself, which the preloader's polyfill would be.
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
