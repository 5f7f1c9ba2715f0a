import { connect } from 'node:net';
import type { PlayerRunner } from '@ludus/game/player-runner.ts';
import { seedState } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { DEFAULT_LIMITS, type MobBoard, readMap } from '../../rules/board.ts';
import { formatMove, MobMove, parseMove } from '../../rules/moves.ts';
import { advance, illegality } from '../../rules/rules.ts';
import { MobState } from '../../rules/state.ts';
import { LineConnection } from './connection.ts';

export interface MobClientOptions {
  readonly host: string;
  readonly port: number;
  /** The player's name in the arena. */
  readonly name: string;
  /** The seed of the player's generator. */
  readonly seed: number;
  /** How long to keep trying to connect while no arena is listening, in milliseconds. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
}

export interface MobClientResult {
  /** The final state, unless the arena ended the game for a fault (or disconnected). */
  readonly state: MobState;
  /**
   * If the arena didn't reply to a move: the message about the error in that move; undefined if the move has no error.
   */
  readonly illegal: string | undefined;
}

/**
 * Thrown when the player couldn't take part: there is no arena, or it rejected the player. The message is for users.
 */
export class ArenaUnreachableError extends Error {}

/**
 * Plays one game of Angry Mob as a client of an arena. The state is simulated here, from both players' moves. In this
 * state, the player has seat 0, whatever its seat in the arena, because each player receives a map with its base as
 * `A`.
 */
export async function playMobClient(
  player: PlayerRunner<MobBoard, MobState, MobMove>,
  options: MobClientOptions,
): Promise<MobClientResult> {
  const connection = await reach(options);
  const abort = () => connection.destroy();
  options.signal?.addEventListener('abort', abort);
  try {
    await connection.send(`${options.name}\n`);
    const board = await readBoardLines(connection);
    const state = new MobState(board);
    const moves = [new MobMove(), new MobMove()];
    const generator = { state: seedState(options.seed) };
    await player.start?.(board, state, { seat: 0, names: [options.name, 'opponent'] });
    while (state.reason === undefined) {
      moves[0].clear();
      await player.play(state, moves[0], generator);
      // An invalid move is sent unchanged, so that the arena reports it.
      await connection.send(`${moves[0].problem === '' ? formatMove(moves[0]) : '?'}\n`);
      const line = await nextLine(connection);
      if (line === undefined) return { state, illegal: illegality(state, 0, moves[0]) };
      parseMove(line, moves[1]);
      player.observeMoves?.(moves);
      advance(state, moves);
    }
    return { state, illegal: undefined };
  } finally {
    options.signal?.removeEventListener('abort', abort);
    await player.close?.();
    await connection.close();
  }
}

async function reach(options: MobClientOptions): Promise<LineConnection> {
  const deadlineMs = performance.now() + (options.patienceMs ?? 0);
  for (;;) {
    const outcome = await tryConnect(options.host, options.port);
    if (outcome instanceof LineConnection) return outcome;
    if (outcome.code !== 'ECONNREFUSED' || performance.now() >= deadlineMs || options.signal?.aborted) {
      const reason = outcome.code === 'ECONNREFUSED' ? 'no server listens on this port' : outcome.message;
      throw new ArenaUnreachableError(`there is no arena at ${options.host}, port ${options.port}: ${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function tryConnect(host: string, port: number): Promise<LineConnection | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true });
    socket.once('error', resolve);
    socket.once('connect', () => {
      socket.off('error', resolve);
      resolve(new LineConnection(socket));
    });
  });
}

async function readBoardLines(connection: LineConnection): Promise<MobBoard> {
  const lines: string[] = [];
  let expected = 1;
  while (lines.length < expected) {
    const line = await nextLine(connection);
    if (line === undefined) throw new ArenaUnreachableError('the arena closed the connection before the game began');
    if (line.startsWith('error ')) throw new ArenaUnreachableError(`the arena refused: ${line.slice(6)}`);
    lines.push(line);
    if (lines.length === 1) expected += Number(line.split(' ')[0]);
  }
  const map = readMap(`${lines.join('\n')}\n`);
  if (!map.ok) throw new ArenaUnreachableError(`the arena sent no map: ${describeProblem(map.problem)}`);
  // Only the arena knows the game's limits; if a limit ends the game, the arena closes the connection.
  return { map: map.value, ...DEFAULT_LIMITS, moveLimit: 2147483647 };
}

/** The next line; undefined at the end. */
function nextLine(connection: LineConnection): Promise<string | undefined> {
  return new Promise((resolve) => {
    const look = (): void => {
      const arrival = connection.take();
      if (arrival === undefined) return;
      connection.onArrival = undefined;
      resolve(arrival.kind === 'line' ? arrival.line.text : undefined);
    };
    connection.onArrival = look;
    look();
  });
}
