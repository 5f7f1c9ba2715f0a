import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerPort } from '@ludus/game/port.ts';
import type { NativeBuild } from '../compile/native.ts';
import { type PlayerImage, readAnswer } from '../image.ts';
import type { SessionOptions } from '../process/session.ts';
import { FRAME, FRAME_HEAD_BYTES, NativeProcess, newFrame, writeFrameHead } from './native-process.ts';

export interface NativeOptions {
  readonly session: SessionOptions;
  /**
   * All native players of the match in one process, as the originals had them: players of one file share its globals, all of
   * them the generator of rand(). Only where no budget is counted.
   */
  readonly shared: boolean;
  readonly log?: ((text: string) => void) | undefined;
}

/** The shared processes of the matches under way, by the match's state, which no other match has. */
const shared = new WeakMap<object, NativeProcess>();

/** A player that was compiled for this machine. */
export class NativePort<Board, State extends object, Move> implements PlayerPort<Board, State, Move> {
  readonly name: string;
  private readonly image: PlayerImage<Board, State, Move>;
  private readonly build: NativeBuild;
  private readonly options: NativeOptions;
  private process: NativeProcess | undefined;
  private board: Board | undefined;
  private seat = 0;
  private frame = new Uint8Array(0);

  constructor(name: string, image: PlayerImage<Board, State, Move>, build: NativeBuild, options: NativeOptions) {
    this.name = name;
    this.image = image;
    this.build = build;
    this.options = options;
  }

  async start(board: Board, state: State, briefing: Briefing): Promise<void> {
    this.seat = briefing.seat;
    this.board = board;
    await this.enter(this.findProcess(state), state);
  }

  async play(state: State, move: Move, generator: PlayerGenerator): Promise<void> {
    if (this.options.shared && this.process!.hasEnded) await this.leaveShared(state);
    const bytes = FRAME_HEAD_BYTES + this.image.roundBytes(state);
    if (this.frame.length !== bytes) this.frame = new Uint8Array(bytes);
    const used = this.process!.used();
    this.image.writeRound(this.frame, FRAME_HEAD_BYTES, state, generator.state, used === undefined ? 2 : 1 - used);
    writeFrameHead(this.frame, FRAME.round, this.seat);
    const ended = readAnswer(this.image, await this.process!.ask(this.name, this.frame, this.options.log), move);
    if (ended === undefined)
      throw new PlayerFault('protocol', `${this.name} answered with something that is no answer.`);
    generator.state = ended;
  }

  private async enter(process: NativeProcess, state: State): Promise<void> {
    this.process = process;
    process.join();
    const path = new TextEncoder().encode(this.build.sharedObject);
    await process.ask(this.name, newFrame(FRAME.load, this.seat, path), this.options.log);
    const image = this.image.start(this.board!, state, this.seat);
    await process.ask(this.name, newFrame(FRAME.start, this.seat, image), this.options.log);
  }

  /** Another player has ended the process that all had. This one is not to blame: it goes on alone, from its beginning. */
  private async leaveShared(state: State): Promise<void> {
    const { log, session } = this.options;
    log?.('[ludus: another player ended the process of all C++ players; begun anew in one of its own]');
    const left = this.process!;
    this.process = undefined;
    await left.leave();
    await this.enter(new NativeProcess(this.name, this.build, session, true), state);
  }

  used(): number | undefined {
    return this.process?.used();
  }

  async close(): Promise<void> {
    await this.process?.leave();
  }

  private findProcess(state: object): NativeProcess {
    const { session, shared: isShared } = this.options;
    if (!isShared) return new NativeProcess(this.name, this.build, session, false);
    let process = shared.get(state);
    if (!process) {
      process = new NativeProcess('the process of the C++ players', this.build, session, true);
      shared.set(state, process);
    }
    return process;
  }
}
