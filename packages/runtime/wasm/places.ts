import { ByteReader } from './bytes.ts';
import { newInstruction, OP, readInstruction, readValueType } from './instructions.ts';
import { outline, SECTION } from './module.ts';

/** The source locations of a module's code. Offsets refer to the module's code section before metering. */
export interface CodePlaces {
  /** The source file's name, such as `AIMine.cc`. */
  readonly file: string;
  /**
   * In ascending order: code from this offset on belongs to this line of the file. Line 0 means that the code belongs
   * to a different file.
   */
  readonly rows: readonly (readonly [offset: number, line: number])[];
  /** The names of functions, by index; '' if there is none. */
  readonly names: readonly string[];
}

/** A frame of an engine's stack: a function, and its position in the metered module's bytes. */
interface Frame {
  readonly index: number;
  readonly at: number;
}

/**
 * The source location at which a player's module trapped, such as `AIMine.cc:41 in search`; undefined if unknown. The
 * location is in the innermost function that has a line of the player's file. Metering adds no instructions of the kinds
 * examined here, so the nth of these instructions is also the nth such instruction in the original module. `stack` is
 * the error's stack, as engines write it.
 */
export function placeOf(
  stack: string,
  original: Uint8Array<ArrayBuffer>,
  metered: Uint8Array<ArrayBuffer>,
  places: CodePlaces,
): string | undefined {
  const frames = framesOf(stack);
  if (frames.length === 0) return undefined;
  const [before, after] = [bodiesOf(original), bodiesOf(metered)];
  for (const { index, at } of frames) {
    const [from, to] = [after.bodies[index - after.imports], before.bodies[index - before.imports]];
    if (!from || !to) continue;
    const nth = anchors(metered, from).filter((anchor) => anchor <= at).length;
    const offset = nth === 0 ? to.start : (anchors(original, to)[nth - 1] ?? to.start);
    const line = lineAt(places, offset - before.code, to.start - before.code, to.end - before.code);
    if (line === 0) continue;
    const name = places.names[index] ?? '';
    return `${places.file}:${line}${name === '' ? '' : ` in ${name}`}`;
  }
  return undefined;
}

/** The format of V8 and SpiderMonkey: `wasm-function[12]:0x1a2b`. */
const framesOf = (stack: string): Frame[] =>
  Array.from(stack.matchAll(/wasm-function\[(\d+)\]:0x([0-9a-f]+)/g), ([, index, at]) => ({
    index: Number(index),
    at: Number.parseInt(at, 16),
  }));

/**
 * The line of an offset within a function. For code from a library, this is the nearest line before that code, or else
 * after it. 0 means that there is no such line.
 */
function lineAt({ rows }: CodePlaces, offset: number, start: number, end: number): number {
  let found = 0;
  for (const [at, line] of rows) {
    if (at >= end || (at > offset && found !== 0)) break;
    if (at >= start && line !== 0) found = line;
  }
  return found;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function bodiesOf(bytes: Uint8Array<ArrayBuffer>) {
  const { sections, imports } = outline(bytes);
  const code = sections.get(SECTION.code)!;
  const reader = new ByteReader(bytes, code.start, code.end);
  const bodies = Array.from({ length: reader.u32() }, (): Range => {
    const part = reader.part(reader.u32());
    return { start: part.at, end: part.end };
  });
  return { code: code.start, imports: imports.length, bodies };
}

/** The positions of a body's instructions that metering neither adds nor removes: loads, stores, loops, calls. */
function anchors(bytes: Uint8Array, { start, end }: Range): number[] {
  const reader = new ByteReader(bytes, start, end);
  for (let left = reader.u32(); left > 0; left--) {
    reader.u32();
    readValueType(reader);
  }
  const found: number[] = [];
  const instruction = newInstruction();
  while (!reader.done) {
    const { at } = reader;
    readInstruction(reader, instruction);
    if (isAnchor(instruction.opcode)) found.push(at);
  }
  return found;
}

const isAnchor = (opcode: number): boolean =>
  (opcode >= FIRST_LOAD && opcode <= LAST_STORE) ||
  opcode === OP.loop ||
  opcode === OP.call ||
  opcode === OP.callIndirect ||
  // Metering replaces this instruction with a call.
  opcode === OP.memoryGrow;
const FIRST_LOAD = 0x28;
const LAST_STORE = 0x3e;
