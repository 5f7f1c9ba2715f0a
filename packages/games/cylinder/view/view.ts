import type { Game } from '@ludus/game/game.ts';
import { type Chart, fourColor, type GameView, seatShape, type Theme } from '@ludus/viewer/view.ts';
import type { Dialect } from '../rules/dialect.ts';
import type { Instructions } from '../rules/instructions.ts';
import type { CylinderBoard } from '../rules/position.ts';
import { EMPTY, OBSTACLE } from '../rules/position-view.ts';
import type { CylinderState } from '../rules/state.ts';
import { type CylinderFrame, seatOf, unitCount } from './diff.ts';
import {
  aliveOf,
  type CylinderWords,
  describe,
  find,
  gasOf,
  inspect,
  marks,
  missilesOf,
  seatSummaries,
  unitsOf,
} from './facts.ts';
import { packAt } from './pack.ts';
import { type CylinderArt, drawCylinder, extent, locate, pick } from './scene.ts';
import { openCylinder } from './timeline.ts';

export interface CylinderLook {
  readonly game: Game<CylinderBoard, CylinderState, Instructions>;
  readonly dialect: Dialect;
  readonly words: CylinderWords;
  readonly art: CylinderArt;
  readonly background: Readonly<Record<Theme, string>>;
  /** The colours of ground and obstacles in thumbnails. */
  readonly small: Readonly<Record<Theme, readonly [ground: string, obstacle: string]>>;
  readonly banner: string;
}

/** Builds the view of one of the two cylinder games from the game's artwork and words. */
export function cylinderView(look: CylinderLook): GameView<CylinderFrame> {
  const { words, dialect, game } = look;
  const charts: Chart<CylinderFrame>[] = [
    { id: 'score', title: 'score', value: (frame, seat) => frame.view.score(seat) },
    { id: 'alive', title: `${words.units} alive`, value: aliveOf },
    { id: 'missiles', title: 'missiles', value: missilesOf },
  ];
  if (words.hasGas) charts.push({ id: 'gas', title: 'gas', value: gasOf });
  charts.push({ id: 'budget', title: 'budget used', value: (frame, seat) => frame.view.status(seat) });

  const view: GameView<CylinderFrame> = {
    id: game.id,
    title: game.title,
    replayExtension: game.replayExtension,
    delayMs: 250,
    modes: [
      { id: 'window', label: 'Window' },
      { id: 'universe', label: 'Universe' },
    ],
    charts,
    unitsWord: words.units,
    frozenWord: 'Frozen',
    verdict(timeline) {
      if (timeline.ending === undefined) return undefined;
      const { view: board } = timeline.frame(timeline.last);
      const scores = timeline.names.map((_, seat) => board.score(seat));
      const best = Math.max(...scores);
      return `top score ${best}: ${timeline.names.filter((_, seat) => scores[seat] === best).join(', ')}`;
    },
    // A replay whose first word is broken is still recognised.
    recognizes: (text) => {
      const start = text.slice(0, 2000);
      const unitsField = dialect.fields.find((field) => field.key === 'unitsPerPlayer');
      return start.trimStart().startsWith(dialect.header) || start.includes(`\n${unitsField?.name}\t`);
    },
    open: (text) => openCylinder(view, game, dialect, text),
    seatColor: fourColor,
    seatShape,
    background: (theme) => look.background[theme],
    grounded: look.art.weather !== undefined,
    // Only the mode `window` follows the pack, because the other mode shows the whole universe.
    follow: (timeline, mode, round, seat) => (mode === 'window' ? packAt(timeline, round, seat) : undefined),
    extent: (timeline, mode) => extent(timeline.frame(0), mode),
    draw: (painter, scene) => drawCylinder(painter, scene, look.art),
    locate,
    pick,
    find,
    unitsOf: (frame, seat) => unitsOf(frame, seat, words),
    seats: (frame) => seatSummaries(frame, words),
    inspect: (frame, selection) => inspect(frame, selection, words),
    marks: (before, after, names) => marks(before, after, names, words),
    describe: (frame, before, names) => describe(frame, before, names, words),
    banner: look.banner,
    thumbnail(text, theme) {
      const board = game.readBoard(text);
      if (!board.ok) return undefined;
      const position = game.start(board.value, 1);
      const { rows, universeColumns, unitsPerPlayer } = position.settings;
      const [ground, obstacle] = look.small[theme];
      const color = (row: number, column: number) => {
        const unit = position.unitAt(row, column);
        if (unit >= 0) return fourColor(Math.floor(unit / unitsPerPlayer), theme);
        const content = position.contentAt(row, column);
        if (content === EMPTY) return undefined;
        return content === OBSTACLE ? obstacle : look.art.prizeColor(content);
      };
      return { rows, columns: universeColumns, ground, color };
    },
    presence(frame, seat, add) {
      for (let unit = 0; unit < unitCount(frame); unit++) {
        if (seatOf(frame, unit) !== seat || !frame.view.unitAlive(unit)) continue;
        add({ row: frame.view.unitRow(unit), column: frame.view.unitColumn(unit) }, 1);
      }
    },
    losses(before, after, seat, add) {
      for (let unit = 0; unit < unitCount(before); unit++) {
        if (seatOf(before, unit) !== seat || !before.view.unitAlive(unit) || after.view.unitAlive(unit)) continue;
        add({ row: after.view.unitRow(unit), column: after.view.unitColumn(unit) }, 1);
      }
    },
  };
  return view;
}
