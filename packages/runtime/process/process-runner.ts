import type { Briefing, PlayerRunner } from '@ludus/game/player-runner.ts';
import type { Dialogue } from '@ludus/game/protocol.ts';
import { failure, playerFault } from '../failures.ts';
import type { CommandLine } from '../groups/launch.ts';
import { ProcessSession, type SessionOptions } from './process-session.ts';

/** A player that is a separate program, with the protocol on its standard input and output (docs/protocol.md). */
export class ProcessRunner<B, S, M> implements PlayerRunner<B, S, M> {
  readonly name: string;
  private readonly command: CommandLine;
  private readonly dialogue: Dialogue<B, S, M>;
  private readonly options: SessionOptions;
  private session: ProcessSession | undefined;
  private seat = 0;
  /** The message for the player before the next question. */
  private untold = '';

  constructor(name: string, command: CommandLine, dialogue: Dialogue<B, S, M>, options: SessionOptions) {
    this.name = name;
    this.command = command;
    this.dialogue = dialogue;
    this.options = options;
  }

  async start(board: B, state: S, briefing: Briefing): Promise<void> {
    this.seat = briefing.seat;
    this.untold = this.dialogue.introduction(board, state, briefing.seat, briefing.names);
    this.session = new ProcessSession(this.name, this.command, this.options);
    if (this.dialogue.playerSpeaksFirst) await this.session.ask('', () => true);
  }

  async play(state: S, move: M): Promise<void> {
    const { session, dialogue, seat, options } = this;
    if (!session) throw new Error('a runner plays after it has been started');
    const question = this.untold + dialogue.question(state, seat);
    this.untold = '';
    await session.ask(question, (line) => {
      const taken = dialogue.answerLine(line, state, seat, move);
      if (taken.kind === 'wrong') throw playerFault(this.name, failure('wrong-line', taken.why));
      if (taken.note !== undefined) options.log?.(taken.note);
      return taken.kind === 'done';
    });
  }

  observeRefusal(why: string): void {
    this.untold += `refused ${why}\n`;
    this.options.log?.(`refused: ${why}`);
  }

  observeMoves(asked: readonly M[]): void {
    this.untold += this.dialogue.roundReport?.(asked, this.seat) ?? '';
  }

  budgetUsed(): number | undefined {
    return this.session?.used();
  }

  async close(): Promise<void> {
    await this.session?.close(this.untold);
  }
}
