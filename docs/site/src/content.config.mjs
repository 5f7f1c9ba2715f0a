import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { readHome, readLessons, readPages } from '../read-pages.ts';

/** Pages are read from the repository and from the build's generated files. */
const loader = (name, read) => ({
  name,
  async load({ store, parseData, renderMarkdown, generateDigest }) {
    store.clear();
    for (const { id, data, body } of read()) {
      const parsed = await parseData({ id, data });
      store.set({ id, data: parsed, body, digest: generateDigest(body), rendered: await renderMarkdown(body) });
    }
  },
});

export const collections = {
  docs: defineCollection({ loader: loader('pages', readPages), schema: docsSchema() }),
  home: defineCollection({ loader: loader('home', readHome) }),
  lessons: defineCollection({ loader: loader('lessons', readLessons) }),
};
