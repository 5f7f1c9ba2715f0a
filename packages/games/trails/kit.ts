import type { PlayerOutput } from '@ludus/game/output.ts';
import type { BuiltinPlayer, GameKit } from '../kit.ts';
import { analysis } from './analysis.ts';
import { drawText } from './draw-text.ts';
import { watchFigures } from './figures.ts';
import { hand } from './hand.ts';
import { LESSONS } from './lessons/lessons.ts';
import type { TrailsPlayer } from './player/api.ts';
import * as module from './player/api.ts';
import { openPlayer } from './player/in-process.ts';
import { Lynx } from './players/lynx.ts';
import { Mole } from './players/mole.ts';
import { Gnat, Moth, Null } from './players/simple-players.ts';
import { Stoat } from './players/stoat.ts';
import { LADDER_OPPONENTS } from './practice-ladder.ts';
import { printBoard, type TrailsBoard } from './rules/board.ts';
import { trails } from './rules/game.ts';
import { generateBoard } from './rules/generator.ts';
import type { TrailsMove } from './rules/move.ts';
import type { TrailsState } from './rules/state.ts';
import { trailsSimulator } from './simulator.ts';

/** Trails' built-in players, each much stronger than the previous one (docs/trails.md). */
export const PLAYERS: readonly { name: string; summary: string; code: new () => TrailsPlayer }[] = [
  { name: 'Null', summary: 'goes straight on', code: Null },
  { name: 'Gnat', summary: 'turns when something is directly ahead, without looking where', code: Gnat },
  { name: 'Moth', summary: 'turns at random, and away from anything directly ahead', code: Moth },
  { name: 'Mole', summary: 'goes where there is most room, and stays close to walls and trails', code: Mole },
  { name: 'Stoat', summary: 'takes the step after which it reaches the most cells first', code: Stoat },
  { name: 'Lynx', summary: 'looks ahead at which cells it will own, and fills them', code: Lynx },
];

export const kit: GameKit<TrailsBoard, TrailsState, TrailsMove> = {
  game: trails,
  summary: 'Light cycles: outlive the others without hitting a wall or a trail.',
  first: true,
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
  partners: { sparring: 'Moth', show: ['Lynx', 'Mole', 'Moth', 'Mole'], exact: PLAYERS.map(({ name }) => name) },
  trials: () => [
    { title: 'answers in time on boards for two, three, and four players', boards: [1, 2, 3, 4, 5, 6].map(trialBoard) },
  ],
  strength: {
    opponent: 'Moth',
    boards: ['default', 'pillars', 'triplet', 'crossing'],
    seeds: Array.from({ length: 30 }, (_, index) => index + 1),
    rows: [
      { name: 'Moth', means: [83, 71, 55, 60] },
      { name: 'Lynx', means: [114, 100, 120, 121] },
    ],
  },
  drawText,
  hand,
  ladder: { opponents: LADDER_OPPONENTS, board: (group) => generateBoard(group + 1, 2) },
  figures: watchFigures,
  analysis,
  lessons: LESSONS,
  simulator: trailsSimulator,
  api: { module, open: openPlayer },
  words: /\btrails\b/i,
  samples: {
    typescript: { file: 'trails/samples/cyclist.ts', word: 'Cyclist', as: 'NAME.ts' },
    javascript: { file: 'trails/samples/cyclist.js', word: 'Cyclist', as: 'NAME.js' },
    cpp: { file: 'trails/samples/cyclist.cc', word: 'Cyclist', as: 'NAME.cc' },
    python: {
      file: 'trails/samples/cyclist.py',
      word: 'Cyclist',
      as: 'NAME.py',
      beside: ['trails/sdk/python/trails.py'],
    },
    java: { file: 'trails/samples/Cyclist.java', word: 'Cyclist', as: 'NAME.java' },
    rust: { file: 'trails/samples/Cyclist.rs', word: 'Cyclist', as: 'NAME.rs' },
    go: { file: 'trails/samples/cyclist.go', word: 'cyclist', as: 'NAME.go' },
  },
  example: { board: 'crossing', player: 'Mole' },
};

function trialBoard(seed: number) {
  const board = generateBoard(seed, 2 + (seed % 3));
  return {
    label: `board ${seed}, ${board.rows} × ${board.columns}, ${board.starts.length} players`,
    text: printBoard(board),
  };
}
