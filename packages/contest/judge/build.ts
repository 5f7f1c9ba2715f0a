import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { buildWasm, type CppGame, readSource, sandboxedCompiler, walkedTables } from '@ludus/runtime/compile.ts';
import { compiledPython, ourEngine, readPythonScript, readScript, rustModule } from '@ludus/runtime/kinds.ts';
import {
  CompileError,
  isPacked,
  ModuleRejectedError,
  meterPlayer,
  ownModules,
  packScript,
  readMarker,
  ScriptRejectedError,
  tryScript,
  unpackScript,
} from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES, type GuestModules, type Libraries, type SandboxLevel } from '@ludus/runtime/parts.ts';
import { PlayerRejectedError } from '@ludus/runtime/resolve.ts';
import { bestSandboxLevel, playerCommand, sandboxLevelProblem } from '@ludus/runtime/sandbox.ts';
import { type StepMessage, stepMessage } from '../store/step-messages.ts';
import type { Language } from '../words.ts';
import { isProgramName, packProgram, readProgram } from './program.ts';

/**
 * A game's tools for compiling its players. The module that the compiler's process loads exports these tools as
 * `workshop`.
 */
export interface Workshop {
  /** Returns the games whose C++ players can be compiled. */
  cppGames(): Promise<readonly CppGame[]>;
  /** Returns the modules that TypeScript and JavaScript players are bundled with; undefined if there are none. */
  guestOf(game: string): Promise<GuestModules | undefined>;
  /** Returns the libraries for programs and for Python scripts; undefined if the game has none. */
  librariesOf(game: string): Promise<Libraries | undefined>;
}

export interface CompilerSandbox {
  /** Whether C++ may be compiled without a sandbox if this machine has none, because the organiser allows it. */
  readonly isOptional?: boolean | undefined;
  readonly findLevel?: () => SandboxLevel | undefined;
}

export type BuildResult =
  | { readonly ok: true; readonly module: Uint8Array; readonly note: StepMessage }
  /** The errors in the author's file, as messages with line numbers. */
  | { readonly ok: false; readonly why: StepMessage };

/**
 * Compiles an untrusted file to a module. The file must be alone in its folder. Returns the errors in the author's
 * file, and throws all other errors.
 */
export async function build(
  workshop: Workshop,
  game: string,
  file: string,
  language: Language,
  sandbox: CompilerSandbox = {},
): Promise<BuildResult> {
  try {
    switch (language) {
      case 'cpp':
        return await buildCpp(workshop, game, file, sandbox);
      case 'typescript':
      case 'javascript':
        return await buildScript(workshop, game, file);
      case 'python':
        return await buildPython(workshop, game, file);
      case 'rust':
        return await buildRust(workshop, game, file, sandbox);
      case 'module':
        return buildModule(file);
      case 'program':
        return await buildProgram(workshop, game, file);
    }
  } catch (error) {
    const isTheirs =
      error instanceof CompileError ||
      error instanceof ScriptRejectedError ||
      error instanceof PlayerRejectedError ||
      error instanceof ModuleRejectedError;
    if (isTheirs) return { ok: false, why: error.message };
    throw error;
  }
}

async function buildCpp(
  workshop: Workshop,
  game: string,
  file: string,
  { findLevel = bestSandboxLevel, isOptional = false }: CompilerSandbox,
): Promise<BuildResult> {
  const games = await workshop.cppGames();
  const own = games.find(({ id }) => id === game);
  if (!own) return { ok: false, why: stepMessage('compile/language') };
  const level = findLevel();
  if (level === undefined && !isOptional) return { ok: false, why: stepMessage('compile/no-sandbox') };
  const source = readSource(file, own.sdk, { stranger: true });
  const sandboxed = level && sandboxedCompiler(level, source, own.sdk);
  const module = readFileSync(
    await buildWasm(source, own, { sandboxed, others: async () => games.filter(({ id }) => id !== game) }),
  );
  if (!readMarker(module)) return { ok: false, why: stepMessage('compile/no-player') };
  const tables = walkedTables(source);
  const size = kibibytes(module);
  const note =
    tables.length === 0
      ? stepMessage('compiled', { size })
      : stepMessage('compiled/tables', { size, tables: tables.join(', ') });
  return { ok: true, module, note };
}

async function buildScript(workshop: Workshop, game: string, file: string): Promise<BuildResult> {
  const guest = await workshop.guestOf(game);
  if (!guest) return { ok: false, why: stepMessage('compile/language') };
  const script = await readScript(file, game, guest, { stranger: true });
  const wrong = tryScript(await ourEngine(DEFAULT_MEMORY_BYTES), script);
  if (wrong !== undefined) return { ok: false, why: `it ${wrong}` };
  const module = packScript(script);
  return { ok: true, module, note: stepMessage('compiled', { size: kibibytes(module) }) };
}

async function buildPython(workshop: Workshop, game: string, file: string): Promise<BuildResult> {
  const libraries = await workshop.librariesOf(game);
  if (!libraries) return { ok: false, why: stepMessage('compile/language') };
  const script = readPythonScript(file, game, { stranger: true, libraries });
  await compiledPython(ownModules(script), game, { libraries });
  const module = packScript(script);
  return { ok: true, module, note: stepMessage('compiled', { size: kibibytes(module) }) };
}

async function buildRust(
  workshop: Workshop,
  game: string,
  file: string,
  { findLevel = bestSandboxLevel, isOptional = false }: CompilerSandbox,
): Promise<BuildResult> {
  if (!(await workshop.librariesOf(game))) return { ok: false, why: stepMessage('compile/language') };
  const level = findLevel();
  if (level === undefined && !isOptional) return { ok: false, why: stepMessage('compile/no-sandbox') };
  const { bytes } = await rustModule(file, { name: basename(file), game, sandbox: level });
  meterPlayer(bytes, DEFAULT_MEMORY_BYTES);
  return { ok: true, module: bytes, note: stepMessage('compiled', { size: kibibytes(bytes) }) };
}

function buildModule(file: string): BuildResult {
  const module = readFileSync(file);
  // A program that is disguised as a module must not run in a contest that allows only modules.
  if (readProgram(module)) return { ok: false, why: stepMessage('compile/no-module') };
  if (isPacked(module)) unpackScript(module);
  return { ok: true, module, note: stepMessage('compiled/module') };
}

/** Checks whether a program compiles. The machine that plays the program compiles it again. */
async function buildProgram(workshop: Workshop, game: string, file: string): Promise<BuildResult> {
  const problem = sandboxLevelProblem('full');
  if (problem !== undefined) throw new Error(problem);
  if (!isProgramName(basename(file))) return { ok: false, why: stepMessage('compile/name') };
  const libraries = await workshop.librariesOf(game);
  if (!libraries) return { ok: false, why: stepMessage('compile/language') };
  await playerCommand(file, { folder: dirname(file), libraries, modules: undefined, limits: { sandbox: 'full' } });
  const module = packProgram({ file: basename(file), source: readFileSync(file) });
  return { ok: true, module, note: stepMessage('compiled/program') };
}

const kibibytes = (module: Uint8Array): number => Math.ceil(module.length / 1024);
