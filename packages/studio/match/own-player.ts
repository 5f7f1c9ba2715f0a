import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyPort } from '@ludus/game/port.ts';
import { transform } from 'sucrase';
import { kitOf, PLAYER_MODULES } from '../games/kits.ts';

/** An own player cannot be used; the message is one plain sentence. */
export class OwnPlayerError extends Error {
  /** Where it sits. */
  seat?: number;
}

/** Turns the TypeScript source of a player into a port; its types are removed, not checked. */
export function openOwnPlayer(game: string, name: string, source: string, output: PlayerOutput): AnyPort {
  const api = kitOf(game)?.api;
  if (!api) throw new OwnPlayerError(`${name} cannot play: the game has no players that are modules`);
  const port = api.open(name, exported(name, source), output);
  if (typeof port === 'string') throw new OwnPlayerError(`${name} ${port}`);
  return port;
}

function exported(name: string, source: string): unknown {
  let script: string;
  try {
    script = transform(source, { transforms: ['typescript', 'imports'], filePath: name }).code;
  } catch (error) {
    throw new OwnPlayerError(`${name} cannot be read: ${withLine((error as Error).message)}`);
  }
  const missing = missingImport(script);
  if (missing) throw new OwnPlayerError(`${name} ${missing}`);
  const module = { exports: {} as { default?: unknown } };
  const require = (what: string): unknown => {
    const found = PLAYER_MODULES[what];
    if (!found)
      throw new OwnPlayerError(`${name} imports ${what}; there are only ${Object.keys(PLAYER_MODULES).join(', ')}`);
    return found;
  };
  try {
    new Function('require', 'module', 'exports', script)(require, module, module.exports);
  } catch (error) {
    if (error instanceof OwnPlayerError) throw error;
    throw new OwnPlayerError(`${name} fails when it is loaded: ${(error as Error).message}`);
  }
  return module.exports.default;
}

/** `Error transforming Mine: Unexpected token (3:7)` → `line 3: Unexpected token`. */
function withLine(message: string): string {
  const [, what, line] = /^(?:Error transforming [^:]*: )?(.*) \((\d+):\d+\)$/s.exec(message) ?? [];
  return line === undefined ? message : `line ${line}: ${what}`;
}

/**
 * The first name that a script takes from a module which does not have it: in JavaScript it would be undefined without a word. Names that
 * are only types are gone from the script by now.
 */
function missingImport(script: string): string | undefined {
  const modules = new Map<string, string>();
  for (const [, variable, what] of script.matchAll(/\b(?:var|const) (\w+) = require\('([^']+)'\)/g))
    modules.set(variable, what);
  for (const [, all, variable] of script.matchAll(/\bvar (\w+) = _interopRequireWildcard\((\w+)\)/g))
    modules.set(all, modules.get(variable) ?? '');
  for (const [variable, what] of modules) {
    const module = PLAYER_MODULES[what];
    if (!module) continue;
    for (const [, word] of script.matchAll(new RegExp(`(?<![\\w.$])${variable}\\.(\\w+)`, 'g')))
      if (!(word in module)) {
        const there = Object.keys(module).sort().join(', ');
        return `imports ${word} from ${what}, which has only ${there}`;
      }
  }
  return undefined;
}
