import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Libraries } from '@ludus/runtime/parts.ts';
import { hasDefaultExport } from '@ludus/runtime/sandbox.ts';

/** A debugger that can stop a player in a round. */
export type Debugger = 'inspector' | 'pdb' | 'gdb';

/**
 * A game's features that stop a player. Code that speaks the protocol for modules, headers with a `play`, or a library that asks
 * for the round.
 */
export interface Stops {
  readonly follow?: string | undefined;
  readonly cpp?: object | undefined;
  readonly libraries?: Libraries | undefined;
}

/** The variable that passes the round to a library. */
const ROUND = 'LUDUS_DEBUG_ROUND';

/**
 * The debugger that stops a player in a round: only if someone knows when its round begins. A program that reads the protocol
 * by itself does not tell. `name` says the language; `file` is what is looked into, where its name is another one.
 */
export function debuggerOf(name: string, stops: Stops, file: string = name): Debugger | undefined {
  if (!existsSync(file)) return undefined;
  if (/\.[cm]?[jt]s$/.test(name)) return stops.follow !== undefined && hasDefaultExport(file) ? 'inspector' : undefined;
  if (/\.(cc|cpp)$/.test(name)) return stops.cpp === undefined ? undefined : 'gdb';
  return name.endsWith('.py') && usesStopping(file, stops.libraries?.python ?? []) ? 'pdb' : undefined;
}

/** Whether a Python player imports a module that stops in a debugger. */
function usesStopping(file: string, folders: readonly string[]): boolean {
  const text = readFileSync(file, 'utf8');
  return folders
    .flatMap((folder) => readdirSync(folder).map((each) => join(folder, each)))
    .filter((each) => each.endsWith('.py') && readFileSync(each, 'utf8').includes(ROUND))
    .map((each) => basename(each, '.py'))
    .some((module) => new RegExp(`^\\s*(?:from\\s+${module}\\b|import\\s[^#\\n]*\\b${module}\\b)`, 'm').test(text));
}
