import { extname } from 'node:path';
import type { Language } from 'ludus/kit.ts';

const LANGUAGE_OF: Readonly<Record<string, Language>> = {
  '.ts': 'typescript',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.py': 'python',
  '.java': 'java',
  '.rs': 'rust',
  '.go': 'go',
};

/** The language of a bot, by the extension of its file; undefined for a module. */
export const languageOf = (file: string): Language | undefined => LANGUAGE_OF[extname(file)];
