import { lineOutput } from '@ludus/game/protocol.ts';
import { seedState } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { FollowMatch } from '@ludus/runtime/parts.ts';
import { DEFAULT_LIMITS, readMap } from '../rules/board.ts';
import { formatMove, MobMove, parseMove } from '../rules/moves.ts';
import { advance } from '../rules/rules.ts';
import { MobState } from '../rules/state.ts';
import { fillMove, MobGame } from './api.ts';
import { NO_PLAYER, playerOf } from './in-process.ts';

/**
 * Plays a game with a TypeScript player over the lines of the protocol. A player sees itself as player 0: its base is
 * the `A` of the map that it receives. It simulates the game in a separate state.
 */
export const follow: FollowMatch = async (exported, next, say) => {
  const code = playerOf(exported);
  if (!code) throw new Error(`the player ${NO_PLAYER}`);
  const player = typeof code === 'function' ? new code() : code;
  say(`${player.constructor.name.slice(0, 32) || 'Player'}\n`);
  const size = await next();
  if (size === undefined) return;
  let text = `${size}\n`;
  for (let rows = Number.parseInt(size, 10); rows > 0; rows--) text += `${await next()}\n`;
  const map = readMap(text);
  if (!map.ok) throw new Error(describeProblem(map.problem));
  const state = new MobState({ map: map.value, ...DEFAULT_LIMITS });
  const game = new MobGame(state, 0, { state: seedState(1) }, lineOutput(console.error));
  player.start?.(game);
  const moves = [new MobMove(), new MobMove()] as const;
  while (true) {
    for (const move of moves) move.clear();
    // biome-ignore lint/suspicious/noDebugger: `ludus debug --round` stops here
    if (process.env.LUDUS_DEBUG_ROUND === String(state.turn)) debugger;
    fillMove(moves[0], player.move(game));
    // An invalid move stays invalid, rather than becoming the empty move. The referee judges it, and the log contains
    // the reason.
    if (moves[0].problem !== '') console.error(`turn ${state.turn + 1}: ${moves[0].problem}`);
    say(`${moves[0].problem === '' ? formatMove(moves[0]) : '?'}\n`);
    const theirs = await next();
    if (theirs === undefined) return;
    parseMove(theirs, moves[1]);
    advance(state, moves);
  }
};
