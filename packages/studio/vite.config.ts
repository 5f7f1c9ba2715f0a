import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { gamesElsewhere } from './server/games-elsewhere.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [gamesElsewhere(), preact()],
  worker: { format: 'es', plugins: () => [gamesElsewhere()] },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
});
