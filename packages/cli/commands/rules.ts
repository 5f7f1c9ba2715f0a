import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '@ludus/shell/exit.ts';
import { type Command, Option } from 'commander';
import { type AnyKit, LANGUAGES, type Language, ownSections } from 'ludus/kit.ts';
import { folderOf, GAME_IDS, GAMES, gameNamed, kitOf, sampleFile } from '../games.ts';
import { gameText, jsonOption } from '../option-values.ts';
import { info, printJson } from '../say.ts';
import { keepCommand, oldFile } from '../scaffold/old-version.ts';
import { starterText } from '../scaffold/starters.ts';

interface RulesOptions {
  readonly lang?: Language;
  readonly json?: boolean;
}

/** The folder of the documentation's pages. An installed Ludus contains these pages without pictures. */
const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** The pages that describe a language's requirements beyond the library, by language. */
const LANGUAGE_PAGES: Readonly<Record<Language, readonly string[]>> = {
  typescript: [],
  javascript: [],
  cpp: ['cpp.md'],
  python: ['python-players.md', 'protocol.md'],
  java: ['protocol.md'],
  rust: ['wasi-players.md', 'protocol.md'],
  go: ['protocol.md'],
};

/** `ludus rules`: prints everything that a bot's author needs to know, as one text. */
export function rules(program: Command): void {
  program
    .command('rules')
    .description('Print the rules of a game and the API of a language')
    .argument('<game>', gameText(GAME_IDS))
    .addOption(
      new Option('--lang <language>', 'language of the sample bot and its library').choices(
        LANGUAGES.map(({ id }) => id),
      ),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Prints Markdown: the rules, the practice ladder, and the next commands. With --lang, also prints a complete bot, the
library that the bot uses, and how to play bots in this language. With --json, prints one JSON object: game, title,
language (or null), and parts with title and text.

Example:
  ludus rules trails --lang python
  ludus rules madmax | less`,
    )
    .action((id: string, options: RulesOptions) => {
      const kit = kitOf(gameNamed(id));
      const parts = partsOf(kit, options.lang);
      if (rulesPages(kit).length === 0)
        info(`${kit.game.title} has no page with its rules yet: write ${ownPage(kit)} (docs/make-a-game.md, 14)`);
      if (options.json) printJson({ game: id, title: kit.game.title, language: options.lang ?? null, parts });
      else process.stdout.write(parts.map(({ text }) => `${text.trim()}\n`).join('\n---\n\n'));
    });
}

interface Part {
  readonly title: string;
  /** The text in Markdown. */
  readonly text: string;
}

/**
 * Returns the parts of the text about a game, in reading order.
 *
 * @throws UsageError if the game has no sample in the language
 */
export function partsOf(kit: AnyKit, language?: Language): Part[] {
  const { game } = kit;
  const parts = rulesPages(kit).map((file) => ({ title: `Rules: ${game.title}`, text: pageText(file, kit) }));
  if (language !== undefined) parts.push(...languageParts(kit, language));
  if (kit.ladder) parts.push({ title: 'Practice ladder', text: ladderText(kit) });
  parts.push({ title: 'Commands', text: commandsText(kit, language) });
  return parts;
}

/** Returns the pages with the game's rules. A custom game has one page in its folder, named after the game's id. */
function rulesPages(kit: AnyKit): string[] {
  const pages = (kit.pages ?? [`${kit.game.id}.md`]).map((page) => join(DOCS, page));
  return [ownPage(kit), ...pages].filter(existsSync);
}

/** Returns a page without pictures, for the terminal. */
const pageText = (file: string, { game }: AnyKit): string =>
  ownSections(
    readFileSync(file, 'utf8'),
    game.title,
    GAMES.map(({ title }) => title),
  );

const ownPage = ({ game }: AnyKit): string => join(folderOf(game), `${game.id}.md`);

/**
 * Returns the pages about a language. Bots in C++ are programs, except in games with C++ headers for bots.
 */
const languagePages = ({ image }: AnyKit, language: Language): readonly string[] =>
  language === 'cpp' && image === undefined ? [...LANGUAGE_PAGES.cpp, 'protocol.md'] : LANGUAGE_PAGES[language];

function languageParts(kit: AnyKit, language: Language): Part[] {
  const { game, samples = {} } = kit;
  const sample = samples[language];
  const title = LANGUAGES.find(({ id }) => id === language)!.title;
  if (!sample)
    throw new UsageError(
      `there is no sample of ${game.title} in ${language}, but there is one in ${Object.keys(samples).join(', ')}`,
    );
  const library = libraryFiles(kit, language);
  return [
    codePart(`A complete bot in ${title}`, [starterText(game, sample, 'Mine')], language),
    ...(library.length > 0
      ? [
          codePart(
            `The library in ${title}`,
            library.map((file) => readFileSync(file, 'utf8')),
            language,
          ),
        ]
      : []),
    ...languagePages(kit, language).map((page) => ({ title, text: pageText(join(DOCS, page), kit) })),
  ];
}

/**
 * Returns the library files that a bot in this language uses. C++ headers are long, so their page describes them
 * instead.
 */
function libraryFiles({ game, samples }: AnyKit, language: Language): string[] {
  if (language === 'typescript' || language === 'javascript') return apiFiles(join(folderOf(game), 'player/api'));
  return (samples?.[language]?.beside ?? []).map((file) => sampleFile(game, file));
}

/**
 * Returns the library of a game, after the shared library that it extends. An installed Ludus contains the types of the
 * library.
 */
function apiFiles(module: string): string[] {
  const found = ['.d.ts', '.ts'].map((extension) => `${module}${extension}`).find(existsSync);
  if (found === undefined) return [];
  const shared = /from '(\.[^']*\/player\/api)\.[jt]s'/.exec(readFileSync(found, 'utf8'))?.[1];
  return [...(shared === undefined ? [] : apiFiles(join(dirname(found), shared))), found];
}

function codePart(title: string, texts: readonly string[], language: Language): Part {
  const blocks = texts.map((text) => `\`\`\`${language}\n${text.trim()}\n\`\`\`\n`);
  return { title, text: `# ${title}\n\n${blocks.join('\n')}` };
}

function ladderText({ ladder }: AnyKit): string {
  const rows = ladder!.opponents.map(({ name, rating, about }) => `- **${name}** (${rating} Elo): ${about}`);
  return `# Practice ladder\n\nBuilt-in opponents, the weakest first. Each entry describes how the opponent plays.\n\n${rows.join('\n')}\n`;
}

function commandsText({ game, samples = {}, ladder }: AnyKit, language: Language = 'typescript'): string {
  const player = (samples[language] ?? Object.values(samples)[0])?.as.replace('NAME', 'Mine') ?? 'Mine.ts';
  return `# Commands

\`\`\`sh
npx ludus new player --game ${game.id} --lang ${language} --name Mine   # a bot in a new folder
cd Mine
npx ludus check ./${player} --game ${game.id}     # protocol, limits, and budget
${ladder ? `npx ludus climb ./${player} --game ${game.id}     # the practice ladder, and advice on the first defeat\n` : ''}${keepCommand(player)}     # keeps the old version, before you change the bot
npx ludus duel ./${player} ./${oldFile(player)} --game ${game.id}   # is it stronger than the old version?
\`\`\`

The pages to which this text links are in \`${DOCS}\`.
`;
}
