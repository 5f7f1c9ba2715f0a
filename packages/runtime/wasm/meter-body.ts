import { ByteReader, type ByteWriter } from './bytes.ts';
import type { Body } from './call-graph.ts';
import { canonicalize, FloatOperands, type Produced, WORK_TYPE } from './canonical.ts';
import { charge, chargeCount, HALT, haltIf, type MeterGlobals, stop } from './emit.ts';
import { OP, TYPE } from './instructions.ts';
import { LIMITS } from './limits.ts';
import { type Charge, type Flow, MOST_CHARGE, placeLooks } from './looks.ts';
import type { FunctionType, ModuleOutline } from './module.ts';
import { CARRIED, COUNTED, ENTRY, stepPrice, THROW, TURN, UNWIND, VARIABLE } from './prices.ts';
import { computedFloat, effectOf, FLOAT, type FloatKind, readFloat } from './signatures.ts';
import { Walk } from './walk.ts';

/** What metering a body needs to know of the whole module. */
export interface MeterContext {
  readonly module: ModuleOutline;
  readonly bodies: readonly Body[];
  readonly globals: MeterGlobals;
  readonly stackBytes: number;
  /** The memory that the module may have at most. */
  readonly mostBytes: number;
  /** The function that grows the memory. */
  readonly grow: number;
  /** Where a function of the module is in the metered one: in place of an import stands what calls it. */
  place(index: number): number;
  /** Memory for what is written of one body, used again for the next. */
  readonly scratch: { readonly code: ByteWriter; readonly main: ByteWriter; readonly variables: ByteWriter };
  /** The type of a block that takes nothing and gives these, as encoded. */
  blockType(results: Uint8Array): readonly number[];
}

interface PricedCharge extends Charge {
  /** The block before a branch that was not taken, which this one follows. */
  readonly follows: PricedCharge | undefined;
}

interface Label {
  readonly opcode: number;
  targeted: boolean;
  /** What is charged for the code right before it. */
  readonly before: PricedCharge | undefined;
  /** The outermost label (counted from the function) that something in it leaves for; its own depth if nothing leaves. */
  leaves: number;
}

/** A block after a branch not taken that costs no more than this is charged together with the one before. */
const SMALL = 3;

/** Writes a function's body, its size first: its local variables and code, charged and limited. */
export function meterBody(context: MeterContext, body: Body, type: FunctionType, out: ByteWriter): void {
  new BodyMeter(context, body, type).run(out);
}

class BodyMeter {
  private readonly context: MeterContext;
  private readonly body: Body;
  private readonly type: FunctionType;
  private readonly walk: Walk;
  private readonly code: ByteWriter;
  private readonly flow: Flow[] = [];
  private readonly labels: Label[] = [];
  private readonly floats = new FloatOperands();
  /** Types of the variables that metering adds, in their order. */
  private readonly added: number[] = [];
  private readonly work = new Map<number, number>();
  private current: PricedCharge | undefined;

  constructor(context: MeterContext, body: Body, type: FunctionType) {
    this.context = context;
    this.body = body;
    this.type = type;
    this.walk = new Walk(context.module, body.code, body.end, type);
    this.code = context.scratch.code.clear();
  }

  run(out: ByteWriter): void {
    const { body, context, walk } = this;
    const { globals } = context;
    this.begin(body.tiny === undefined);
    this.current!.cost = ENTRY + VARIABLE * body.locals;
    this.enter(OP.block);
    // The end of the function itself is written below.
    while (walk.next() && walk.blocks.length > 0) this.step();
    joinSmall(this.flow);
    const charges = placeLooks(this.flow, body.frame).filter(({ cost, look }) => cost > 0 || look);
    const main = context.scratch.main.clear();
    this.prologue(main);
    this.splice(main, charges);
    if (body.counted) {
      main.byte(OP.end);
      main.byte(OP.globalGet).u32(globals.stack).byte(OP.i32Const).signed(body.frame).byte(OP.i32Add);
      main.byte(OP.globalSet).u32(globals.stack);
    }
    const variables = context.scratch.variables.clear();
    this.variables(variables);
    out.u32(variables.length + main.length + 1);
    out.bytes(variables.view()).bytes(main.view()).byte(OP.end);
  }

  /** A variable to work with: one for each type, after all others. */
  private variable(type: number): number {
    let found = this.work.get(type);
    if (found === undefined) {
      found = this.newVariable(type);
      this.work.set(type, found);
    }
    return found;
  }

  private newVariable(type: number): number {
    return this.type.parameters.length + this.body.locals + this.added.push(type) - 1;
  }

  private keptStack: number | undefined;

  private prologue(out: ByteWriter): void {
    const { body, context } = this;
    const { stack } = context.globals;
    if (body.counted) {
      const work32 = this.variable(TYPE.i32);
      out.byte(OP.globalGet).u32(stack).byte(OP.i32Const).signed(body.frame).byte(OP.i32Sub);
      out.byte(OP.localTee).u32(work32).byte(OP.globalSet).u32(stack);
      out.byte(OP.localGet).u32(work32).byte(OP.i32Const).signed(0).byte(OP.i32LtS);
      stop(out);
    }
    if (this.keptStack !== undefined) out.byte(OP.globalGet).u32(stack).byte(OP.localSet).u32(this.keptStack);
    // The body of a counted function becomes a block, which `return` leaves, so that its frame is given back in one place.
    if (body.counted) out.byte(OP.block).bytes(context.blockType(this.type.results));
  }

  /** The declarations of the variables, with those for metering at the end. */
  private variables(out: ByteWriter): void {
    const { bytes } = this.context.module;
    const reader = new ByteReader(bytes, this.body.start, this.body.code);
    out.u32(reader.u32() + this.added.length);
    out.bytes(bytes.subarray(reader.at, this.body.code));
    for (const type of this.added) out.u32(1).byte(type);
  }

  private begin(look: boolean, follows?: PricedCharge): void {
    this.current = { at: this.code.length, cost: 0, look, follows };
    this.flow.push({ kind: 'charge', charge: this.current });
  }

  private enter(opcode: number, targeted = false): void {
    this.labels.push({ opcode, targeted, before: this.current, leaves: this.labels.length });
  }

  /** A branch: it also leaves all labels within the one that it goes to. */
  private target(depth: number, always: boolean): void {
    const to = this.labels.length - 1 - depth;
    this.labels[to].targeted = true;
    const inner = this.labels[this.labels.length - 1];
    inner.leaves = Math.min(inner.leaves, to);
    this.flow.push({ kind: 'branch', depth, always });
  }

  private copy(): void {
    this.code.bytes(this.context.module.bytes.subarray(this.walk.from, this.walk.to));
  }

  /** A little of what follows may be charged with what came before, but never much at once. */
  private pay(cost: number): void {
    if (!this.current || this.current.cost + cost > MOST_CHARGE) this.begin(false);
    this.current!.cost += cost;
  }

  private step(): void {
    const { walk, labels, code, flow, context } = this;
    const { instruction } = walk;
    const { opcode } = instruction;
    if (
      opcode !== OP.end &&
      opcode !== OP.else &&
      opcode !== OP.catch &&
      opcode !== OP.catchAll &&
      opcode !== OP.delegate
    )
      this.pay(stepPrice(walk, context.module));
    switch (opcode) {
      case OP.loop:
        this.show(this.openedParameters());
        this.copy();
        flow.push({ kind: 'open', opens: 'loop' });
        this.enter(opcode);
        this.begin(true);
        this.current!.cost = TURN;
        return;
      case OP.block:
      case OP.try:
        this.show(this.openedParameters());
        this.copy();
        flow.push({ kind: 'open', opens: 'block' });
        this.enter(opcode);
        if (opcode === OP.try) this.keptStack ??= this.newVariable(TYPE.i32);
        return;
      case OP.if:
        this.floats.take(1, walk.before, FLOAT.none);
        this.show(this.openedParameters());
        this.copy();
        flow.push({ kind: 'open', opens: 'if' });
        this.enter(opcode, true);
        this.begin(false);
        return;
      case OP.else:
        this.continueBlock();
        flow.push({ kind: 'else' });
        this.begin(false);
        return;
      case OP.catch:
      case OP.catchAll:
        this.continueBlock();
        labels[labels.length - 1].targeted = true;
        flow.push({ kind: 'catch' });
        this.caught();
        this.begin(true);
        return;
      case OP.delegate:
      case OP.end:
        this.close();
        return;
      case OP.br:
        this.show(walk.carried(instruction.index), walk.before);
        this.target(instruction.index, true);
        this.copy();
        this.current = undefined;
        return;
      case OP.brIf:
        this.show(walk.carried(instruction.index) + 1, walk.before);
        this.target(instruction.index, false);
        this.copy();
        this.begin(false, this.current);
        return;
      case OP.brTable:
        this.show(walk.carried(instruction.labels[0]) + 1, walk.before);
        for (const label of instruction.labels) this.target(label, false);
        flow.push({ kind: 'dead' });
        this.copy();
        this.current = undefined;
        return;
      case OP.return:
        this.show(walk.blocks[0].results, walk.before);
        this.target(labels.length - 1, true);
        if (this.body.counted) code.byte(OP.br).u32(labels.length - 1);
        else this.copy();
        this.current = undefined;
        return;
      case OP.throw:
      case OP.rethrow:
        this.show(walk.before, walk.before);
        this.throws();
        this.copy();
        labels[labels.length - 1].leaves = -1;
        flow.push({ kind: 'dead' });
        this.current = undefined;
        return;
      case OP.unreachable:
        this.copy();
        flow.push({ kind: 'dead' });
        this.current = undefined;
        return;
      case OP.call:
      case OP.callIndirect:
        this.calls();
        return;
      case OP.memoryGrow:
        code.byte(OP.call).u32(context.grow);
        flow.push({ kind: 'call' });
        return;
      case OP.refFunc:
        code.byte(OP.refFunc).u32(context.place(instruction.index));
        return;
      case OP.drop:
        this.floats.drop(walk.height);
        this.copy();
        return;
      default:
        this.plain();
    }
  }

  private openedParameters(): number {
    return this.walk.blocks[this.walk.blocks.length - 1].parameters;
  }

  private show(count: number, height = this.walk.height): void {
    if (count > 0) this.floats.show(count, height);
  }

  private plain(): void {
    const { walk, code, floats } = this;
    const { instruction } = walk;
    const counted = instruction.opcode === OP.bulk ? COUNTED[instruction.sub] : undefined;
    if (counted) {
      const work32 = this.variable(TYPE.i32);
      code.byte(OP.localTee).u32(work32);
      // More than there can be: it fails at once, which is worth nothing.
      const most = counted.shift === 0 ? LIMITS.tableEntries : this.context.mostBytes;
      code.byte(OP.i32Const).signed(0).byte(OP.localGet).u32(work32);
      code
        .byte(OP.localGet)
        .u32(work32)
        .byte(OP.i32Const)
        .signed(most | 0)
        .byte(OP.i32GtU);
      code.byte(OP.select).byte(OP.localSet).u32(work32);
      chargeCount(code, this.context.globals, work32, counted);
      this.flow.push({ kind: 'looked' });
    }
    this.copy();
    const taken = effectOf(instruction) >> 2;
    if (taken > 0) floats.take(taken, walk.before, readFloat(instruction));
    const computed = computedFloat(instruction);
    if (computed !== FLOAT.none) floats.give(walk.height, computed, code.length);
  }

  private calls(): void {
    const { walk, context, flow, code } = this;
    const { instruction } = walk;
    const { module, bodies } = context;
    const indirect = instruction.opcode === OP.callIndirect;
    const type = module.types[indirect ? instruction.index : module.functionTypes[instruction.index]];
    this.show(type.parameters.length + (indirect ? 1 : 0), walk.before);
    const tiny = indirect ? undefined : bodies[instruction.index - module.imports.length]?.tiny;
    if (tiny === undefined) flow.push({ kind: 'call' });
    else flow.push({ kind: 'tiny', at: code.length, cost: tiny });
    if (indirect) this.copy();
    else code.byte(OP.call).u32(context.place(instruction.index));
  }

  /** Before a throw: pays for what may be unwound, and notes that it is the module that throws. */
  private throws(): void {
    const { code, context } = this;
    const { globals, stackBytes } = context;
    const work32 = this.variable(TYPE.i32);
    code.byte(OP.i32Const).signed(stackBytes).byte(OP.globalGet).u32(globals.stack).byte(OP.i32Sub);
    code.byte(OP.localSet).u32(work32);
    chargeCount(code, globals, work32, { price: UNWIND, shift: 0 }, THROW);
    code.byte(OP.i32Const).signed(1).byte(OP.globalSet).u32(globals.throwing);
    this.flow.push({ kind: 'looked' });
  }

  /** After a catch: an exception that the module has not thrown is the engine's, and not for it to catch. */
  private caught(): void {
    const { code, context } = this;
    const { globals } = context;
    code.byte(OP.globalGet).u32(globals.throwing).byte(OP.i32Eqz);
    haltIf(code, globals, HALT.foreignException);
    code.byte(OP.i32Const).signed(0).byte(OP.globalSet).u32(globals.throwing);
    code.byte(OP.localGet).u32(this.keptStack!).byte(OP.globalSet).u32(globals.stack);
  }

  /** An else or a catch: what its block has computed so far is a result. */
  private continueBlock(): void {
    const { walk } = this;
    const { base, results } = walk.blocks[walk.blocks.length - 1];
    if (walk.fell) {
      this.show(results, base + results);
      this.pay(CARRIED * results);
    }
    this.floats.drop(base);
    this.copy();
  }

  private close(): void {
    const { walk, labels, flow } = this;
    const label = labels.pop()!;
    const { results, base } = walk.closed!;
    if (walk.fell) {
      this.show(results, base + results);
      this.pay(CARRIED * results);
    }
    this.floats.drop(base);
    this.copy();
    flow.push({ kind: 'end' });
    const outer = labels[labels.length - 1];
    const leaves = label.leaves < labels.length;
    if (leaves) outer.leaves = Math.min(outer.leaves, label.leaves);
    // What always follows is charged together with what always comes before.
    if (!leaves && label.before) this.current = label.before;
    else if (label.targeted && label.opcode !== OP.loop) this.begin(false);
  }

  /** Copies the code, with the charges and what floating results need put in between. */
  private splice(out: ByteWriter, charges: readonly Charge[]): void {
    const { globals } = this.context;
    const source = this.code.view();
    const seen: Produced[] = this.floats.produced.filter((result) => result.seen);
    let copied = 0;
    const upTo = (at: number): void => {
      out.bytes(source.subarray(copied, at));
      copied = at;
    };
    let next = 0;
    const settle = (at: number): void => {
      for (; next < seen.length && seen[next].at <= at; next++) {
        const { kind } = seen[next];
        upTo(seen[next].at);
        canonicalize(out, kind, this.variable(WORK_TYPE[kind as Exclude<FloatKind, 0>]));
      }
    };
    for (const { at, cost, look } of charges) {
      settle(at);
      upTo(at);
      charge(out, globals, cost, look, look && cost > 0 ? this.variable(TYPE.i64) : 0);
    }
    settle(source.length);
    upTo(source.length);
  }
}

/** Small blocks after a branch not taken join the one before: charged a little early, but as often as they can be reached. */
function joinSmall(flow: readonly Flow[]): void {
  const joined = new Map<Charge, PricedCharge>();
  for (const event of flow) {
    if (event.kind !== 'charge') continue;
    const charge = event.charge as PricedCharge;
    if (!charge.follows || charge.look || charge.cost > SMALL) continue;
    const before = joined.get(charge.follows) ?? charge.follows;
    if (before.cost + charge.cost > MOST_CHARGE) continue;
    before.cost += charge.cost;
    charge.cost = 0;
    joined.set(charge, before);
  }
}
