import { resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { gamesElsewhere } from './server/games-elsewhere.ts';
import { guidePages } from './server/guide-pages.ts';
import { openingMatch } from './server/opening.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [gamesElsewhere(), guidePages(), openingMatch(), preact()],
  worker: { format: 'es', plugins: () => [gamesElsewhere()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // These browsers support light-dark(). For older browsers, the build would insert a fallback, which follows the
    // system instead of the page's button.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        room: resolve(import.meta.dirname, 'room.html'),
        // Pages outside the studio import the script by this name.
        'ludus-run': resolve(import.meta.dirname, 'site/ludus-run.ts'),
      },
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: ({ name }) => (name === 'ludus-run' ? 'ludus-run.js' : 'assets/[name]-[hash].js') },
    },
  },
});
