import { openPlayground, type Playground } from '@ludus/studio/serve.ts';
import { guestsOf, pythonsOf } from '../context.ts';
import { GAMES } from '../games.ts';

/** Returns the playground of a contest's server, for all games. */
export const contestPlayground = (): Playground =>
  openPlayground(async () => ({ guests: await guestsOf(GAMES), pythons: await pythonsOf(GAMES) }), '/api/contests');
