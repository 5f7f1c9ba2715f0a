import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { syntaxProblem } from '@ludus/runtime/files.ts';
import { PLAYER_KINDS } from '@ludus/runtime/kinds.ts';
import { contextFor, type OpenContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { nameForeignPlayers } from '../foreign-player.ts';
import { resolveField } from '../resolve-players.ts';
import { type LoadedPlayers, loadIsolated } from './load-isolated.ts';

/** A player of a run: the name or file with which the user named it, and the name that tables show. */
export interface Entrant {
  readonly spec: string;
  readonly name: string;
  /** The entrant's index among the players that the user named. */
  readonly index: number;
}

const MODULE = /\.[cm]?[jt]s$/;

/**
 * Returns the entrants that can play. A player that can't play, for example because it doesn't compile, is removed
 * from the field with a message. Throws a `UsageError` if too few entrants remain, or for a name without a player.
 */
export async function enter(
  specs: readonly string[],
  context: OpenContext,
  canSpare: (index: number) => boolean,
): Promise<Entrant[]> {
  const { names, refused: out } = await admit(specs, context);
  for (const [index, sentence] of out) {
    if (!canSpare(index)) throw new UsageError(withHint(sentence, context));
    process.stderr.write(`left out: ${withHint(sentence, context)}\n`);
  }
  return specs.flatMap((spec, index) => (out.has(index) ? [] : [{ spec, name: names.get(index)!, index }]));
}

/**
 * Returns the names of players that can play, and the reasons why the other players can't, by index of the specs.
 * Throws a `UsageError` for a name without a player.
 */
export async function admit(specs: readonly string[], context: OpenContext): Promise<LoadedPlayers> {
  const { names, refused } = await found(specs, context);
  const out = new Map(refused);
  specs.forEach((spec, index) => {
    const sentence = moduleProblem(spec, context.folder);
    if (sentence !== undefined) out.set(index, sentence);
  });
  return { names, refused: out };
}

/** Finds the players. Loads no modules in this process, since a module's code could affect the whole run. */
async function found(specs: readonly string[], context: OpenContext): Promise<LoadedPlayers> {
  await nameForeignPlayers(specs, context.game, context.folder);
  if (specs.some((spec) => isModule(spec, context))) {
    const { game, budget, folder, limits, target } = context;
    return await loadIsolated({ specs, game: game.id, budget, folder, limits, target });
  }
  const { sources, refused } = await resolveField(specs, { ...context, isolated: true });
  return {
    names: new Map(sources.flatMap((source, index) => (source ? [[index, source.name]] : []))),
    refused: new Map([...refused].map(([index, { sentence }]) => [index, sentence])),
  };
}

/** Checks whether a player becomes WebAssembly that runs in the match's process. */
function isModule(spec: string, open: OpenContext): boolean {
  const context = contextFor(spec, PLAYER_KINDS, open);
  const kind = PLAYER_KINDS.find((each) => each.accepts(spec, context));
  switch (kind?.id) {
    case 'wasm':
    case 'script':
      return true;
    case 'cpp':
      return context.target === 'wasm' || context.budget === 'fuel';
    default:
      return false;
  }
}

/** Checks whether a player is built in, and therefore trusted. */
export const isBuiltin = (spec: string, { players }: OpenContext): boolean =>
  players?.some(({ name }) => name === spec) ?? false;

/** Checks whether there are players that aren't built in, and whether all of these players are modules. */
export function canBeIsolated(specs: readonly string[], context: OpenContext): boolean {
  const others = specs.filter((spec) => !isBuiltin(spec, context));
  return others.length > 0 && others.every((spec) => isModule(spec, context));
}

/**
 * Prints a warning if bots could read hidden information. Programs can do so, and so can code in the process that plays
 * the matches.
 */
export function warnOfReaders(specs: readonly string[], context: OpenContext): void {
  const { game, limits } = context;
  if (!game.observe || limits?.sandbox !== undefined) return;
  if (specs.every((spec) => isBuiltin(spec, context) || isModule(spec, context))) return;
  process.stderr.write(
    `${game.title} hides information, and programs can read files and memory of this machine: use --sandbox for bots that you don’t trust\n`,
  );
}

/** Checks whether a budget applies to any player. Built-in players are trusted. */
export function isCounted(specs: readonly string[], context: OpenContext): boolean {
  return specs.some((spec) => contextFor(spec, PLAYER_KINDS, context).budget !== 'none');
}

/** Checks whether there are C++ players, which can be compiled natively or to WebAssembly. */
export function hasCpp(specs: readonly string[], context: OpenContext): boolean {
  const cpp = PLAYER_KINDS.find(({ id }) => id === 'cpp')!;
  return specs.some((spec) => cpp.accepts(spec, { ...context, budget: 'none' }));
}

/** Returns the reason why a file isn't a module; undefined if it can be read as one. */
function moduleProblem(spec: string, folder: string): string | undefined {
  const file = resolve(folder, spec);
  if (!MODULE.test(spec) || !existsSync(file)) return undefined;
  const problem = syntaxProblem(file);
  return (
    problem && `${spec} cannot be read: ${problem.message}${problem.place === undefined ? '' : ` (${problem.place})`}`
  );
}

function withHint(sentence: string, { target }: OpenContext): string {
  const isCpp = /\.(cc|cpp|cxx)\b/.test(sentence);
  return target === 'wasm' && isCpp ? `${sentence}\n(compiled to WebAssembly; you can use --target native)` : sentence;
}
