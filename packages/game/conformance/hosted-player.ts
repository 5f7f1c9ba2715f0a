import type { AnyGame } from '../game.ts';
import { ConformanceError, type Place, quoted } from './failure.ts';

/** The function `follow` of a game's `player/host.ts`. */
export type HostFollow = (
  code: unknown,
  next: () => Promise<string | undefined>,
  say: (text: string) => void,
) => Promise<void>;

/**
 * Maximum number of turns of the promise queue. A host has no timers, so after these turns it is either waiting for a
 * line or finished.
 */
const MAX_TURNS = 200_000;

/** A player behind a host, with which it exchanges lines. */
export class HostedPlayer {
  private readonly game: AnyGame;
  private readonly seat: number;
  private readonly lines: string[] = [];
  private waiting: ((line: string | undefined) => void) | undefined;
  private said = '';
  private ended: { readonly error?: unknown } | undefined;
  private isOver = false;

  constructor(
    game: AnyGame,
    seat: number,
    follow: (next: () => Promise<string | undefined>, say: (text: string) => void) => Promise<void>,
  ) {
    this.game = game;
    this.seat = seat;
    const next = (): Promise<string | undefined> =>
      new Promise((resolve) => {
        const line = this.lines.shift();
        if (line === undefined && !this.isOver) this.waiting = resolve;
        else resolve(line);
      });
    const say = (text: string): void => {
      this.said += text;
    };
    follow(next, say).then(
      () => {
        this.ended = {};
      },
      (error: unknown) => {
        this.ended = { error };
      },
    );
  }

  hear(text: string): void {
    this.lines.push(...text.split('\n').slice(0, -1));
    this.goOn();
  }

  /** Sends a question. Returns the move that the dialogue reads from the answer, and the answer's lines. */
  async ask(
    question: string,
    seen: unknown,
    place: Place,
  ): Promise<{ readonly move: unknown; readonly answer: string }> {
    const { game, seat } = this;
    this.said = game.dialogue!.playerSpeaksFirst ? this.said : '';
    this.hear(question);
    await this.settle(place);
    const answer = this.said;
    this.said = '';
    const move = game.newMove();
    const lines = answer.split('\n').slice(0, -1);
    for (const [at, line] of lines.entries()) {
      const read = game.dialogue!.answerLine(line, seen, seat, move);
      if (read.kind === 'more') continue;
      if (read.kind === 'wrong')
        place.fail(
          `player/host.ts answers ${quoted(answer)} for seat ${seat}, but \`dialogue.answerLine\` rejects the answer: ${read.why}`,
        );
      place.expect(
        at === lines.length - 1,
        () => `player/host.ts gives more than one answer for seat ${seat}: ${quoted(answer)}`,
      );
      return { move, answer };
    }
    return place.fail(
      answer === ''
        ? `player/host.ts waits for another line after the question to seat ${seat}, and doesn't answer it`
        : `player/host.ts waits for another line after ${quoted(answer)} for seat ${seat}, which isn't a complete answer`,
    );
  }

  /** If the player speaks first, reads its first line, which contains its name. */
  takeName(place: Place): void {
    const at = this.said.indexOf('\n');
    place.expect(at > 0, () => `player/host.ts doesn't print its name first for seat ${this.seat}`);
    this.said = this.said.slice(at + 1);
  }

  /** Waits until the host has read all lines. */
  async settle(place: Place): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS && this.ended === undefined; turn++) {
      if (this.waiting !== undefined && this.lines.length === 0) return;
      await undefined;
    }
    this.mustRun(place);
  }

  /** Called at the end of the match. */
  async end(place: Place): Promise<void> {
    this.isOver = true;
    this.goOn();
    for (let turn = 0; turn < MAX_TURNS && this.ended === undefined; turn++) await undefined;
    if (this.ended?.error !== undefined) this.mustRun(place);
    place.expect(this.ended !== undefined, () => `player/host.ts continues for seat ${this.seat} after the last line`);
  }

  private mustRun(place: Place): void {
    const { ended, seat } = this;
    if (ended === undefined) place.fail(`player/host.ts doesn't read the next line for seat ${seat}`);
    if (!('error' in ended)) place.fail(`player/host.ts ends for seat ${seat} before the match is over`);
    // The error that the referee wraps around a player's error has the player's error as its cause.
    for (let error = ended.error; error instanceof Error; error = error.cause)
      if (error instanceof ConformanceError) throw error;
    place.fail(`player/host.ts threw for seat ${seat}: ${String(ended.error)}`);
  }

  private goOn(): void {
    const resolve = this.waiting;
    if (resolve === undefined || (this.lines.length === 0 && !this.isOver)) return;
    this.waiting = undefined;
    resolve(this.lines.shift());
  }
}
