import { lineOutput } from '@ludus/game/protocol.ts';
import { seedState } from '@ludus/kernel/lehmer.ts';
import type { FollowMatch } from '@ludus/runtime/parts.ts';
import { LETTERS } from '../rules/board.ts';
import { newMove, printMove } from '../rules/move.ts';
import { TrailsState } from '../rules/state.ts';
import { connect, playRound } from './api.ts';
import { makePlayer } from './in-process.ts';
import { readIntroduction, readPosition } from './lines.ts';

/**
 * Plays a match with a TypeScript player over the lines of the protocol (docs/trails.md §8). Throws if a line is
 * invalid.
 */
export const follow: FollowMatch = async (code, next, say) => {
  const make = makePlayer(code);
  if (typeof make === 'string') throw new Error(`the player ${make}`);
  const seat = LETTERS.indexOf(((await next())?.split(' ')[1] ?? '') as (typeof LETTERS)[number]);
  if (seat < 0) return;
  await next();
  const state = new TrailsState(await readIntroduction(next));
  const generator = { state: seedState(1 + seat) };
  const player = make();
  player[connect](state, seat, lineOutput(console.error));
  const move = newMove();
  while (await readPosition(next, state)) {
    Object.assign(move, newMove());
    // biome-ignore lint/suspicious/noDebugger: `ludus debug --round` stops here
    if (process.env.LUDUS_DEBUG_ROUND === String(state.round)) debugger;
    if (state.endedIn[seat] === 0) player[playRound](move, generator);
    say(`${printMove(move)}\n`);
  }
};
