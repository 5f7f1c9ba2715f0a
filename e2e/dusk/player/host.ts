import type { FollowMatch } from '@ludus/runtime/parts.ts';
import type { DuskPlayer } from './api.ts';

/** Plays a match with a TypeScript player by using the line protocol. */
export const follow: FollowMatch = async (code, next, say) => {
  if (typeof code !== 'function') throw new Error('the player has no default export that is a function');
  const [, , me, , , , length] = ((await next()) ?? '').split(' ').map(Number);
  for (let line = await next(); line !== undefined; line = await next()) {
    const words = line.split(' ');
    if (words[0] !== 'round') continue;
    const after = (word: string, to: string) => words.slice(words.indexOf(word) + 1, words.indexOf(to)).map(Number);
    const [cells, dice] = [after('cells', 'dice'), after('dice', 'scores')];
    say(`${(code as DuskPlayer)({ me, round: Number(words[1]), length, cells, die: dice[me] })}\n`);
  }
};
