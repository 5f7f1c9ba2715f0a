import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Libraries } from '@ludus/runtime/parts.ts';
import { hasDefaultExport } from '@ludus/runtime/sandbox.ts';

/** A debugger that can stop a player in a round. */
export type Debugger = 'inspector' | 'pdb' | 'gdb';

/**
 * The parts of a game with which a debugger can stop a player. Such a part is code that follows the protocol for
 * modules, C++ headers with a `play`, or a library that can stop in a round.
 */
export interface DebugSupport {
  readonly follow?: string | undefined;
  readonly cpp?: object | undefined;
  readonly libraries?: Libraries | undefined;
}

/** The variable that passes the round to a library. */
const ROUND = 'LUDUS_DEBUG_ROUND';

/**
 * Returns the debugger that can stop a player in a round; undefined if nothing marks the start of a round. Programs
 * that read the protocol without a library don't mark it. `name` determines the language. `file` is the file to search,
 * if its name isn't `name`.
 */
export function debuggerOf(name: string, stops: DebugSupport, file: string = name): Debugger | undefined {
  if (!existsSync(file)) return undefined;
  if (/\.[cm]?[jt]s$/.test(name)) return stops.follow !== undefined && hasDefaultExport(file) ? 'inspector' : undefined;
  if (/\.(cc|cpp)$/.test(name)) return stops.cpp === undefined ? undefined : 'gdb';
  return name.endsWith('.py') && usesStopping(file, stops.libraries?.python ?? []) ? 'pdb' : undefined;
}

/** Checks whether a Python player imports a module that can stop in a debugger. */
function usesStopping(file: string, folders: readonly string[]): boolean {
  const text = readFileSync(file, 'utf8');
  return folders
    .flatMap((folder) => readdirSync(folder).map((each) => join(folder, each)))
    .filter((each) => each.endsWith('.py') && readFileSync(each, 'utf8').includes(ROUND))
    .map((each) => basename(each, '.py'))
    .some((module) => new RegExp(`^\\s*(?:from\\s+${module}\\b|import\\s[^#\\n]*\\b${module}\\b)`, 'm').test(text));
}
