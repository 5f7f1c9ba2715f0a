import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { type PlayerSource, VoidMatchError } from '@ludus/runtime/resolve.ts';
import { serveMatches } from '../serve-matches.ts';

/** A minimal game: `rounds` rounds, in which each seat scores the number it chooses. */
function trivialGame(rounds: number): AnyGame {
  const state = { round: 0, scores: [0, 0] };
  return {
    id: 'trivial',
    seats: [2],
    seatsOf: () => 2,
    replayEnding: '.txt',
    start: () => structuredClone(state),
    newMove: () => ({ ask: 0 }),
    clearMove: (move: { ask: number }) => {
      move.ask = 0;
    },
    advance(now: typeof state, asked: { ask: number }[]) {
      now.round++;
      asked.forEach((move, seat) => {
        now.scores[seat] += move.ask;
      });
    },
    freeze() {},
    round: (now: typeof state) => now.round,
    isOver: (now: typeof state) => now.round >= rounds,
    outcome: (now: typeof state) => ({ scores: [...now.scores], reason: 'rounds' }),
    hash: ({ round, scores }: typeof state) => scores.reduce((sum, score) => 31 * sum + score, round),
    replay: { long: false },
  } as unknown as AnyGame;
}

/**
 * Players by their behaviour: `one` chooses 1. `killer` ends its process. `looper` never returns. `slow` takes 30 ms
 * per round. `voider` hits a limit of the machine. `sleeper` never answers. `leaver` exits immediately, `bomb` a moment
 * later. `breaker` throws an error that isn't a fault in the match.
 */
function source(what: string): PlayerSource {
  const runner: AnyRunner = {
    name: what,
    play(_state: unknown, move: { ask: number }) {
      move.ask = 1;
      if (what === 'killer') process.kill(process.pid, 'SIGKILL');
      while (what === 'looper');
      if (what === 'leaver') process.exit(0);
      if (what === 'voider')
        throw new VoidMatchError(what, 'stack', 'The match is void: the stack was too small for it.');
      if (what === 'breaker') throw new TypeError('it is undefined.');
      if (what === 'bomb') setTimeout(() => process.exit(3), 10);
      if (what === 'sleeper') return new Promise(() => {});
      if (what === 'slow' || what === 'bomb') return new Promise((resolve) => setTimeout(resolve, 30));
    },
  };
  return { name: what, open: () => runner };
}

serveMatches(async ({ players, boards }) => {
  if (players.some(({ spec }) => spec === 'nobody')) throw new Error('there is no player nobody');
  return { game: trivialGame(3), boards, sources: players.map(({ spec }) => source(spec)) };
});
