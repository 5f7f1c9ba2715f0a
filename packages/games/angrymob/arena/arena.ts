import { randomBytes } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openInBrowser } from '@ludus/shell/browser.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { writeComplete } from '@ludus/shell/files.ts';
import type { MobBoard } from '../rules/board.ts';
import { generateMap } from '../rules/generator/generator.ts';
import { COLOURS } from '../rules/replay.ts';
import type { MobState } from '../rules/state.ts';
import type { ArenaOptions } from './options.ts';
import { ArenaPage } from './page-server.ts';
import { playMobArena, resultLine } from './play-game.ts';
import { type Guest, Lobby } from './socket/lobby.ts';

/** Exit code after Ctrl-C, as in shells. */
const INTERRUPTED = 130;

/** Thrown with the reason when an arena is stopped before its game is over. */
class InterruptionError extends Error {}

/** Opens the arena, waits for two players, and plays their game. Returns the exit code. */
export async function runArena(options: ArenaOptions, viewerCode: () => Promise<Uint8Array>): Promise<number> {
  if (options.replay !== undefined) checkWritable(options.replay);
  const seed = options.seed ?? randomBytes(8).readBigInt64LE();
  const { moveLimit, timeInit, timeMove } = options;
  const board: MobBoard = { map: generateMap(seed), seed, moveLimit, timeInit, timeMove };
  let page: ArenaPage | undefined;
  const opened = await Lobby.open(options.host, options.port, 2, { onChange: showGuests, onNotice: say });
  if (!opened.ok) throw new UsageError(`${opened.problem.message}; choose another port or address with -port or -host`);
  const lobby = opened.value;
  const progress: Progress = { state: undefined, names: [] };
  const interrupt = new AbortController();
  const stop = () => interrupt.abort(new InterruptionError(describe(lobby, progress)));
  process.on('SIGINT', stop).on('SIGTERM', stop);

  function showGuests(): void {
    page?.setPlayers(lobby.guests.map((guest) => guest?.name));
  }

  try {
    if (options.seed === undefined) say(`seed ${seed}`);
    say(`waiting for two players on ${hostPort(options.host, lobby.port)}`);
    if (!options.console) {
      page = await ArenaPage.open({
        board,
        // With 0, cells are as large as possible.
        size: options.sizeAsked ? options.size : 0,
        delay: options.delay,
        playersAt: lobby.port,
        viewerCode,
      });
      showGuests();
      say(`the game is shown on ${page.address}`);
      openInBrowser(page.address);
    }
    const guests = await gather(lobby, page, interrupt.signal);
    progress.names = guests.map((guest) => guest.name);
    say(`${progress.names[0]} (player 0, blue) plays ${progress.names[1]} (player 1, red)`);
    await play(options, board, guests, page, progress, interrupt.signal);
    await lobby.close();
    if (page !== undefined) {
      say('the game is over; press Ctrl-C to close the page');
      await aborted(interrupt.signal).catch(() => {});
    }
    return 0;
  } catch (error) {
    if (!(error instanceof InterruptionError)) throw error;
    say(`stopped by Ctrl-C: ${error.message}`);
    return INTERRUPTED;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await lobby.close();
    await page?.close();
  }
}

/** The state of the game, for the code that interrupts it. */
interface Progress {
  state: MobState | undefined;
  names: readonly string[];
}

/** Waits for both players and, if there is a page, until Start is pressed. */
async function gather(lobby: Lobby, page: ArenaPage | undefined, signal: AbortSignal): Promise<Guest[]> {
  for (;;) {
    await Promise.race([page === undefined ? lobby.full() : page.started(), aborted(signal)]);
    // If a player has left since the lobby was full, the wait continues.
    const guests = lobby.depart();
    if (guests !== undefined) return guests;
  }
}

async function play(
  options: ArenaOptions,
  board: MobBoard,
  guests: readonly Guest[],
  page: ArenaPage | undefined,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const pieces: string[] = [];
  const { state, faults } = await playMobArena({
    board,
    guests,
    signal,
    record(text) {
      pieces.push(text);
      page?.addText(text);
    },
    pause: page === undefined || options.delay === 0 ? undefined : (aborting) => pause(options.delay, aborting),
    onAnswer: (seat, tookMs) => page?.noteAnswer(seat, tookMs),
    onTurn(current) {
      progress.state = current;
    },
  });
  for (const sentence of faults) say(sentence);
  page?.setResult(state, faults);
  process.stdout.write(`${resultLine(state, progress.names)}\n`);
  if (options.replay !== undefined) writeComplete(options.replay, pieces.join(''));
}

function describe(lobby: Lobby, { state, names }: Progress): string {
  if (state === undefined) {
    const present = lobby.guests.flatMap((guest) => (guest === undefined ? [] : [guest.name]));
    return `no game was played; ${present.length === 0 ? 'no one was' : `${present.join(' and ')} ${present.length === 1 ? 'was' : 'were'}`} connected`;
  }
  const units = names.map((name, seat) => `${name} (${COLOURS[seat]}) had ${state.armies[seat].total} units`);
  return `${state.turn} turns were played, ${units.join(', ')}; there is no result`;
}

/** Rejects with the signal's reason as soon as it is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal?.addEventListener('abort', over);
  });
}

/** Checks that the file can be written, so that the arena fails before the game rather than after it. */
function checkWritable(file: string): void {
  try {
    accessSync(dirname(resolve(file)), constants.W_OK);
  } catch {
    throw new UsageError(`cannot write ${file}: its folder does not exist, or permission is denied`);
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`cannot write ${file}: it is a folder`);
}

function hostPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function say(sentence: string): void {
  process.stderr.write(`arena: ${sentence}\n`);
}
