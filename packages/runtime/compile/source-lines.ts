import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { onPath } from '../groups/launch.ts';

/**
 * Programs that convert addresses to lines: first the program from binutils, which gcc needs anyway, then the programs
 * from LLVM.
 */
const TOOLS = ['addr2line', 'llvm-addr2line', 'llvm-addr2line-19'];
const PLACE = / \[at ([0-9a-f]+(?:,[0-9a-f]+)*)\]$/;
/**
 * The name that binutils prints for the source if gcc split the function, because gcc reads the source from standard
 * input.
 */
const GIVEN = '<stdin>';
const TOOL_MS = 10_000;

/** A compiled player: the file with its code, and the name of its source. */
export interface CompiledProgram {
  readonly program: string;
  readonly source: string;
}

const known = new Map<string, string | undefined>();

/**
 * Replaces the addresses in a native player's failure report (`a segmentation fault [at 1a2b,3c4d]`) with the source
 * line: `a segmentation fault (AIMine.cc:9)`. Without `compiled`, or if the line is not found, the result has no
 * location.
 */
export function withSourceLine(said: string, compiled: CompiledProgram | undefined): string {
  const found = PLACE.exec(said);
  if (!found) return said;
  const plain = said.slice(0, found.index);
  const line = compiled && sourceLine(compiled, found[1].split(','));
  return line === undefined ? plain : `${plain} (${line})`;
}

/** The innermost of these locations that is in the player's source, such as `AIMine.cc:9`. */
function sourceLine({ program, source }: CompiledProgram, addresses: readonly string[]): string | undefined {
  const key = [program, ...addresses].join(' ');
  if (!known.has(key)) known.set(key, look(program, source, addresses));
  return known.get(key);
}

function look(program: string, source: string, addresses: readonly string[]): string | undefined {
  const tool = TOOLS.find((each) => onPath(each) !== undefined);
  if (tool === undefined) return undefined;
  const { stdout } = spawnSync(tool, ['-i', '-e', program, ...addresses.map((address) => `0x${address}`)], {
    encoding: 'utf8',
    timeout: TOOL_MS,
  });
  for (const [, path, line] of (stdout ?? '').matchAll(/^(.*):([1-9]\d*)(?: \(.*\))?$/gm))
    if (basename(path) === source || basename(path) === GIVEN) return `${source}:${line}`;
  return undefined;
}
