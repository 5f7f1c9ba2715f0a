import { ByteReader } from './bytes.ts';
import { type Component, componentsOf } from './components.ts';
import { OP, readValueType, TYPE } from './instructions.ts';
import { LIMITS } from './limits.ts';
import { type ModuleOutline, SECTION } from './module.ts';
import { rejectedModule } from './module-problems.ts';
import { ENTRY, stepPrice, VARIABLE } from './prices.ts';
import { Walk } from './walk.ts';

/** A function's body, and the facts about it that metering needs. */
export interface Body {
  /** Start of the declarations of local variables; `code` is the start of the code after them. */
  readonly start: number;
  readonly code: number;
  readonly end: number;
  /** Number of variables, including the parameters. */
  readonly locals: number;
  /** An upper bound of the engine's stack space for a call, in bytes. */
  readonly frame: number;
  /**
   * The number of variables and operands, multiplied by the number of blocks, branches, and calls. This product is an
   * upper bound of a compiler's work.
   */
  readonly work: number;
  /** Whether the function catches exceptions. */
  readonly catches: boolean;
  /**
   * The maximum cost of a call, if it is low and the function contains neither calls nor loops. Such a function needn't
   * check the fuel.
   */
  tiny: number | undefined;
  /**
   * Whether calls of this function are counted, because it may call itself, directly or indirectly, or be deep in a
   * chain of calls.
   */
  counted: boolean;
}

/** Maximum cost of a function that doesn't check the fuel, in units. */
const TINY = 1_000;
/**
 * Size of a frame without its variables and operands, in bytes, and the number of slots that metering itself may add.
 */
const FRAME = 64;
const OWN_SLOTS = 4;
/**
 * The bytes that an optimising compiler may add to a frame, per computing instruction. Such a compiler computes a
 * repeated result once and keeps it in the frame, even across calls and inside inlined copies of called functions. Each
 * result takes eight bytes. In measurements, compilers added at most four bytes per computing instruction. The other
 * estimates are too high, which makes up for the difference. Above this number of instructions, nothing is added, so an
 * engine may reach its own limit before Ludus's limit, which makes the match void.
 */
const KEPT_BYTES = 3;
const MIN_KEPT = 16;
const MAX_KEPT = 616;
/** Total stack bytes of a chain of functions whose calls are not counted. */
export const UNCOUNTED_BYTES = 30_000;

interface ScannedBody extends Body {
  readonly callees: readonly number[];
}

/** Reads all bodies, rejects bodies that exceed the limits, and finds the functions whose calls must be counted. */
export function readBodies(module: ModuleOutline): Body[] {
  const section = module.sections.get(SECTION.code);
  if (!section) return [];
  const first = module.imports.length;
  const count = module.functionTypes.length - first;
  const classes = new TypeClasses(module, count);
  const referred = new Set(module.referred);
  const scanned: ScannedBody[] = [];
  const reader = new ByteReader(module.bytes, section.start, section.end);
  for (let left = reader.u32(), index = 0; left > 0; left--, index++)
    scanned.push(scan(module, reader.part(reader.u32()), index, classes, referred));
  let work = 0;
  for (const body of scanned) work += body.work;
  if (work > LIMITS.work) throw rejectedModule('module/variables');
  // Code may call a referenced function indirectly.
  for (const index of referred) {
    if (index < first) continue;
    classes.add(module.functionTypes[index], index - first);
    scanned[index - first].tiny = undefined;
  }
  const callees = [...scanned.map((body) => body.callees), ...classes.members];
  countCalls(scanned, callees, componentsOf(callees));
  return scanned;
}

/**
 * One graph node per type, for all functions that an indirect call of the type may reach. A module may declare the same
 * type twice.
 */
class TypeClasses {
  readonly members: number[][] = [];
  private readonly ofType: number[];
  private readonly nodes: number;
  private readonly lastCaller: Int32Array;

  constructor(module: ModuleOutline, nodes: number) {
    this.nodes = nodes;
    this.lastCaller = new Int32Array(nodes + module.types.length).fill(-1);
    const known = new Map<string, number>();
    this.ofType = module.types.map(({ key }) => {
      if (!known.has(key)) known.set(key, this.members.push([]) - 1);
      return known.get(key)!;
    });
  }

  add(type: number, node: number): void {
    this.members[this.ofType[type]].push(node);
  }

  /** Adds a callee, once for each caller. */
  note(callees: number[], node: number, caller: number): void {
    if (this.lastCaller[node] === caller) return;
    this.lastCaller[node] = caller;
    callees.push(node);
  }

  node(type: number): number {
    return this.nodes + this.ofType[type];
  }
}

function scan(
  module: ModuleOutline,
  part: ByteReader,
  index: number,
  classes: TypeClasses,
  referred: Set<number>,
): ScannedBody {
  const start = part.at;
  const first = module.imports.length;
  const type = module.types[module.functionTypes[first + index]];
  if (part.end - start > LIMITS.code) throw rejectedModule('module/code', part.end - start);
  let locals = 0;
  let { vectors } = module;
  for (let groups = part.u32(); groups > 0; groups--) {
    locals += part.u32();
    if (locals > LIMITS.locals) throw rejectedModule('module/locals');
    vectors = readValueType(part) === TYPE.v128 || vectors;
  }
  const code = part.at;
  const walk = new Walk(module, code, part.end, type);
  const callees: number[] = [];
  let branches = 1;
  let simple = true;
  let catches = false;
  let price = ENTRY + VARIABLE * locals;
  let computing = 0;
  while (walk.next()) {
    const { instruction } = walk;
    const { opcode } = instruction;
    if (walk.blocks.length > 0) price += stepPrice(walk, module);
    if (opcode >= OP.block && opcode <= OP.catchAll && opcode !== OP.end) branches++;
    else if (opcode >= OP.i32Eqz && opcode !== OP.refFunc) computing++;
    switch (opcode) {
      case OP.call:
        simple = false;
        if (instruction.index >= first) classes.note(callees, instruction.index - first, index);
        break;
      case OP.callIndirect:
        simple = false;
        classes.note(callees, classes.node(instruction.index), index);
        break;
      case OP.brTable:
        branches += instruction.labels.length;
        simple = false;
        break;
      case OP.try:
        catches = true;
        simple = false;
        break;
      case OP.loop:
      case OP.bulk:
      case OP.memoryGrow:
      case OP.throw:
      case OP.rethrow:
        simple = false;
        break;
      case OP.refFunc:
        referred.add(instruction.index);
        break;
      case OP.simd:
        vectors = true;
        break;
      default:
    }
  }
  if (walk.most > LIMITS.operands) throw rejectedModule('module/operands');
  if (branches > LIMITS.branches) throw rejectedModule('module/branches');
  const passed = type.parameters.length + type.results.length;
  const slots = passed + locals + walk.most;
  // Arguments may be both in the caller's frame and in the callee's.
  const kept = Math.max(0, Math.min(computing, MAX_KEPT) - MIN_KEPT);
  return {
    start,
    code,
    end: part.end,
    locals,
    frame: FRAME + (vectors ? 2 : 1) * (8 * (slots + passed + OWN_SLOTS) + KEPT_BYTES * kept),
    work: slots * branches,
    catches,
    tiny: simple && price <= TINY ? price : undefined,
    counted: false,
    callees,
  };
}

/**
 * Calls of functions on a cycle are counted. All other chains of calls end, but may be long, so they are counted from
 * the point where they could need too much stack. A stack passes through each component once, so its uncounted part is
 * never larger than one such chain.
 */
function countCalls(bodies: Body[], callees: readonly (readonly number[])[], components: readonly Component[]): void {
  const above = new Float64Array(callees.length);
  for (let at = components.length - 1; at >= 0; at--) {
    const { nodes, cyclic } = components[at];
    let bytes = 0;
    for (const node of nodes) bytes = Math.max(bytes, above[node]);
    for (const node of nodes) {
      if (node >= bodies.length) continue;
      const body = bodies[node];
      if (cyclic || bytes + body.frame > UNCOUNTED_BYTES) body.counted = true;
      else bytes += body.frame;
    }
    for (const node of nodes) for (const callee of callees[node]) above[callee] = Math.max(above[callee], bytes);
  }
}
