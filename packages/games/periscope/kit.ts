import type { PlayerOutput } from '@ludus/game/output.ts';
import type { BuiltinPlayer, GameKit } from '../kit.ts';
import { analysis } from './analysis.ts';
import { drawText } from './draw-text.ts';
import { watchFigures } from './figures.ts';
import { hand } from './hand.ts';
import type { PeriscopePlayer } from './player/api.ts';
import * as module from './player/api.ts';
import { openPlayer } from './player/in-process.ts';
import { Orca } from './players/orca.ts';
import { Barnacle, Barracuda, Crab, Jellyfish, Otter } from './players/simple-players.ts';
import { LADDER_OPPONENTS } from './practice-ladder.ts';
import { type PeriscopeBoard, printBoard } from './rules/board.ts';
import { periscope } from './rules/game.ts';
import { generateBoard } from './rules/generator.ts';
import type { PeriscopeMove } from './rules/move.ts';
import type { PeriscopeState } from './rules/state.ts';
import { periscopeSimulator } from './simulator.ts';

/** Periscope's built-in players, each much stronger than the previous one (docs/periscope.md §10). */
export const PLAYERS: readonly { name: string; summary: string; code: new () => PeriscopePlayer }[] = [
  { name: 'Barnacle', summary: 'stays silent', code: Barnacle },
  { name: 'Jellyfish', summary: 'drifts straight on in random directions', code: Jellyfish },
  { name: 'Crab', summary: 'sends one submarine to the nearest site, step by step', code: Crab },
  { name: 'Otter', summary: 'dives for the nearest wreck, and ignores opponents', code: Otter },
  {
    name: 'Barracuda',
    summary: 'fires at submarines that it sees or has just heard, otherwise dives for wrecks',
    code: Barracuda,
  },
  { name: 'Orca', summary: 'weighs every order by the likely positions of enemy submarines', code: Orca },
];

export const kit: GameKit<PeriscopeBoard, PeriscopeState, PeriscopeMove> = {
  game: periscope,
  summary: 'Submarines hunt each other among islands, turn by turn, and see only what is near.',
  players: PLAYERS.map(
    ({ name, summary, code }): BuiltinPlayer => ({
      name,
      summary,
      open(output?: PlayerOutput) {
        const runner = openPlayer(name, code, output);
        if (typeof runner === 'string') throw new Error(`${name} ${runner}`);
        return runner;
      },
    }),
  ),
  partners: { sparring: 'Jellyfish', show: ['Orca', 'Barracuda'], exact: PLAYERS.map(({ name }) => name) },
  trials: () => [{ title: 'answers in time on boards of all sizes', boards: [1, 2, 3, 4].map(trialBoard) }],
  strength: {
    opponent: 'Otter',
    boards: ['default', 'atoll', 'shoals', 'pincer'],
    seeds: Array.from({ length: 30 }, (_, index) => index + 1),
    rows: [
      { name: 'Otter', means: [6, 7, 8, 6] },
      { name: 'Barracuda', means: [10, 12, 14, 12] },
      { name: 'Orca', means: [15, 17, 20, 17] },
    ],
  },
  drawText,
  hand,
  ladder: { opponents: LADDER_OPPONENTS, board: (group) => generateBoard(group + 1) },
  figures: watchFigures,
  analysis,
  simulator: periscopeSimulator,
  api: { module, open: openPlayer },
  words: /\bperiscope\b/i,
  samples: {
    typescript: { file: 'periscope/samples/diver.ts', word: 'Diver', as: 'NAME.ts' },
    javascript: { file: 'periscope/samples/diver.js', word: 'Diver', as: 'NAME.js' },
    cpp: { file: 'periscope/samples/diver.cc', word: 'Diver', as: 'NAME.cc' },
    python: {
      file: 'periscope/samples/diver.py',
      word: 'Diver',
      as: 'NAME.py',
      beside: ['periscope/sdk/python/periscope.py'],
    },
    java: { file: 'periscope/samples/Diver.java', word: 'Diver', as: 'NAME.java' },
    rust: { file: 'periscope/samples/Diver.rs', word: 'Diver', as: 'NAME.rs' },
    go: { file: 'periscope/samples/diver.go', word: 'diver', as: 'NAME.go' },
  },
  example: { board: 'default', player: 'Barracuda' },
};

function trialBoard(seed: number) {
  const board = generateBoard(seed);
  return { label: `board ${seed}, ${board.rows} × ${board.columns}`, text: printBoard(board) };
}
