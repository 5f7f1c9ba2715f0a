import ts from 'typescript-in-script';
import { type ApiPart, apiOf } from './api.ts';
import { unclosedBracket } from './brackets.ts';

/** The editor's facts about a player's source code. Positions are counted in characters from the code's start. */
export interface Mistake {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

export interface Completion {
  readonly label: string;
  /** TypeScript's word for the kind of name: `method`, `property`, `class`, … */
  readonly kind: string;
}

export interface Completions {
  /** The start of the word at the cursor. */
  readonly from: number;
  readonly options: readonly Completion[];
}

export interface Hover {
  readonly from: number;
  readonly to: number;
  /** The declaration with its comment. */
  readonly text: string;
}

/** The edited file, and the player's other files. */
export interface EditedFile {
  readonly name: string;
  readonly beside: readonly { readonly name: string; readonly text: string }[];
}

/** `source` is the text of the file `edited`, which is absent for a player with one file. */
export interface TypeService {
  mistakes(source: string, edited?: EditedFile): readonly Mistake[];
  completions(source: string, at: number, edited?: EditedFile): Completions | undefined;
  hover(source: string, at: number, edited?: EditedFile): Hover | undefined;
  /** The API of a game for its bots; empty if `modules` doesn't contain the game's module. */
  api(game: string): readonly ApiPart[];
}

/** The options are as strict as those of `ludus check` without a tsconfig.json. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noImplicitAny: false,
  strictPropertyInitialization: false,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  lib: ['lib.es2023.d.ts'],
};

/** The globals that all players' runtimes have in addition to the language's globals. */
const AROUND = `declare const console: { log(...values: unknown[]): void; error(...values: unknown[]): void };`;
const PLAYER = '/player/';
const ALONE: EditedFile = { name: 'player.ts', beside: [] };
const AROUND_FILE = '/around.d.ts';
const LIB = '/lib/';
/** Maximum number of options in a completion. */
const MAX_OPTIONS = 300;

/**
 * TypeScript's language service for files in memory. `libraries`: `lib.es5.d.ts`, …, by name; `modules`: the source
 * files that players import, by path relative to `packages/` (`games/madmax/player/api.ts`).
 */
export function typeService(libraries: ReadonlyMap<string, string>, modules: ReadonlyMap<string, string>): TypeService {
  /** The player's files, by path, with their number of changes. */
  let own = new Map<string, string>();
  const versions = new Map<string, number>();
  let current = '';
  const textOf = (file: string): string | undefined => {
    if (file.startsWith(PLAYER)) return own.get(file);
    if (file === AROUND_FILE) return AROUND;
    return file.startsWith(LIB) ? libraries.get(file.slice(LIB.length)) : modules.get(file.slice(1));
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [...own.keys(), AROUND_FILE],
    getScriptVersion: (file) => String(versions.get(file) ?? 1),
    getScriptSnapshot(file) {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => `${LIB}lib.es2023.d.ts`,
    fileExists: (file) => textOf(file) !== undefined,
    readFile: textOf,
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => {
        const file = pathOf(text, from);
        const isThere = file !== undefined && textOf(file) !== undefined;
        return { resolvedModule: isThere ? { resolvedFileName: file, extension: ts.Extension.Ts } : undefined };
      }),
  });
  const now = (text: string, { name, beside }: EditedFile = ALONE): void => {
    current = PLAYER + name;
    const before = own;
    own = new Map([...beside.map((file): [string, string] => [PLAYER + file.name, file.text]), [current, text]]);
    for (const [file, said] of own) if (before.get(file) !== said) versions.set(file, (versions.get(file) ?? 0) + 1);
  };
  return {
    mistakes(text, edited) {
      now(text, edited);
      const syntactic = service.getSyntacticDiagnostics(current);
      // TypeScript reports the first unexpected token, followed by many other errors.
      const from = syntactic.length === 0 ? undefined : unclosedBracket(text);
      if (from !== undefined)
        return [{ from, to: from + 1, message: `This ${text[from]} isn’t closed.`, severity: 'error' }];
      // Only the first error is shown, because most other errors are consequences of the first error.
      return (syntactic.length > 0 ? syntactic.slice(0, 1) : service.getSemanticDiagnostics(current)).map(mistakeOf);
    },
    completions(text, at, edited) {
      now(text, edited);
      const found = service.getCompletionsAtPosition(current, at, { includeCompletionsForModuleExports: false });
      if (found === undefined || found.entries.length === 0) return undefined;
      const word = /[\w$]*$/.exec(text.slice(0, at))![0];
      return {
        from: at - word.length,
        options: found.entries
          .filter(({ name }) => name.toLowerCase().startsWith(word.toLowerCase()))
          .slice(0, MAX_OPTIONS)
          .map(({ name, kind }) => ({ label: name, kind })),
      };
    },
    hover(text, at, edited) {
      now(text, edited);
      const info = service.getQuickInfoAtPosition(current, at);
      if (info === undefined) return undefined;
      const { start, length } = info.textSpan;
      const said = ts.displayPartsToString(info.documentation);
      const declared = ts.displayPartsToString(info.displayParts);
      return { from: start, to: start + length, text: said === '' ? declared : `${declared}\n\n${said}` };
    },
    api(game) {
      now(`export * from 'ludus/${game}';`);
      const program = service.getProgram();
      const file = program?.getSourceFile(`/games/${game}/player/api.ts`);
      const module = file && program!.getTypeChecker().getSymbolAtLocation(file);
      return module ? apiOf(program!.getTypeChecker(), module) : [];
    },
  };
}

const mistakeOf = ({ start = 0, length = 0, messageText, category }: ts.Diagnostic): Mistake => ({
  from: start,
  to: start + length,
  message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  severity: category === ts.DiagnosticCategory.Error ? 'error' : 'warning',
});

/** The file that an import refers to: `ludus/madmax`, `@ludus/game/player-runner.ts`, `../rules/board.ts`. */
function pathOf(name: string, from: string): string | undefined {
  const [, game] = /^ludus\/(\w+)$/.exec(name) ?? [];
  if (game !== undefined) return `/games/${game}/player/api.ts`;
  if (name.startsWith('@ludus/')) return `/${name.slice('@ludus/'.length)}`;
  return name.startsWith('.') ? new URL(name, `file://${from}`).pathname : undefined;
}
