import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Language, Sample } from 'ludus/kit.ts';
import { usualBoard } from '../boards.ts';
import { folderOf, kitOf, sampleFile } from '../games.ts';
import { GAMES_FOLDER } from '../games-folder.ts';

export interface ScaffoldFile {
  readonly name: string;
  readonly text: string;
}

/** The begun player's files, the player's own first. */
export interface Scaffold {
  readonly player: string;
  readonly files: readonly ScaffoldFile[];
}

/** A player that works at once, its board, and the lines that run and test it. `ludus` is how the program is called. */
export function scaffoldPlayer(game: AnyGame, language: Language, name: string, ludus: string): Scaffold {
  const { samples = {}, partners } = kitOf(game);
  const sample: Sample | undefined = samples[language];
  if (!sample)
    throw new UsageError(
      `there is no sample of ${game.title} in ${language}, but there is one in ${Object.keys(samples).join(', ')}; docs/protocol.md says what a player in any language reads and writes`,
    );
  const usual = usualBoard(game, 1);
  const player = sample.as.replace('NAME', name);
  const read = (file: string) => readFileSync(sampleFile(game, file), 'utf8');
  let text = read(sample.file).replaceAll(new RegExp(`\\b${sample.word}\\b`, 'g'), name);
  for (const [word, own] of Object.entries(sample.words ?? {})) text = text.replaceAll(word, own);
  const opponents = Array.from({ length: game.seatsOf(usual.board) - 1 }, () => partners.sparring).join(' ');
  const board = `board${game.boardEnding}`;
  const replay = `match${game.replayEnding}`;
  const scripts = {
    start: `${ludus} match ./${player} ${opponents} -i ${board} -o ${replay}`,
    test: `${ludus} check ./${player} --game ${game.id}`,
    view: `${ludus} view ${replay}`,
  };
  return {
    player,
    files: [
      { name: player, text },
      ...(sample.beside ?? []).map((file) => ({ name: basename(file), text: read(file) })),
      { name: board, text: usual.text },
      {
        name: 'package.json',
        text: `${JSON.stringify({ name: name.toLowerCase(), private: true, type: 'module', scripts }, null, 2)}\n`,
      },
      ...(MODULES.includes(language) ? [{ name: 'tsconfig.json', text: tsconfig(game) }] : []),
      { name: 'README.md', text: readme(name, player, board, replay) },
    ],
  };
}

/** Languages whose players import `ludus/ID`. */
const MODULES: readonly Language[] = ['typescript', 'javascript'];

/** Tells an editor, and `tsc`, where `ludus/ID` is; a match finds it without. */
function tsconfig(game: AnyGame): string {
  const api = (folder: string) => [join(folder, 'player/api.ts')];
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    types: [],
    strict: true,
    noEmit: true,
    allowJs: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    paths: {
      [`ludus/${game.id}`]: api(folderOf(game)),
      'ludus/*': api(join(GAMES_FOLDER, '*')),
      // What the library of a game that is made elsewhere imports.
      '@ludus/*': [join(GAMES_FOLDER, '../*')],
    },
  };
  return `${JSON.stringify({ compilerOptions, include: ['*.ts', '*.js'] }, null, 2)}\n`;
}

function readme(name: string, player: string, board: string, replay: string): string {
  return `# ${name}

    npm start       plays a match on ${board} and writes ${replay}
    npm test        checks the player: the protocol, boards of every size, its budget
    npm run view    shows the match

Change \`${player}\`. When a change is made, \`ludus duel\` says whether it helped.
`;
}
