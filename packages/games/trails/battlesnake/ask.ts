import { randomUUID } from 'node:crypto';
import type { LineReader } from '@ludus/runtime/parts.ts';
import { readIntroduction, readPosition } from '../player/lines.ts';
import { LETTERS } from '../rules/board.ts';
import { DIRECTION_NAMES } from '../rules/directions.ts';
import { AHEAD_WORD } from '../rules/move.ts';
import { TrailsState } from '../rules/state.ts';
import { requestFor, type SnakeMatch } from './request.ts';

/** The settings for requests to a snake, and where to send messages about them. */
export interface SnakeClientOptions {
  /** The address of the snake's server, without a slash at the end. */
  readonly address: string;
  readonly timeoutMs: number;
  readonly say: (text: string) => void;
  readonly log: (sentence: string) => void;
}

/**
 * Plays a match of Trails through its lines (docs/trails.md §8), with the moves of a Battlesnake server. Each problem
 * with the server is logged once.
 */
export async function playSnake(next: LineReader, { address, timeoutMs, say, log }: SnakeClientOptions): Promise<void> {
  const logged = new Set<string>();
  const report = (sentence: string): void => {
    if (!logged.has(sentence)) log(sentence);
    logged.add(sentence);
  };
  const seat = LETTERS.indexOf(((await next())?.split(' ')[1] ?? '') as (typeof LETTERS)[number]);
  if (seat < 0) return;
  const names = ((await next()) ?? '').split(' ').slice(1);
  const state = new TrailsState(await readIntroduction(next));
  const trails: number[][] = names.map(() => []);
  const match: SnakeMatch = { id: randomUUID(), names, trails, timeoutMs };
  /** The text of an answer; undefined if no valid answer arrives in time. */
  const post = async (path: string): Promise<string | undefined> => {
    try {
      const response = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requestFor(state, seat, match)),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) return await response.text();
      report(`${address}${path} answered with status ${response.status}`);
    } catch (error) {
      const { name, message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
      const why = name === 'TimeoutError' ? `within ${timeoutMs} ms` : `(${cause?.code ?? message})`;
      report(`${address} did not answer ${why}: the snake goes straight on`);
    }
    return undefined;
  };
  let isStarted = false;
  let isAlive = true;
  while (await readPosition(next, state)) {
    for (const [each, trail] of trails.entries()) if (trail.at(-1) !== state.heads[each]) trail.push(state.heads[each]);
    if (!isStarted) await post('/start');
    isStarted = true;
    if (state.endedIn[seat] !== 0) {
      if (isAlive) await post('/end');
      isAlive = false;
      say(`${AHEAD_WORD}\n`);
      continue;
    }
    say(`${moveIn(await post('/move'), report)}\n`);
  }
  if (isStarted && isAlive) await post('/end');
}

/** The move in an answer to `/move`. Without a valid move, a snake goes straight ahead, as on Battlesnake. */
function moveIn(answer: string | undefined, report: SnakeClientOptions['log']): string {
  if (answer === undefined) return AHEAD_WORD;
  let move: unknown;
  try {
    ({ move } = JSON.parse(answer) ?? {});
  } catch {
    // The answer isn't JSON.
  }
  const known = DIRECTION_NAMES.find((name) => name === move);
  if (known === undefined)
    report(`/move must answer with a move (${DIRECTION_NAMES.join(', ')}), not ${answer.slice(0, 100)}`);
  return known ?? AHEAD_WORD;
}
