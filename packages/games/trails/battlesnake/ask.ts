import { randomUUID } from 'node:crypto';
import type { LineReader } from '@ludus/runtime/parts.ts';
import { readIntroduction, readPosition } from '../player/lines.ts';
import { LETTERS } from '../rules/board.ts';
import { DIRECTION_NAMES } from '../rules/directions.ts';
import { AHEAD_WORD } from '../rules/move.ts';
import { TrailsState } from '../rules/state.ts';
import { requestFor, type SnakeMatch } from './request.ts';

/** How a snake is asked, and where words about it go. */
export interface Asking {
  /** The address of the snake, without a slash at the end. */
  readonly address: string;
  readonly timeoutMs: number;
  readonly say: (text: string) => void;
  readonly log: (sentence: string) => void;
}

/** Plays a match of Trails by its lines (docs/trails.md §8), with the moves of a Battlesnake server. Throws if it can’t be reached. */
export async function playSnake(next: LineReader, { address, timeoutMs, say, log }: Asking): Promise<void> {
  const seat = LETTERS.indexOf(((await next())?.split(' ')[1] ?? '') as (typeof LETTERS)[number]);
  if (seat < 0) return;
  const names = ((await next()) ?? '').split(' ').slice(1);
  const state = new TrailsState(await readIntroduction(next));
  const trails: number[][] = names.map(() => []);
  const match: SnakeMatch = { id: randomUUID(), names, trails, timeoutMs };
  const post = async (path: string): Promise<unknown> => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requestFor(state, seat, match)),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`${path} answers with status ${response.status}`);
    return path === '/move' ? await response.json() : await response.text();
  };
  let isStarted = false;
  let isAlive = true;
  while (await readPosition(next, state)) {
    for (const [each, trail] of trails.entries()) if (trail.at(-1) !== state.heads[each]) trail.push(state.heads[each]);
    if (!isStarted) await post('/start');
    isStarted = true;
    if (state.endedIn[seat] !== 0) {
      if (isAlive) await post('/end').catch((error) => log(String(error)));
      isAlive = false;
      say(`${AHEAD_WORD}\n`);
      continue;
    }
    say(`${await moveOf(post, log)}\n`);
  }
  if (isStarted && isAlive) await post('/end').catch((error) => log(String(error)));
}

/** The snake's move. Without a valid answer in time a snake goes straight on, as on Battlesnake. */
async function moveOf(post: (path: string) => Promise<unknown>, log: Asking['log']): Promise<string> {
  try {
    const { move } = (await post('/move')) as { move?: unknown };
    const known = DIRECTION_NAMES.find((name) => name === move);
    if (known !== undefined) return known;
    log(`/move answers with the move ${JSON.stringify(move)}, not one of ${DIRECTION_NAMES.join(', ')}`);
  } catch (error) {
    log(`/move: ${(error as Error).message}`);
  }
  return AHEAD_WORD;
}
