import { PlayerFault, type PlayerRunner } from '@ludus/game/player-runner.ts';
import { type MobBoard, printMap } from '../../rules/board.ts';
import { type MobMove, parseMove, singleBlanks } from '../../rules/moves.ts';
import type { MobState } from '../../rules/state.ts';
import type { Guest } from './lobby.ts';
import { TimedQuestions } from './timed-answer.ts';

export interface SocketMobOptions {
  /** Awaited before every turn except the first, while the clocks are stopped. */
  readonly pause?: ((signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Called with the time that a player took for its move, in milliseconds. */
  readonly onAnswer?: (seat: number, tookMs: number) => void;
  /** Ends a running game when it is aborted: `play` then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The shared state of a game's two runners: the lines of the current turn, each of which is sent to the opponent. */
interface Table {
  readonly lines: [string, string];
  /** The pause before the current turn; both players wait for the same pause. */
  pause: { turn: number; over: Promise<void> } | undefined;
}

/**
 * The two runners of a game of Angry Mob over sockets (docs/arena.md §2). They must be asked concurrently (option
 * `concurrent` of the match loop). Time limits come from the board.
 */
export function socketMobRunners(
  guests: readonly Guest[],
  options: SocketMobOptions = {},
): PlayerRunner<MobBoard, MobState, MobMove>[] {
  const table: Table = { lines: ['', ''], pause: undefined };
  return guests.map((guest, seat) => new SocketMobPort(guest, seat, table, options));
}

class SocketMobPort implements PlayerRunner<MobBoard, MobState, MobMove> {
  readonly name: string;
  private readonly seat: number;
  private readonly questioner: TimedQuestions;
  private readonly table: Table;
  private readonly options: SocketMobOptions;
  private state: MobState | undefined;
  /** Number of turns for which the player has received the opponent's move. */
  private toldTurns = 0;

  constructor(guest: Guest, seat: number, table: Table, options: SocketMobOptions) {
    this.name = guest.name;
    this.seat = seat;
    this.questioner = new TimedQuestions(guest.connection);
    this.table = table;
    this.options = options;
  }

  async play(state: MobState, move: MobMove): Promise<void> {
    const { seat, table, options } = this;
    const { map, timeInit, timeMove } = state.board;
    const isFirst = this.state === undefined;
    this.state = state;
    const question = isFirst ? printMap(map, seat) : this.news();
    if (!isFirst && options.pause !== undefined) {
      if (table.pause?.turn !== state.turn) table.pause = { turn: state.turn, over: options.pause(options.signal) };
      await table.pause.over;
    }
    const answer = await this.questioner.ask(question, (isFirst ? timeInit : timeMove) * 1000, options.signal);
    switch (answer.kind) {
      case 'line':
        options.onAnswer?.(seat, answer.tookMs);
        table.lines[seat] = singleBlanks(answer.text);
        parseMove(answer.text, move);
        return;
      case 'overlong':
        move.refuse('the line is longer than 65536 bytes');
        return;
      case 'late':
        throw new PlayerFault('time', answer.sentence);
      case 'closed':
        throw new PlayerFault('disconnect', answer.sentence);
    }
  }

  /** Sends the last turn of a game, if it was played, and then closes the connection. */
  async close(): Promise<void> {
    await this.questioner.connection.close(this.news());
  }

  /** The opponent's move in the last turn, unless it has already been sent. */
  private news(): string {
    const { state } = this;
    if (state === undefined || state.turn === this.toldTurns) return '';
    this.toldTurns = state.turn;
    return `${this.table.lines[1 - this.seat]}\n`;
  }
}
