import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { sidesOn } from '@ludus/game/teams.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { LANGUAGES, type Language, type Sample } from 'ludus/kit.ts';
import { boardFile, loadBoard, usualBoard } from '../boards.ts';
import { nodePartsOf } from '../context.ts';
import { debuggerOf } from '../debugger.ts';
import { folderOf, kitOf, sampleFile } from '../games.ts';
import { GAMES_FOLDER } from '../games-folder.ts';
import { VERSION } from '../version.ts';
import { agentsFile } from './agents.ts';
import { editorFiles } from './editor.ts';
import type { Project, Scaffold } from './project.ts';
import { readme } from './readme.ts';
import { starterText } from './starters.ts';

/** Languages whose players import `ludus/ID`. */
const MODULES: readonly Language[] = ['typescript', 'javascript'];

/**
 * Creates a player that can play immediately: its board, the scripts that run, test, and debug it, and an editor's
 * files.
 */
export async function scaffoldPlayer(game: AnyGame, language: Language, name: string): Promise<Scaffold> {
  const { samples = {}, partners, ladder } = kitOf(game);
  const sample: Sample | undefined = samples[language];
  if (!sample)
    throw new UsageError(
      `there is no sample of ${game.title} in ${language}, but there is one in ${Object.keys(samples).join(', ')}; docs/protocol.md describes the protocol for other languages`,
    );
  // The board on which the samples win their first match.
  const { first } = ladder ?? {};
  const usual = first?.board === undefined ? usualBoard(game, 1) : boardNamed(game, first.board);
  const read = (file: string) => readFileSync(sampleFile(game, file), 'utf8');
  const text = starterText(game, sample, name);
  const parts = await nodePartsOf(game);
  const player = sample.as.replace('NAME', name);
  const project: Project = {
    game,
    language,
    title: LANGUAGES.find(({ id }) => id === language)!.title,
    name,
    player,
    board: `board${game.boardExtension}`,
    replay: `match${game.replayExtension}`,
    rival: ladder?.opponents[0]?.name ?? partners.sparring,
    hasLadder: ladder !== undefined,
    isModule: MODULES.includes(language),
    stop: debuggerOf(player, parts, sampleFile(game, sample.file)),
    elsewhere: !folderOf(game).startsWith(GAMES_FOLDER),
  };
  const headers = language === 'cpp' ? (parts.cpp?.include ?? []) : [];
  return {
    player: project.player,
    hasLadder: project.hasLadder,
    files: [
      { name: project.player, text },
      ...(sample.beside ?? []).map((file) => ({ name: basename(file), text: read(file) })),
      { name: project.board, text: usual.text },
      { name: 'package.json', text: packageFile(project, sidesOn(game, usual.board), first?.seed ?? 1) },
      { name: '.gitignore', text: `node_modules/\nruns/\n*${game.replayExtension}\n*${game.replayExtension}.json\n` },
      ...(project.isModule ? [{ name: 'tsconfig.json', text: tsconfig(project) }] : []),
      ...editorFiles(project, headers),
      { name: 'README.md', text: readme(project) },
      { name: 'AGENTS.md', text: agentsFile(project) },
    ],
  };
}

/** Returns package.json. `sides`: the number of bots that `match` and `watch` need, one per team or per seat. */
function packageFile(project: Project, sides: number, seed: number): string {
  const { game, name, player, board, replay, rival } = project;
  const isPython = project.language === 'python';
  const rivals = Array.from({ length: sides - 1 }, () => rival).join(' ');
  const scripts = {
    // Python bots play under fuel, as in a contest and in the studio, so that differences from native Python show
    // immediately. With the secret, the match is the same each time.
    start: `ludus match ./${player} ${rivals} -i ${board} ${isPython ? `--budget fuel --secret ${seed}` : `-s ${seed}`} -o ${replay}`,
    test: `ludus check ./${player} --game ${game.id}`,
    ...(project.hasLadder && { climb: `ludus climb ./${player} --game ${game.id}` }),
    view: `ludus view ${replay}`,
    watch: `ludus watch ./${player} ${rivals} -i ${board} --open`,
    open: 'ludus open',
    debug: `ludus debug ${replay} --seat 0 --player ./${player}`,
  };
  const content = {
    name: name.toLowerCase(),
    private: true,
    type: 'module',
    scripts,
    devDependencies: { ludus: VERSION },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Returns tsconfig.json. The types of `ludus/ID` are resolved like the types of any package. */
function tsconfig({ game, elsewhere }: Project): string {
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
    ...(elsewhere && {
      paths: {
        [`ludus/${game.id}`]: [join(folderOf(game), 'player/api.ts')],
        // Resolves the imports of a custom game's library; the first matching pattern is used.
        'ludus/*.ts': [join(GAMES_FOLDER, '*.ts')],
        'ludus/*': [join(GAMES_FOLDER, '*', 'player/api.ts')],
        '@ludus/*': [join(GAMES_FOLDER, '../*')],
      },
    }),
  };
  return `${JSON.stringify({ compilerOptions, include: ['*.ts', '*.js'] }, null, 2)}\n`;
}

function boardNamed(game: AnyGame, name: string) {
  const file = boardFile(game, name);
  return { text: readFileSync(file, 'utf8'), board: loadBoard(file, [game]).board };
}
