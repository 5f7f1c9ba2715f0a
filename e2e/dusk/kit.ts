import { duskSimulator } from '@ludus/env/testing.ts';
import { type DuskBoard, type DuskMove, type DuskState, dusk } from '@ludus/game/conformance.ts';
import type { PlayerGenerator } from '@ludus/game/player-runner.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { GameKit } from 'ludus/kit.ts';
import * as module from './player/api.ts';
import { openPlayer } from './player/in-process.ts';

/** Moves at random, or towards the nearest visible player. */
const wanderer = (name: string, summary: string, isHunter: boolean) => ({
  name,
  summary,
  open() {
    let me = 0;
    return {
      name,
      start(_board: DuskBoard, _state: DuskState, { seat }: { readonly seat: number }) {
        me = seat;
      },
      play({ board, cells }: DuskState, move: DuskMove, generator: PlayerGenerator) {
        const random = new Lehmer(generator.state);
        const prey = cells.findIndex((cell, seat) => seat !== me && cell >= 0 && cell !== cells[me]);
        move.step = isHunter && prey >= 0 ? Math.sign(cells[prey] - cells[me]) : random.range(-1, 1);
        if (cells[me] + move.step < 0 || cells[me] + move.step >= board.cells) move.step = -move.step;
        generator.state = random.state;
      },
    };
  },
});

/** A minimal turn-based game with fog, hidden dice, and chance, with which every command must work. */
export const kit: GameKit<DuskBoard, DuskState, DuskMove> = {
  game: dusk,
  simulator: duskSimulator,
  players: [wanderer('Stroller', 'walks by chance', false), wanderer('Hunter', 'goes to whom it sees', true)],
  partners: { sparring: 'Stroller', show: ['Hunter', 'Stroller'], exact: ['Stroller', 'Hunter'] },
  api: { module, open: openPlayer },
  drawText: ({ cells, dice, scores }, names) =>
    names.map((name, seat) => `${name} cell ${cells[seat]} die ${dice[seat]} score ${scores[seat]}`),
  samples: { python: { file: 'dusk/samples/walker.py', word: 'Walker', as: 'NAME.py' } },
};
