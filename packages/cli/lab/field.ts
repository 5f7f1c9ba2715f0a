import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, resolve } from 'node:path';
import { contextFor, type OpenContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { PLAYER_KINDS } from '../kinds.ts';
import { resolveField } from '../resolve-players.ts';

/** A player of a run: as it was called, and as tables show it. */
export interface Entrant {
  readonly spec: string;
  readonly name: string;
}

const MODULE = /\.[cm]?[jt]s$/;

/**
 * The entrants that can play. Who is there and cannot (it does not compile) leaves the field, and that is said; where nobody can be
 * spared it is a `UsageError`, as a name without a player always is.
 */
export async function enter(
  specs: readonly string[],
  context: OpenContext,
  canSpare: (index: number) => boolean,
): Promise<Entrant[]> {
  // No module is loaded here: what it does then would be done to the whole run.
  const { sources, refused } = await resolveField(specs, { ...context, apart: true });
  const out = new Map([...refused].map(([index, { sentence }]) => [index, sentence]));
  specs.forEach((spec, index) => {
    const sentence = syntaxProblem(spec, context.folder);
    if (sentence !== undefined) out.set(index, sentence);
  });
  for (const [index, sentence] of out) {
    if (!canSpare(index)) throw new UsageError(withHint(sentence, context));
    process.stderr.write(`left out: ${withHint(sentence, context)}\n`);
  }
  return specs.flatMap((spec, index) => (out.has(index) ? [] : [{ spec, name: sources[index]!.name }]));
}

/** Is a budget counted for anybody? Players that come with a game are trusted. */
export function isCounted(specs: readonly string[], context: OpenContext): boolean {
  return specs.some((spec) => contextFor(spec, PLAYER_KINDS, context).budget !== 'none');
}

/** Are there C++ players among them, which can be compiled to one thing or another? */
export function hasCpp(specs: readonly string[], context: OpenContext): boolean {
  const cpp = PLAYER_KINDS.find(({ id }) => id === 'cpp')!;
  return specs.some((spec) => cpp.accepts(spec, { ...context, budget: 'none' }));
}

/** Why a module is no module; undefined for whatever can be read as one. */
function syntaxProblem(spec: string, folder: string): string | undefined {
  const file = resolve(folder, spec);
  if (!MODULE.test(spec) || !existsSync(file)) return undefined;
  const { emitWarning } = process;
  // That it is an experiment of Node's is not the user's business.
  process.emitWarning = () => {};
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'), { sourceUrl: basename(file) });
    return undefined;
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const line = /:(\d+)\n/.exec(stack)?.[1];
    return `${spec} cannot be read${line === undefined ? '' : ` in line ${line}`}: ${message.split('\n')[0]}`;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function withHint(sentence: string, { target }: OpenContext): string {
  const isCpp = /\.(cc|cpp|cxx)\b/.test(sentence);
  return target === 'wasm' && isCpp ? `${sentence}\n(compiled to WebAssembly; --target native is a choice)` : sentence;
}
