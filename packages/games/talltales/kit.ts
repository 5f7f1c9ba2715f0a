import type { PlayerOutput } from '@ludus/game/output.ts';
import type { BuiltinPlayer, GameKit } from '../kit.ts';
import { analysis } from './analysis.ts';
import { drawText } from './draw-text.ts';
import { watchFigures } from './figures.ts';
import { hand } from './hand.ts';
import type { TalltalesPlayer } from './player/api.ts';
import * as module from './player/api.ts';
import { openPlayer } from './player/in-process.ts';
import { Baron } from './players/baron.ts';
import { Actuary, Babble, Clerk, Parrot, Sceptic } from './players/simple-players.ts';
import { LADDER_OPPONENTS } from './practice-ladder.ts';
import { printBoard, type TalltalesBoard } from './rules/board.ts';
import { talltales } from './rules/game.ts';
import { generateBoard } from './rules/generator.ts';
import type { TalltalesMove } from './rules/move.ts';
import type { TalltalesState } from './rules/state.ts';
import { talltalesSimulator } from './simulator.ts';

/** Number of bouts in a match of the practice ladder: enough to average out luck. */
const LADDER_BOUTS = 8;

/** Tall Tales' built-in players, each much stronger than the previous one (docs/talltales.md §11). */
export const PLAYERS: readonly { name: string; summary: string; code: new () => TalltalesPlayer }[] = [
  { name: 'Babble', summary: 'claims and calls at random', code: Babble },
  { name: 'Parrot', summary: 'raises as little as possible, whatever its dice are', code: Parrot },
  { name: 'Clerk', summary: 'claims its best face, and assumes average dice elsewhere', code: Clerk },
  { name: 'Actuary', summary: 'works out how likely each claim is', code: Actuary },
  { name: 'Sceptic', summary: 'treats claims as hints about other players’ dice', code: Sceptic },
  { name: 'Baron', summary: 'imagines what others may have, and plays each deal to its end', code: Baron },
];

export const kit: GameKit<TalltalesBoard, TalltalesState, TalltalesMove> = {
  game: talltales,
  summary: 'Dice under cups: claim more than you have, and call other players’ claims.',
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
  partners: {
    sparring: 'Parrot',
    show: ['Baron', 'Actuary', 'Sceptic', 'Clerk'],
    exact: PLAYERS.map(({ name }) => name),
  },
  trials: () => [
    { title: 'answers in time on boards for two to six players', boards: [2, 3, 4, 5, 6].map(trialBoard) },
  ],
  strength: {
    opponent: 'Clerk',
    boards: ['default', 'trio', 'quartet', 'six'],
    seeds: Array.from({ length: 30 }, (_, index) => index + 1),
    rows: [
      { name: 'Clerk', means: [3, 3, 5, 15] },
      { name: 'Babble', means: [0, 0, 0, 2] },
      { name: 'Parrot', means: [2, 3, 5, 16] },
      { name: 'Actuary', means: [6, 5, 10, 22] },
      { name: 'Sceptic', means: [6, 6, 11, 28] },
    ],
  },
  drawText,
  hand,
  ladder: {
    opponents: LADDER_OPPONENTS,
    board: (group) => ({ ...generateBoard(group + 1, 2), bouts: LADDER_BOUTS }),
  },
  figures: watchFigures,
  analysis,
  simulator: talltalesSimulator,
  api: { module, open: openPlayer },
  words: /\btall ?tales\b/i,
  samples: {
    typescript: { file: 'talltales/samples/teller.ts', word: 'Teller', as: 'NAME.ts' },
    javascript: { file: 'talltales/samples/teller.js', word: 'Teller', as: 'NAME.js' },
    cpp: { file: 'talltales/samples/teller.cc', word: 'Teller', as: 'NAME.cc' },
    python: {
      file: 'talltales/samples/teller.py',
      word: 'Teller',
      as: 'NAME.py',
      beside: ['talltales/sdk/python/ludus.py'],
    },
    java: { file: 'talltales/samples/Teller.java', word: 'Teller', as: 'NAME.java' },
    rust: { file: 'talltales/samples/Teller.rs', word: 'Teller', as: 'NAME.rs' },
    go: { file: 'talltales/samples/teller.go', word: 'teller', as: 'NAME.go' },
  },
  example: { board: 'trio', player: 'Clerk' },
};

function trialBoard(players: number) {
  const { dice, wilds, bouts } = generateBoard(players, players);
  const board = { players, dice, wilds, bouts: Math.ceil(bouts / players) };
  return { label: `${players} players with ${dice} dice each`, text: printBoard(board) };
}
