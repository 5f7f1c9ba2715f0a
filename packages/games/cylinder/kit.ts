import type { Game } from '@ludus/game/game.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import type { StrengthRow } from '@ludus/lab/why.ts';
import type { BuiltinPlayer, GameKit, Sample } from '../kit.ts';
import { type AnalysisWords, cylinderAnalysis } from './analysis.ts';
import { drawText } from './draw-text.ts';
import { watchFigures } from './figures.ts';
import { cylinderHand } from './hand.ts';
import type { CylinderApi } from './player/api.ts';
import { cylinderImage } from './player/image.ts';
import { type CylinderPlayerCode, inProcessCylinder, openCylinder } from './player/in-process.ts';
import { squire } from './players/champion/champion.ts';
import type { Style } from './players/champion/style.ts';
import { demo } from './players/demo.ts';
import { dummy } from './players/dummy.ts';
import { magpie } from './players/magpie.ts';
import { ladderOpponents, type MeasuredStrength } from './practice-ladder.ts';
import type { Dialect } from './rules/dialect.ts';
import type { Instructions } from './rules/instructions.ts';
import type { CylinderBoard } from './rules/position.ts';
import type { CylinderState } from './rules/state.ts';
import { cylinderSimulator } from './simulator.ts';
import { type Shape, trials } from './trials.ts';

/** The parts that are specific to one of the two games, in addition to the shared parts. */
export interface CylinderKit {
  readonly game: Game<CylinderBoard, CylinderState, Instructions>;
  readonly summary: string;
  readonly dialect: Dialect;
  /** The class whose methods a function player can use. */
  readonly base: abstract new () => CylinderApi;
  /** The name of the class in `module` that players extend. */
  readonly player: string;
  /** The module that a player's file imports. */
  readonly module: object;
  /** A number with which a compiled player detects that it was built for another game. */
  readonly number: number;
  readonly champion: { readonly name: string; readonly code: CylinderPlayerCode };
  /** The style of the player that is the champion's apprentice. */
  readonly squire: Style;
  /** Ratings and shares of the practice ladder, weakest first, as measured by `ludus rivals --measure`. */
  readonly measured: readonly MeasuredStrength[];
  readonly shapes: readonly Shape[];
  /** The results of the original's players (docs/opponents.md). */
  readonly strength: readonly StrengthRow[];
  /** Words for units and obstacles (docs/madmax.md §1, docs/starwar.md §1) that occur in the files of players. */
  readonly words: RegExp;
  /** The words that the game's explanations use. */
  readonly analysisWords: AnalysisWords;
  /** The words of the C++ sample that differ in this game. */
  readonly sampleWords: Readonly<Record<string, string>>;
}

/** The boards of the strength experiment, in the order of the experiment's table. */
const BOARDS = ['default', 'maze1', 'maze2', 'maze3', 'maze4', 'maze5'];
const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1);

/** Builds the kit of one of the two games from the shared parts. */
export function cylinderKit(own: CylinderKit): GameKit<CylinderBoard, CylinderState, Instructions> {
  const player = (name: string, summary: string, code: CylinderPlayerCode): BuiltinPlayer => ({
    name,
    summary,
    open: (output?: PlayerOutput) => inProcessCylinder(name, code, own.base, output),
  });
  return {
    game: own.game,
    summary: own.summary,
    players: [
      player('Null', 'gives no orders', () => {}),
      player('Demo', 'takes adjacent prizes, otherwise wanders', demo),
      player('Magpie', 'heads for the nearest prize that it sees, one safe move at a time', magpie),
      player('Dummy', 'takes the shortest safe path to a prize, and shoots at anything directly ahead', dummy),
      player(
        'Squire',
        'plans several rounds ahead like the champion, but less thoroughly',
        squire(own.base, own.squire),
      ),
      player(own.champion.name, 'predicts missiles, the window, and opponents many rounds ahead', own.champion.code),
    ],
    partners: { sparring: 'Demo', show: ['Dummy', 'Demo'], exact: ['Null', 'Demo'], filler: 'Dummy' },
    ladder: { opponents: ladderOpponents(own.champion.name, own.measured), first: { board: 'maze4', seed: 2 } },
    figures: watchFigures,
    analysis: cylinderAnalysis(own.analysisWords),
    trials: () => trials(own.dialect, own.shapes),
    strength: { opponent: 'Demo', boards: BOARDS, seeds: SEEDS, rows: own.strength },
    simulator: cylinderSimulator,
    drawText: (state, names, ink) => drawText(own.game.title, state, names, ink),
    hand: cylinderHand(own.analysisWords.unit),
    words: own.words,
    api: {
      module: own.module,
      open: openCylinder(own.base),
    },
    image: cylinderImage(own.number),
    samples: samples(own),
    pages: [`${own.game.id}.md`, 'cylinder.md'],
    example: { board: 'maze1', player: 'Dummy' },
  };
}

function samples({ game, player, sampleWords: words }: CylinderKit): Readonly<Record<string, Sample>> {
  // The words and imports of a file reveal which of the two games its bot plays.
  const titled = { 'Mad Max and Star War': game.title };
  const imported = { ...titled, 'ludus/cylinder': `ludus/${game.id}`, CylinderPlayer: player };
  return {
    typescript: { file: 'cylinder/samples/grabber.ts', word: 'Grabber', as: 'NAME.ts', words: imported },
    javascript: { file: 'cylinder/samples/grabber.js', word: 'Grabber', as: 'NAME.js', words: imported },
    cpp: { file: 'cylinder/samples/AIGrabber.cc.txt', word: 'Grabber', as: 'AINAME.cc', words },
    python: {
      file: 'cylinder/samples/grabber.py',
      word: 'Grabber',
      as: 'NAME.py',
      beside: ['cylinder/sdk/python/ludus.py'],
      words: titled,
    },
    java: {
      file: 'cylinder/samples/Grabber.java',
      word: 'Grabber',
      as: 'NAME.java',
      beside: ['cylinder/sdk/java/Ludus.java'],
      words: titled,
    },
    rust: { file: 'cylinder/samples/Grabber.rs', word: 'Grabber', as: 'NAME.rs', words: titled },
    go: { file: 'cylinder/samples/grabber.go', word: 'grabber', as: 'NAME.go', words: titled },
  };
}
