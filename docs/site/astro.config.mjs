import { fileURLToPath } from 'node:url';
import starlight from '@astrojs/starlight';
import { openingMatch } from '@ludus/studio/build.ts';
import { defineConfig } from 'astro/config';
import { LESSON_PAGES } from './lesson-pages.ts';
import { SECTIONS, slugOf } from './pages.ts';
import { BASE, makeRelative } from './relative.ts';

const SEARCH_COMES = `if (window.requestIdleCallback) {
  const whenIdle = window.requestIdleCallback.bind(window);
  window.requestIdleCallback = (callback, options) => whenIdle(callback, { timeout: 1000, ...options });
}`;

export default defineConfig({
  base: BASE,
  outDir: './dist',
  publicDir: './.cache/public',
  telemetry: false,
  devToolbar: { enabled: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  vite: {
    plugins: [openingMatch()],
    worker: { format: 'es' },
    build: { chunkSizeWarningLimit: 2000 },
    server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
  },
  integrations: [
    starlight({
      title: 'Ludus',
      description: 'A home for bot-programming games.',
      pagination: true,
      credits: false,
      // Long lines wrap, so that no scrolling is needed to read them.
      expressiveCode: { defaultProps: { wrap: true } },
      customCss: ['./src/site.css'],
      // Starlight loads its search when the browser is idle, which may never happen while a match moves. This script
      // loads it after a second.
      head: [{ tag: 'script', content: SEARCH_COMES }],
      sidebar: [
        { label: 'Ludus', link: '/' },
        ...SECTIONS.map(({ label, files }) => ({
          label,
          items: files.flatMap((file) =>
            slugOf(file) === 'tutorial'
              ? [{ slug: 'tutorial' }, ...LESSON_PAGES.map(({ slug, label }) => ({ label, link: `/${slug}/` }))]
              : [{ slug: slugOf(file) }],
          ),
        })),
      ],
    }),
    {
      name: 'relative-addresses',
      hooks: { 'astro:build:done': ({ dir }) => makeRelative(fileURLToPath(dir)) },
    },
  ],
});
