import type { PlayerOutput } from '@ludus/game/output.ts';
import type { BuiltinPlayer, GameKit } from '../kit.ts';
import { analysis } from './analysis.ts';
import { drawText } from './draw-text.ts';
import { watchFigures } from './figures.ts';
import { hand } from './hand.ts';
import type { MobPlayer } from './player/api.ts';
import * as module from './player/api.ts';
import { inProcessMob, openMob } from './player/in-process.ts';
import { GravityGoers } from './players/gravity-goers.ts';
import { Pilgrim, Seeker } from './players/seeker.ts';
import { CamperJoe, ProfessorRandom, RandomRunners } from './players/simple-players.ts';
import { Warlord } from './players/warlord.ts';
import { LADDER_OPPONENTS } from './practice-ladder.ts';
import { DEFAULT_LIMITS, type MobBoard, printBoard } from './rules/board.ts';
import { angrymob } from './rules/game.ts';
import { generateMap } from './rules/generator/generator.ts';
import type { MobMove } from './rules/moves.ts';
import type { MobState } from './rules/state.ts';
import { mobSimulator } from './simulator.ts';

export const kit: GameKit<MobBoard, MobState, MobMove> = {
  game: angrymob,
  summary: 'Move crowds of units at the same time as your opponent, and take their base.',
  players: [
    player('CamperJoe', 'never moves', CamperJoe),
    player('ProfessorRandom', 'plays random moves', ProfessorRandom),
    player('RandomRunners', 'moves its units at random', RandomRunners),
    player('Pilgrim', 'sends all units towards the other base, but they often stray', Pilgrim),
    player('GravityGoers', 'lets prizes, bases, and enemies attract its units like gravity', GravityGoers),
    player('Seeker', 'gathers the nearest units, then heads for the other base', Seeker),
    player('Warlord', 'counts steps and units, gathers, then wins by force', Warlord),
  ],
  partners: { sparring: 'RandomRunners', show: ['Warlord', 'GravityGoers'] },
  drawText,
  hand,
  ladder: { opponents: LADDER_OPPONENTS },
  figures: watchFigures,
  analysis,
  simulator: mobSimulator,
  trials: () => [{ title: 'answers in time on boards of all sizes', boards: [1n, 2n, 3n, 4n].map(trialBoard) }],
  api: { module, open: openMob },
  words: /angry[ _]?mob/i,
  samples: {
    typescript: { file: 'angrymob/samples/seeker.ts', word: 'Seeker', as: 'NAME.ts' },
    javascript: { file: 'angrymob/samples/seeker.js', word: 'Seeker', as: 'NAME.js' },
    cpp: {
      file: 'angrymob/samples/seeker.cc',
      word: 'Seeker',
      as: 'NAME.cc',
      beside: ['angrymob/sdk/cpp/angrymob.hpp'],
    },
    python: {
      file: 'angrymob/samples/seeker.py',
      word: 'Seeker',
      as: 'NAME.py',
      beside: ['angrymob/sdk/python/angrymob.py'],
    },
    java: {
      file: 'angrymob/samples/Seeker.java',
      word: 'Seeker',
      as: 'NAME.java',
      beside: ['angrymob/sdk/java/AngryMob.java'],
    },
    rust: { file: 'angrymob/samples/Seeker.rs', word: 'Seeker', as: 'NAME.rs' },
    go: { file: 'angrymob/samples/seeker.go', word: 'Seeker', as: 'NAME.go' },
  },
  pages: ['angry-mob.md'],
  example: { player: 'GravityGoers' },
};

function player(name: string, summary: string, Player: new () => MobPlayer): BuiltinPlayer {
  return { name, summary, open: (output?: PlayerOutput) => inProcessMob(name, Player, output) };
}

function trialBoard(seed: bigint) {
  const map = generateMap(seed);
  return {
    label: `map ${seed}, ${map.rows} × ${map.columns}`,
    text: printBoard({ map, seed, ...DEFAULT_LIMITS, moveLimit: 200 }),
  };
}
