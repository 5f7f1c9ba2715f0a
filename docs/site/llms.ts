import { readFileSync } from 'node:fs';
import { SECTIONS, slugOf } from './pages.ts';

const SUMMARY =
  'Ludus is an open-source home for bot-programming games: write a bot, play matches, watch the replays, and hold contests.';

/**
 * The two files for language models (llmstxt.org): a list of all pages, and the full text. `root` is the repository's
 * folder.
 */
export function llmsFiles(root: string): Record<'llms.txt' | 'llms-full.txt', string> {
  const pages = SECTIONS.map(({ label, files }) => ({
    label,
    pages: files.map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') })),
  }));
  const lists = pages.map(
    ({ label, pages }) =>
      `## ${label}\n\n${pages.map(({ file, text }) => `- [${titleOf(text)}](${slugOf(file)}/)\n`).join('')}`,
  );
  const texts = pages.flatMap(({ pages }) =>
    pages.map(({ file, text }) => `<!-- ${slugOf(file)}/ -->\n\n${text.trim()}\n`),
  );
  return {
    'llms.txt': `# Ludus\n\n> ${SUMMARY}\n\n${lists.join('\n')}`,
    'llms-full.txt': `# Ludus\n\n> ${SUMMARY}\n\n${texts.join('\n')}`,
  };
}

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';
