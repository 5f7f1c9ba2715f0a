import { ByteReader } from './bytes.ts';
import { newInstruction, OP, readInstruction } from './instructions.ts';
import { type ModuleOutline, SECTION } from './module.ts';

/** A function's body, and what metering wants to know of it beforehand. */
export interface Body {
  /** Where its local variables are declared; `code` is after them. */
  readonly start: number;
  readonly code: number;
  readonly end: number;
  readonly locals: number;
  /** Calls anything at all. */
  calls: boolean;
  /** Catches exceptions. */
  catches: boolean;
  /** May call itself, directly or through others. */
  recursive: boolean;
}

/** Reads all bodies and finds those that may recur. */
export function readBodies(module: ModuleOutline): Body[] {
  const section = module.sections.find((each) => each.id === SECTION.code);
  if (!section) return [];
  const bodies: Body[] = [];
  const callees: number[][] = [];
  const first = module.imports.length;
  const byType = new Map<number, number[]>();
  for (const index of new Set(module.inTables)) {
    const type = module.functionTypes[index];
    if (index < first) continue;
    if (!byType.has(type)) byType.set(type, []);
    byType.get(type)!.push(index - first);
  }
  const sameType = typeClasses(module);
  const reader = new ByteReader(module.bytes, section.start, section.end);
  const instruction = newInstruction();
  for (let left = reader.u32(); left > 0; left--) {
    const part = reader.part(reader.u32());
    const start = part.at;
    let locals = 0;
    for (let groups = part.u32(); groups > 0; groups--) {
      locals += part.u32();
      if (part.byte() >= 0x63 && (part.bytes[part.at - 1] === 0x63 || part.bytes[part.at - 1] === 0x64))
        part.skipNumber();
    }
    const body: Body = { start, code: part.at, end: part.end, locals, calls: false, catches: false, recursive: false };
    const called = new Set<number>();
    while (!part.done) {
      readInstruction(part, instruction);
      if (instruction.opcode === OP.call) {
        body.calls = true;
        if (instruction.index >= first) called.add(instruction.index - first);
      } else if (instruction.opcode === OP.callIndirect) {
        body.calls = true;
        for (const type of sameType(instruction.index)) for (const index of byType.get(type) ?? []) called.add(index);
      } else if (instruction.opcode === OP.try || instruction.opcode === OP.tryTable) body.catches = true;
    }
    bodies.push(body);
    callees.push([...called]);
  }
  for (const index of recursive(callees)) bodies[index].recursive = true;
  return bodies;
}

/** Types may be declared twice; an indirect call by one of them reaches functions of all. */
function typeClasses(module: ModuleOutline): (type: number) => readonly number[] {
  const classes = new Map<string, number[]>();
  const keys = module.types.map((type) => type.key);
  keys.forEach((key, index) => {
    if (!classes.has(key)) classes.set(key, []);
    classes.get(key)!.push(index);
  });
  return (type) => classes.get(keys[type])!;
}

/** The nodes on a cycle: Tarjan's strongly connected components, without recursion of our own. */
function recursive(callees: readonly (readonly number[])[]): number[] {
  const order = new Int32Array(callees.length).fill(-1);
  const low = new Int32Array(callees.length);
  const onStack = new Uint8Array(callees.length);
  const stack: number[] = [];
  const found: number[] = [];
  let counter = 0;
  const enter = (node: number): void => {
    order[node] = low[node] = counter++;
    stack.push(node);
    onStack[node] = 1;
    work.push({ node, next: 0 });
  };
  const work: { node: number; next: number }[] = [];
  for (let root = 0; root < callees.length; root++) {
    if (order[root] >= 0) continue;
    enter(root);
    while (work.length > 0) {
      const top = work[work.length - 1];
      const { node } = top;
      if (top.next < callees[node].length) {
        const callee = callees[node][top.next++];
        if (order[callee] < 0) enter(callee);
        else if (onStack[callee]) low[node] = Math.min(low[node], order[callee]);
        continue;
      }
      work.pop();
      if (work.length > 0) {
        const caller = work[work.length - 1].node;
        low[caller] = Math.min(low[caller], low[node]);
      }
      if (low[node] !== order[node]) continue;
      const members: number[] = [];
      do {
        members.push(stack.pop()!);
        onStack[members[members.length - 1]] = 0;
      } while (members[members.length - 1] !== node);
      if (members.length > 1 || callees[node].includes(node)) found.push(...members);
    }
  }
  return found;
}
