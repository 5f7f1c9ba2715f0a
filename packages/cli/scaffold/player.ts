import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gameFile } from '@ludus/runtime/process/player-command.ts';
import { DEFAULT_LIMITS, printBoard } from 'ludus/angrymob/rules/board.ts';
import { generateMap } from 'ludus/angrymob/rules/generator/generator.ts';
import { boardFile } from '../boards.ts';
import { UsageError } from '../exit.ts';

/** The languages that a player can be begun in, by what `--lang` takes. */
export const LANGUAGES = [
  { id: 'typescript', title: 'TypeScript' },
  { id: 'javascript', title: 'JavaScript' },
  { id: 'cpp', title: 'C++' },
  { id: 'python', title: 'Python' },
  { id: 'java', title: 'Java' },
  { id: 'rust', title: 'Rust' },
  { id: 'go', title: 'Go' },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];

export interface ScaffoldFile {
  readonly name: string;
  readonly text: string;
}

/** The begun player's files, the player's own first. */
export interface Scaffold {
  readonly player: string;
  readonly files: readonly ScaffoldFile[];
}

interface Template {
  /** The sample that is begun with, and the word in it that becomes the player's name. */
  readonly sample: string;
  readonly word: string;
  /** The file's name for a player's name. */
  readonly file: (name: string) => string;
  /** SDK files to lie beside it. */
  readonly beside?: readonly string[];
}

const CYLINDER: Readonly<Record<Language, Template>> = {
  typescript: { sample: gameFile('cylinder/samples/grabber.ts'), word: 'grabber', file: (name) => `${name}.ts` },
  javascript: { sample: gameFile('cylinder/samples/grabber.js'), word: 'grabber', file: (name) => `${name}.js` },
  cpp: {
    sample: new URL('../../games/cylinder/samples/AIGrabber.cc.txt', import.meta.url).pathname,
    word: 'Grabber',
    file: (name) => `AI${name}.cc`,
  },
  python: {
    sample: gameFile('cylinder/samples/grabber.py'),
    word: 'Grabber',
    file: (name) => `${name}.py`,
    beside: [gameFile('cylinder/sdk/python/ludus.py')],
  },
  java: {
    sample: gameFile('cylinder/samples/Grabber.java'),
    word: 'Grabber',
    file: (name) => `${name}.java`,
    beside: [gameFile('cylinder/sdk/java/Ludus.java')],
  },
  rust: { sample: gameFile('cylinder/samples/Grabber.rs'), word: 'Grabber', file: (name) => `${name}.rs` },
  go: { sample: gameFile('cylinder/samples/grabber.go'), word: 'grabber', file: (name) => `${name}.go` },
};

const ANGRY_MOB: Readonly<Partial<Record<Language, Template>>> = {
  typescript: { sample: gameFile('angrymob/samples/wanderer.ts'), word: 'Wanderer', file: (name) => `${name}.ts` },
  javascript: { sample: gameFile('angrymob/samples/wanderer.js'), word: 'Wanderer', file: (name) => `${name}.js` },
  cpp: {
    sample: gameFile('angrymob/samples/wanderer.cc'),
    word: 'Wanderer',
    file: (name) => `${name}.cc`,
    beside: [gameFile('angrymob/sdk/cpp/angrymob.hpp')],
  },
  python: {
    sample: gameFile('angrymob/samples/wanderer.py'),
    word: 'Wanderer',
    file: (name) => `${name}.py`,
    beside: [gameFile('angrymob/sdk/python/angrymob.py')],
  },
  java: {
    sample: gameFile('angrymob/samples/Wanderer.java'),
    word: 'Wanderer',
    file: (name) => `${name}.java`,
    beside: [gameFile('angrymob/sdk/java/AngryMob.java')],
  },
};

/** A player that works at once, its board, and the lines that run and test it. `ludus` is how the program is called. */
export function scaffoldPlayer(game: string, language: Language, name: string, ludus: string): Scaffold {
  const template = game === 'angrymob' ? ANGRY_MOB[language] : CYLINDER[language];
  if (!template)
    throw new UsageError(
      `there is no sample of Angry Mob in ${language}; docs/protocol.md says what such a player reads and writes`,
    );
  const player = template.file(name);
  const text = readFileSync(template.sample, 'utf8').replaceAll(new RegExp(`\\b${template.word}\\b`, 'g'), name);
  const opponents = game === 'angrymob' ? 'RandomRunners' : 'Demo Demo Demo';
  const board = game === 'angrymob' ? 'board.txt' : 'board.cnf';
  const replay = game === 'angrymob' ? 'match.amr' : 'match.res';
  const scripts = {
    start: `${ludus} match ./${player} ${opponents} -i ${board} -o ${replay}`,
    test: `${ludus} check ./${player} --game ${game}`,
    view: `${ludus} view ${replay}`,
  };
  return {
    player,
    files: [
      { name: player, text: inGame(text, game, language) },
      ...(template.beside ?? []).map((file) => ({ name: basename(file), text: readFileSync(file, 'utf8') })),
      { name: board, text: game === 'angrymob' ? mobBoard() : readFileSync(boardFile(game, 'default'), 'utf8') },
      {
        name: 'package.json',
        text: `${JSON.stringify({ name: name.toLowerCase(), private: true, type: 'module', scripts }, null, 2)}\n`,
      },
      { name: 'README.md', text: readme(name, player, replay) },
    ],
  };
}

/** The originals' interface calls units and obstacles by other words in each game. */
function inGame(text: string, game: string, language: Language): string {
  if (language !== 'cpp' || game === 'angrymob') return text;
  const isMadMax = game === 'madmax';
  return text
    .replaceAll('GAME_TITLE', isMadMax ? 'Mad Max' : 'Star War')
    .replaceAll('unit(id)', isMadMax ? 'car(id)' : 'starship(id)')
    .replaceAll('UNIT', isMadMax ? 'CAR' : 'STARSHIP')
    .replaceAll('OBSTACLE', isMadMax ? 'TYRE' : 'ASTEROID');
}

function mobBoard(): string {
  return printBoard({ map: generateMap(1n), seed: 1n, ...DEFAULT_LIMITS });
}

function readme(name: string, player: string, replay: string): string {
  return `# ${name}

    npm start       plays a match and writes ${replay}
    npm test        checks the player: the protocol, boards of every size, its budget
    npm run view    shows the match

Change \`${player}\`. When a change is made, \`ludus duel\` says whether it helped.
`;
}
