import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';

/**
 * Reasons why a named player is unavailable. `name` is the player's name as the user wrote it, `title` is the game's
 * title, and `why` are words that come after the name.
 */
const MISSING_PLAYERS = {
  'player/unknown': (name: string, title: string, known: readonly string[], near?: string) =>
    `there is no bot ${name} for ${title}; ${near ? `did you mean ${near}?` : `choose ${known.join(', ')}, or a file`}`,
  'player/no-file': (name: string) => `no such file: ${name}`,
  'player/file': (name: string, why: string) => `${name} ${why}`,
  'player/name': (name: string, why: string) => `${name} cannot play: ${why}`,
  'player/extension': (name: string) =>
    `${name} isn’t a bot: its file extension is unknown, and it isn’t an executable program`,
  'player/no-command': () => 'cmd: must be followed by a command, such as cmd:./mine',
  'player/quote': (quote: string, line: string) => `the quote ${quote} isn’t closed in ${line}`,
  'player/not-installed': (name: string, program: string, debianPackage: string) =>
    `${name} cannot be run: ${program} is not installed (Debian: ${debianPackage})`,
  'player/tool-outside': (name: string, program: string, folders: string, debianPackage: string) =>
    `${name} cannot be run in a sandbox: ${program} must be in one of the system’s folders (${folders}; Debian: ${debianPackage})`,
  'player/program-outside': (program: string, folders: string) =>
    `${program} cannot be run in a sandbox: it must be in one of the system’s folders (${folders})`,
  'player/no-rust': (name: string) =>
    `${name} can’t be compiled to WebAssembly: install a Rust compiler with the library for WebAssembly (Debian: rustc libstd-rust-dev-wasm32 lld-14; otherwise: rustup target add wasm32-wasip1)`,
  'player/no-programs': (title: string) => `${title} doesn’t support bots that are programs`,
  'player/not-in-fuel': (name: string) =>
    `${name} can’t have a budget in fuel, which needs WebAssembly, C++, Rust, TypeScript, JavaScript, or Python: use --budget cpu`,
  'player/not-in-cpu-time': (name: string) =>
    `${name} can’t have a budget in CPU time, which Ludus measures only on Linux: use --budget none, or fuel for bots that run as WebAssembly`,
  'player/only-in-fuel': (name: string) =>
    `${name} can’t have a budget in CPU time, because it runs as WebAssembly: use --budget fuel`,
  'player/other-game': (name: string, its: string, title: string) =>
    `${name} is a bot for ${its}, but this is a match of ${title}`,
  'player/not-opened': (name: string, why: string) => `${name} ${why}`,
} satisfies Sentences;

/** Reasons why an existing player can't play. `said` is the compiler's output. */
const REJECTED_PLAYERS = {
  'player/empty': (name: string) => `${name} is empty`,
  'player/module-file': (name: string, why: string) => `${name} ${why}`,
  'player/not-compiled': (name: string, said: string) => `${name} does not compile:\n${said}`,
  'player/not-compiled-for': (name: string, said: string, title: string, other: string) =>
    `${name} does not compile for ${title}; it looks like a bot for ${other}:\n${said}`,
  'player/old-compiler': (name: string, said: string, compiler: string) =>
    `${name} does not compile:\n${said}\n${compiler} doesn’t support a feature that this file uses: avoid the feature, or install a newer compiler`,
  'player/source': (file: string, why: string) => (why.includes(file) ? why : `${file}: ${why}`),
  'player/not-usable': (name: string, why: string) => `${name} cannot be used: ${why}`,
  'player/not-registered': (name: string) =>
    `${name} does not register a player: add RegisterPlayer(PLAYER_NAME) at its end`,
  'player/no-default-export': (name: string) => `${name} exports no player: write "export default" before its class`,
  'player/export': (name: string, why: string) => `${name} ${why}`,
  'player/not-loaded': (name: string, why: string) => `${name} cannot be loaded: ${why}`,
  'player/not-started': (name: string, why: string) => `${name} ${why}`,
  'player/not-a-bot': (name: string, why: string) => `${name} can’t be a bot: ${why}`,
  'player/no-scripts': (name: string, title: string) =>
    `${name} can’t be a bot: ${title} doesn’t support bots in TypeScript or JavaScript`,
  'player/no-protocol': (name: string, title: string) =>
    `${name} can’t be a bot: ${title} has no protocol for programs`,
  'player/no-line-programs': (name: string, title: string) =>
    `${name} can’t be a bot: ${title} doesn’t support bots that are programs`,
  'player/no-modules': (name: string, title: string) =>
    `${name} can’t be a bot: ${title} doesn’t support this kind of module`,
  'player/no-suspension': (name: string) =>
    `${name} can’t run in this browser or version of Node: a program that reads lines needs WebAssembly.Suspending`,
} satisfies Sentences;

type MissingPlayer = keyof typeof MISSING_PLAYERS;
type RejectedPlayer = keyof typeof REJECTED_PLAYERS;
type PlayerProblem = MissingPlayer | RejectedPlayer;

/** Thrown when the named player can't be loaded. The message is for users. */
export class PlayerNotFoundError extends Error {
  readonly code: PlayerProblem;
  constructor({ code, message }: Problem & { readonly code: PlayerProblem }) {
    super(message);
    this.code = code;
  }
}

/** Thrown when the player exists but can't play, for example because it doesn't compile. */
export class PlayerRejectedError extends PlayerNotFoundError {}

export const missingPlayer = <Code extends MissingPlayer>(
  code: Code,
  ...values: Parameters<(typeof MISSING_PLAYERS)[Code]>
): PlayerNotFoundError => new PlayerNotFoundError(problemOf(MISSING_PLAYERS, code, ...values));

export const rejectedPlayer = <Code extends RejectedPlayer>(
  code: Code,
  ...values: Parameters<(typeof REJECTED_PLAYERS)[Code]>
): PlayerRejectedError => new PlayerRejectedError(problemOf(REJECTED_PLAYERS, code, ...values));
