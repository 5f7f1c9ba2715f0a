/** A group of the menu: a way through the pages for one kind of reader. Paths are the repository's. */
export interface Track {
  readonly label: string;
  readonly files: readonly string[];
}

/** Where the pages are that are made of code while the site is built. */
export const GENERATED = 'docs/site/.cache/generated';

const docs = (...names: readonly string[]): string[] => names.map((name) => `docs/${name}.md`);

export const TRACKS: readonly Track[] = [
  {
    label: 'First player',
    files: docs('tracks/first-player', 'install', 'tutorial', 'trails', 'studio', 'playground', 'viewer'),
  },
  {
    label: 'Stronger player',
    files: docs(
      'tracks/stronger-player',
      'opponents',
      'champions',
      'madmax',
      'starwar',
      'cylinder',
      'angry-mob',
      'angry-mob-players',
      'cpp',
      'javascript-players',
      'drawing',
      'budgets',
    ),
  },
  {
    label: 'Organiser',
    files: docs('tracks/organiser', 'contest', 'ladder', 'finals', 'laboratory', 'sandbox', 'plagiarism', 'arena'),
  },
  {
    label: 'Game designer',
    files: [...docs('tracks/designer'), 'CONTRIBUTING.md', ...docs('architecture', 'engine', 'decisions/README')],
  },
  { label: 'Researcher', files: docs('tracks/researcher', 'research') },
  {
    label: 'Reference',
    files: [
      `${GENERATED}/commands.md`,
      `${GENERATED}/games.md`,
      `${GENERATED}/api.md`,
      ...docs('protocol', 'formats', 'fuel'),
      'CHANGELOG.md',
    ],
  },
];

/** Where a page stands in the site, without slashes around it: `docs/tracks/organiser.md` → `tracks/organiser`. */
export function slugOf(file: string): string {
  return file
    .replace(`${GENERATED}/`, 'reference/')
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '$1')
    .replace(/\/$/, '')
    .toLowerCase();
}
