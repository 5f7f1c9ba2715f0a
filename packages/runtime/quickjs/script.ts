import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';

/** A module's name for imports, and its text in JavaScript. */
export interface ScriptModule {
  readonly name: string;
  readonly text: string;
}

/** All modules that the engine runs for one player: the modules of the game's side, and the player's file. */
export interface Script {
  readonly game: string;
  /** The player's name in replays. */
  readonly name: string;
  /** The game's modules; the main module is called GUEST. */
  readonly guest: readonly ScriptModule[];
  /** The player's file, `Mine.ts`, with its types erased in place. */
  readonly player: ScriptModule;
}

/** Limits on the total size of a player's files, in bytes of UTF-8, and on the number of files. */
export const MAX_SCRIPT_BYTES = 2 ** 20;
export const MAX_FILES = 100;

/**
 * Reasons why a player's files cannot become a bot in TypeScript, JavaScript, or Python. `why` are words that come
 * after the name.
 */
const SCRIPT_PROBLEMS = {
  'source/file': (name: string, why: string) => `${name} ${why}`,
  'source/text': (name: string) => `${name} isn’t UTF-8 text: save it as UTF-8`,
  'source/types': (place: string, mistake: string) => `${place}: ${mistake}`,
  'source/long': (name: string) => `${name} is longer than ${MAX_SCRIPT_BYTES / 1024} KiB`,
  'source/many': (name: string) =>
    `${name} and its imports have more than ${MAX_FILES} files or ${MAX_SCRIPT_BYTES / 1024} KiB`,
  'source/neighbour': (name: string) =>
    `it imports ${name}, but in a sandbox a bot is a single file: make one with \`ludus build\``,
  'source/memory': (language: string, bytes: number) =>
    `a ${language} bot needs at least ${bytes / 2 ** 20} MiB of memory`,
  'source/python': (mistake: string, place: string) => (place === '' ? mistake : `${mistake} (${place})`),
  'source/too-large': () => 'can’t be compiled: it is too large',
} satisfies Sentences;

type ScriptProblem = keyof typeof SCRIPT_PROBLEMS;

/** Thrown when the file can't become a player. The message is for users. */
export class ScriptRejectedError extends Error {
  readonly code: ScriptProblem;
  constructor({ code, message }: Problem & { readonly code: ScriptProblem }) {
    super(message);
    this.code = code;
  }
}

export const rejectedScript = <Code extends ScriptProblem>(
  code: Code,
  ...values: Parameters<(typeof SCRIPT_PROBLEMS)[Code]>
): ScriptRejectedError => new ScriptRejectedError(problemOf(SCRIPT_PROBLEMS, code, ...values));

/** Prefix of the game's internal modules, which players can't import. */
const INTERNAL = 'ludus/-';
export const GUEST = `${INTERNAL}guest`;
/**
 * The name of an empty module that marks a game whose players use the line protocol. The empty module is among the
 * game's modules.
 */
export const LINES = `${INTERNAL}lines`;

/**
 * The player's file, and the files of its folder that it imports. The names of all other modules begin with `ludus/`.
 */
export const ownModules = ({ player, guest }: Script): ScriptModule[] => [
  player,
  ...guest.filter(({ name }) => !name.startsWith('ludus/')),
];

/** The names of the game's modules that players may import. */
export const importable = (guest: readonly ScriptModule[]): string[] =>
  guest.map(({ name }) => name).filter((name) => !name.startsWith(INTERNAL));

/** A file's name for errors, without characters that would spoil a message. */
export function fileName(path: string): string {
  const name = path.split(/[\\/]/).pop() ?? '';
  return name.replace(/[^\w.+-]/g, '_').slice(0, 60) || 'player.js';
}
