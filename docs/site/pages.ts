/** A section of the menu: pages of one kind, for one purpose. Paths are relative to the repository. */
export interface Section {
  readonly label: string;
  readonly files: readonly string[];
}

/** The folder of pages that the build generates from code. */
export const GENERATED = 'docs/site/.cache/generated';

const docs = (...names: readonly string[]): string[] => names.map((name) => `docs/${name}.md`);

export const SECTIONS: readonly Section[] = [
  { label: 'Start', files: docs('install', 'first-bot', 'tutorial', 'choose', 'troubleshooting', 'glossary') },
  {
    label: 'Bots',
    files: docs(
      'opponents',
      'why',
      'duel',
      'laboratory',
      'league',
      'benchmark-bots',
      'clusters',
      'studio',
      'viewer',
      'drawing',
      'boards',
      'cpp',
      'javascript-players',
      'python-players',
      'wasi-players',
      'arena',
      'agents',
      'adapters',
    ),
  },
  { label: 'Games', files: docs('trails', 'periscope', 'talltales', 'angry-mob', 'madmax', 'starwar', 'cylinder') },
  {
    label: 'Contests',
    files: docs(
      'first-contest',
      'contest',
      'lti',
      'finals',
      'autograding',
      'deploy',
      'privacy',
      'plagiarism',
      'contest-reference',
      'ladder',
    ),
  },
  { label: 'Research', files: docs('research', 'learned-bot', 'python-api') },
  { label: 'Make a game', files: docs('make-a-game', 'game-api') },
  {
    label: 'Reference',
    files: [
      `${GENERATED}/commands.md`,
      `${GENERATED}/games.md`,
      `${GENERATED}/api.md`,
      ...docs('protocol', 'formats', 'budgets', 'fuel', 'sandbox'),
    ],
  },
  {
    label: 'Explanation',
    files: [...docs('architecture', 'engine', 'statistics', 'benchmarks', 'decisions/README')],
  },
  { label: 'Project', files: ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'] },
];

/** The address of a page in the site, without leading or trailing slashes: `docs/decisions/README.md` → `decisions`. */
export function slugOf(file: string): string {
  return file
    .replace(`${GENERATED}/`, 'reference/')
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '$1')
    .replace(/\/$/, '')
    .toLowerCase();
}
