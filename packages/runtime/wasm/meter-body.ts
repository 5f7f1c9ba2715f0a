import { ByteReader, type ByteWriter } from './bytes.ts';
import type { Body } from './call-graph.ts';
import { FloatOperands } from './canonical.ts';
import { chargeCount, type MeterGlobals } from './emit.ts';
import { enterFrame, keepFrame, landFrame, leaveFrame, payUnwinding } from './frames.ts';
import { type Flow, MAX_CHARGE, placeFuelChecks } from './fuel-checks.ts';
import { OP, TYPE } from './instructions.ts';
import { LIMITS } from './limits.ts';
import type { FunctionType, ModuleOutline } from './module.ts';
import { CARRIED, COUNTED, ENTRY, stepPrice, TURN, VARIABLE } from './prices.ts';
import { computedFloat, effectOf, FLOAT, readFloat } from './signatures.ts';
import { joinSmall, type PricedCharge, splice } from './splice.ts';
import { Walk } from './walk.ts';

/** Facts about the whole module that are needed for metering a body. */
export interface MeterContext {
  readonly module: ModuleOutline;
  readonly bodies: readonly Body[];
  readonly globals: MeterGlobals;
  readonly stackBytes: number;
  /** Maximum size of the module's memory, in bytes. */
  readonly mostBytes: number;
  /** Divisor of the price of plain instructions. */
  readonly discount: number;
  /** Index of the function that grows the memory. */
  readonly grow: number;
  /**
   * The index that a function of the module has in the metered module. For an import, returns the index of the function
   * that calls the import.
   */
  place(index: number): number;
  /** Buffers for one body, which are reused for the next body. */
  readonly scratch: { readonly code: ByteWriter; readonly main: ByteWriter; readonly variables: ByteWriter };
  /** The encoded type of a block that has no parameters and these results. */
  blockType(results: Uint8Array): readonly number[];
}

interface Label {
  readonly opcode: number;
  targeted: boolean;
  /** The charge for the code directly before the label's block. */
  readonly before: PricedCharge | undefined;
  /**
   * The outermost label (counted from the function) that a branch inside the block targets, or the block's own depth if
   * there is none.
   */
  leaves: number;
}

/** Writes a function's body, beginning with its size: its local variables and code, charged and limited. */
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
  /** Types of the variables that metering adds, in order. */
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
    this.begin(body.tiny === undefined);
    this.current!.cost = ENTRY + VARIABLE * body.locals;
    this.enter(OP.block);
    // The function's own end is written below.
    while (walk.next() && walk.blocks.length > 0) this.step();
    joinSmall(this.flow);
    this.discount();
    const charges = placeFuelChecks(this.flow, body.frame).filter(({ cost, checksFuel: look }) => cost > 0 || look);
    const main = context.scratch.main.clear();
    this.prologue(main);
    const seen = this.floats.produced.filter((result) => result.seen);
    splice(main, this.code.view(), charges, seen, context.globals, (variable) => this.variable(variable));
    if (body.counted) {
      main.byte(OP.end);
      leaveFrame(main, context.globals, body.frame);
    }
    const variables = context.scratch.variables.clear();
    this.variables(variables);
    out.u32(variables.length + main.length + 1);
    out.bytes(variables.view()).bytes(main.view()).byte(OP.end);
  }

  private discount(): void {
    const { discount } = this.context;
    if (discount === 1) return;
    for (const event of this.flow)
      if (event.kind === 'charge') event.charge.cost = Math.ceil(event.charge.cost / discount);
  }

  /** Returns the temporary variable of a type. Each type has one temporary variable, after all other variables. */
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
    if (body.counted) enterFrame(out, context.globals, body.frame, this.variable(TYPE.i32));
    if (this.keptStack !== undefined) keepFrame(out, context.globals, this.keptStack);
    // If a function's calls are counted, its body becomes a block. A `return` leaves only this block, so that the frame
    // is released in one place.
    if (body.counted) out.byte(OP.block).bytes(context.blockType(this.type.results));
  }

  /** The declarations of the variables, with the variables for metering at the end. */
  private variables(out: ByteWriter): void {
    const { bytes } = this.context.module;
    const reader = new ByteReader(bytes, this.body.start, this.body.code);
    out.u32(reader.u32() + this.added.length);
    out.bytes(bytes.subarray(reader.at, this.body.code));
    for (const type of this.added) out.u32(1).byte(type);
  }

  private begin(look: boolean, follows?: PricedCharge): void {
    this.current = { at: this.code.length, cost: 0, checksFuel: look, follows };
    this.flow.push({ kind: 'charge', charge: this.current });
  }

  private enter(opcode: number, targeted = false): void {
    this.labels.push({ opcode, targeted, before: this.current, leaves: this.labels.length });
  }

  /** A branch also leaves all labels inside its target. */
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

  /** Adds a cost to the current charge. Small pieces of code are charged together, but no charge exceeds a limit. */
  private pay(cost: number): void {
    if (!this.current || this.current.cost + cost > MAX_CHARGE) this.begin(false);
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
        landFrame(code, context.globals, this.keptStack!);
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
        payUnwinding(code, context.globals, context.stackBytes, this.variable(TYPE.i32));
        flow.push({ kind: 'looked' });
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
      // An instruction with a larger count traps immediately, so that instruction doesn't cost anything.
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

  /** At an else or a catch: marks the block's results so far as observed, and charges for carrying them. */
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
    // The code before the block and the code after it are always executed together, so they are charged together.
    if (!leaves && label.before) this.current = label.before;
    else if (label.targeted && label.opcode !== OP.loop) this.begin(false);
  }
}
