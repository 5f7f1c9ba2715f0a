import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, type Briefing, PlayerFault } from '@ludus/game/player-runner.ts';
import { type MatchResult, type MatchSetup, matchSteps } from '@ludus/referee/match.ts';
import { runProgram } from './wasi.ts';

/** The player's answer arrives while the program runs, so nothing waits for this promise. */
const LATER: Promise<void> = new Promise(() => {});

/**
 * A player that is a program compiled to WebAssembly, which reads and writes lines as bots in other languages do. A
 * page cannot pause the program at a read while a match continues, so the roles are swapped. The program runs, and each
 * of its answers continues the match up to the next question. The question is ready when the program reads again. This
 * needs only one thread, no promise, and the usual match loop.
 */
export class ProgramPort implements AnyRunner {
  readonly name: string;
  private readonly game: AnyGame;
  private readonly module: WebAssembly.Module;
  private readonly log: (text: string) => void;
  private seat = 0;
  private unread = '';
  private asked: { readonly state: unknown; readonly move: unknown } | undefined;

  constructor(name: string, game: AnyGame, module: WebAssembly.Module, log: (text: string) => void) {
    this.name = name;
    this.game = game;
    this.module = module;
    this.log = log;
  }

  start(board: unknown, state: unknown, { seat, names }: Briefing): void {
    this.seat = seat;
    this.unread = this.dialogue.introduction(board, state, seat, names);
  }

  play(state: unknown, move: unknown): Promise<void> {
    this.unread += this.dialogue.question(state, this.seat);
    this.asked = { state, move };
    return LATER;
  }

  /** Plays this port's match from beginning to end. */
  drive(setup: MatchSetup<unknown, unknown, unknown>): MatchResult<unknown> {
    const steps = matchSteps(setup);
    let step = steps.next();
    const fail = (fault: PlayerFault): void => {
      this.asked = undefined;
      step = steps.throw(fault);
    };
    let line = '';
    const end = runProgram(this.module, {
      read: () => {
        if (step.done) return '';
        if (this.unread === '') {
          fail(new PlayerFault('protocol', `${this.name} waits for another line but has not answered.`));
          return undefined;
        }
        const text = this.unread;
        this.unread = '';
        return text;
      },
      write: (text) => {
        for (const character of text) {
          if (character !== '\n') line += character;
          else {
            this.take(line.trim(), fail, () => {
              step = steps.next();
            });
            line = '';
          }
        }
        return !step.done;
      },
      log: this.log,
    });
    if (!step.done) fail(new PlayerFault('crash', `${this.name} ${end ?? 'exited before the match was over'}.`));
    if (!step.done) throw new Error('the match waits for a player that has exited');
    return step.value;
  }

  /** Handles a line of the program's answer. `go` is called when the answer is complete. */
  private take(line: string, fail: (fault: PlayerFault) => void, go: () => void): void {
    if (line === '' || !this.asked) return;
    const { state, move } = this.asked;
    const answer = this.dialogue.answerLine(line, state, this.seat, move);
    if (answer.kind === 'wrong') fail(new PlayerFault('protocol', `${this.name} answered ${answer.why}.`));
    else if (answer.kind === 'done') {
      this.asked = undefined;
      go();
    }
  }

  private get dialogue() {
    const { dialogue } = this.game;
    if (!dialogue) throw new Error(`${this.game.title} has no dialogue for programs`);
    return dialogue;
  }
}
