import { pick } from '@ludus/game/conformance.ts';
import type { PlayerGenerator } from '@ludus/game/player-runner.ts';
import { advance } from '@ludus/kernel/lehmer.ts';
import type { GameKit } from 'ludus/kit.ts';

type Kit = typeof pick extends import('@ludus/game/game.ts').Game<infer B, infer S, infer M> ? GameKit<B, S, M> : never;
type Picks = (most: number, round: number, draw: () => number) => number;

const player = (name: string, summary: string, picks: Picks) => ({
  name,
  summary,
  open: () => ({
    name,
    play(state: ReturnType<typeof pick.start>, move: { number: number }, generator: PlayerGenerator) {
      const draw = () => {
        generator.state = advance(generator.state);
        return generator.state;
      };
      move.number = picks(state.board.most, state.round, draw);
    },
  }),
});

/** The smallest playable game. Every command must work without the optional parts that this game lacks. */
export const kit: Kit = {
  game: pick,
  players: [
    player('Low', 'always picks 1', () => 1),
    player('Round', 'picks the numbers in turn', (most, round) => 1 + (round % most)),
    player('Lucky', 'picks by chance', (most, _round, draw) => 1 + (draw() % most)),
  ],
  partners: { sparring: 'Low', show: ['Lucky', 'Round'], exact: ['Low', 'Round', 'Lucky'] },
  samples: { javascript: { file: 'pick/samples/picker.js', word: 'Picker', as: 'NAME.js' } },
};
