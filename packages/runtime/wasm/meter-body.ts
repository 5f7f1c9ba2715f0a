import { ByteReader, ByteWriter, ModuleRefused } from './bytes.ts';
import type { Body } from './call-graph.ts';
import { BULK_BYTES, BULK_ENTRIES, cost, newInstruction, OP, readInstruction } from './instructions.ts';
import type { FunctionType } from './module.ts';

/** The indices of the globals that count. */
export interface MeterGlobals {
  readonly fuel: number;
  readonly stack: number;
  readonly outOfMemory: number;
}

/** A basic block: what is charged, and where in the code so far the charge belongs. */
interface Charge {
  readonly at: number;
  cost: number;
  /** Also stop here if the fuel is used up: at the head of a loop or of a function that calls others. */
  readonly check: boolean;
  /** Follows a branch that was not taken. */
  readonly afterBranch: boolean;
}

interface Label {
  readonly opcode: number;
  targeted: boolean;
  /** What is charged for the code right before it. */
  readonly before: Charge | undefined;
  /** Something in it leaves it otherwise than by its end: what follows may be reached less often than what stands before. */
  escapes: boolean;
}

/** A block after a branch not taken that costs no more than this is charged together with the one before. */
const SMALL = 3;
const I32 = 0x7f;
const I64 = 0x7e;
const EMPTY_BLOCK = 0x40;

/** Rewrites a function's body: its local variables and code, charged and limited. */
export function meterBody(bytes: Uint8Array, body: Body, type: FunctionType, globals: MeterGlobals): Uint8Array {
  const firstOwn = type.parameters + body.locals;
  const work64 = firstOwn;
  const work32 = firstOwn + 1;
  const keptStack = firstOwn + 2;
  const { recursive, catches } = body;
  /** An estimate from above of what a call takes of the engine's stack: every variable in a slot of its own, and its frame. */
  const frame = 112 + 8 * firstOwn;

  const code = new ByteWriter((body.end - body.code) * 2);
  const charges: Charge[] = [];
  let current: Charge | undefined;
  const begin = (check: boolean, afterBranch = false): void => {
    current = { at: code.length, cost: 0, check, afterBranch };
    charges.push(current);
  };
  const prologue = new ByteWriter();
  if (recursive) takeStack(prologue, globals.stack, work32, frame);
  if (catches) prologue.byte(OP.globalGet).u32(globals.stack).byte(OP.localSet).u32(keptStack);
  const restoreStack = (): void => {
    code.byte(OP.localGet).u32(keptStack).byte(OP.globalSet).u32(globals.stack);
  };

  begin(body.calls);
  current!.cost = 1;
  const reader = new ByteReader(bytes, body.code, body.end);
  const instruction = newInstruction();
  const labels: Label[] = [];
  const enter = (opcode: number, targeted = false): void => {
    labels.push({ opcode, targeted, before: current, escapes: false });
  };
  enter(OP.block);
  /** A branch: it also leaves all labels within the one that it goes to. */
  const target = (depth: number): void => {
    const to = labels.length - 1 - depth;
    labels[to].targeted = true;
    for (let at = to + 1; at < labels.length; at++) labels[at].escapes = true;
  };
  let hasTryTable = false;
  while (!reader.done) {
    const from = reader.at;
    readInstruction(reader, instruction);
    const { opcode } = instruction;
    const copy = (): void => {
      code.bytes(bytes.subarray(from, reader.at));
    };
    if (current) current.cost += cost(instruction);
    switch (opcode) {
      case OP.loop:
        copy();
        enter(opcode);
        begin(true);
        current!.cost = 1;
        break;
      case OP.tryTable:
        hasTryTable = true;
        // A clause's label counts from outside of the block.
        for (const label of instruction.labels) target(label);
        copy();
        enter(opcode);
        break;
      case OP.block:
      case OP.try:
        copy();
        enter(opcode);
        break;
      case OP.if:
        copy();
        enter(opcode, true);
        begin(false);
        break;
      case OP.else:
        copy();
        begin(false);
        break;
      case OP.catch:
      case OP.catchAll:
        copy();
        labels[labels.length - 1].targeted = true;
        restoreStack();
        begin(false);
        break;
      case OP.delegate:
      case OP.end: {
        const label = labels.pop()!;
        if (labels.length === 0) break;
        copy();
        if (hasTryTable && label.targeted && label.opcode !== OP.loop) restoreStack();
        // What always follows is charged together with what always comes before.
        if (!label.escapes && label.before) current = label.before;
        else if (label.targeted && label.opcode !== OP.loop) begin(false);
        break;
      }
      case OP.br:
        target(instruction.index);
        copy();
        current = undefined;
        break;
      case OP.brIf:
        target(instruction.index);
        copy();
        begin(false, true);
        break;
      case OP.brTable:
        for (const label of instruction.labels) target(label);
        copy();
        current = undefined;
        break;
      case OP.return:
        target(labels.length - 1);
        if (recursive) code.byte(OP.br).u32(labels.length - 1);
        else copy();
        current = undefined;
        break;
      case OP.throw:
      case OP.rethrow:
      case OP.throwRef:
        for (const label of labels) label.escapes = true;
        copy();
        current = undefined;
        break;
      case OP.unreachable:
        copy();
        current = undefined;
        break;
      case OP.memoryGrow:
        copy();
        noteRefusal(code, globals, work32);
        break;
      case OP.bulk:
        if (BULK_BYTES.has(instruction.sub)) chargeCount(code, globals, work32, work64, 3);
        else if (BULK_ENTRIES.has(instruction.sub)) chargeCount(code, globals, work32, work64, 0);
        copy();
        break;
      default:
        copy();
    }
  }

  const out = new ByteWriter(code.length * 2);
  copyLocals(out, bytes, body);
  out.bytes(prologue.result());
  if (recursive) openFrame(out, type);
  spliceCharges(out, code.result(), merged(charges), globals, work64);
  if (recursive) {
    out.byte(OP.end);
    out.byte(OP.globalGet).u32(globals.stack).byte(OP.i32Const).signed(frame).byte(OP.i32Add);
    out.byte(OP.globalSet).u32(globals.stack);
  }
  return out.byte(OP.end).result();
}

/** The declarations of the locals, with three more at the end: an i64 and two i32. */
function copyLocals(out: ByteWriter, bytes: Uint8Array, body: Body): void {
  const reader = new ByteReader(bytes, body.start, body.code);
  out.u32(reader.u32() + 2);
  out.bytes(bytes.subarray(reader.at, body.code));
  out.u32(1).byte(I64).u32(2).byte(I32);
}

/** The body of a recursive function becomes a block, which `return` leaves, so that its frame is given back in one place. */
function openFrame(out: ByteWriter, type: FunctionType): void {
  out.byte(OP.block);
  if (type.results.length === 0) out.byte(EMPTY_BLOCK);
  else if (type.results.length === 1) out.bytes(type.results[0]);
  else throw new ModuleRefused('it has a function that calls itself and returns more than one value');
}

function takeStack(out: ByteWriter, stack: number, work32: number, frame: number): void {
  out.byte(OP.globalGet).u32(stack).byte(OP.i32Const).signed(frame).byte(OP.i32Sub);
  out.byte(OP.localTee).u32(work32).byte(OP.globalSet).u32(stack);
  out.byte(OP.localGet).u32(work32).byte(OP.i32Const).signed(0).byte(OP.i32LtS);
  out.byte(OP.if).byte(EMPTY_BLOCK).byte(OP.unreachable).byte(OP.end);
}

/** After `memory.grow`: remembers that memory was refused. */
function noteRefusal(out: ByteWriter, globals: MeterGlobals, work32: number): void {
  out.byte(OP.localTee).u32(work32).byte(OP.localGet).u32(work32).byte(OP.i32Const).signed(-1).byte(OP.i32Eq);
  out.byte(OP.if).byte(EMPTY_BLOCK);
  out.byte(OP.i32Const).signed(1).byte(OP.globalSet).u32(globals.outOfMemory).byte(OP.end);
}

/** Charges for the count on top of the stack, divided by 2^shift, and stops if the fuel is used up. */
function chargeCount(out: ByteWriter, globals: MeterGlobals, work32: number, work64: number, shift: number): void {
  out.byte(OP.localTee).u32(work32);
  out.byte(OP.globalGet).u32(globals.fuel).byte(OP.localGet).u32(work32).byte(OP.i64ExtendI32U);
  if (shift > 0) out.byte(OP.i64Const).signed(shift).byte(OP.i64ShrU);
  out.byte(OP.i64Sub).byte(OP.localTee).u32(work64).byte(OP.globalSet).u32(globals.fuel);
  stopBelowZero(out, work64);
}

function stopBelowZero(out: ByteWriter, work64: number): void {
  out.byte(OP.localGet).u32(work64).byte(OP.i64Const).signed(0).byte(OP.i64LtS);
  out.byte(OP.if).byte(EMPTY_BLOCK).byte(OP.unreachable).byte(OP.end);
}

/** Small blocks after a branch not taken join the one before: charged a little early, but as often as they can be reached. */
function merged(charges: readonly Charge[]): Charge[] {
  const kept: Charge[] = [];
  for (const charge of charges) {
    const last = kept[kept.length - 1];
    if (charge.afterBranch && charge.cost <= SMALL && last) last.cost += charge.cost;
    else if (charge.cost > 0 || charge.check) kept.push(charge);
  }
  return kept;
}

function spliceCharges(
  out: ByteWriter,
  code: Uint8Array,
  charges: readonly Charge[],
  globals: MeterGlobals,
  work64: number,
) {
  let copied = 0;
  for (const charge of charges) {
    out.bytes(code.subarray(copied, charge.at));
    copied = charge.at;
    out.byte(OP.globalGet).u32(globals.fuel).byte(OP.i64Const).signed(charge.cost).byte(OP.i64Sub);
    if (charge.check) {
      out.byte(OP.localTee).u32(work64).byte(OP.globalSet).u32(globals.fuel);
      stopBelowZero(out, work64);
    } else out.byte(OP.globalSet).u32(globals.fuel);
  }
  out.bytes(code.subarray(copied));
}
