import { readBoard as readMobBoard } from 'ludus/angrymob/rules/board.ts';
import type { CylinderView } from 'ludus/cylinder/rules/board.ts';
import { EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE } from 'ludus/cylinder/rules/board.ts';
import { GAMES } from 'ludus/registry.ts';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { mobBoard } from '../data/boards.ts';

const UNIT_COLOURS = ['#3b82f6', '#f59e0b', '#a855f7', '#14b8a6'];

/** A board in small: one or a few pixels a cell. `text`: the board file; for Angry Mob, the seed of its map. */
export function Thumbnail(props: { game: string; text: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) (props.game === 'angrymob' ? drawMap : drawBoard)(canvas.current, props.game, props.text);
  }, [props.game, props.text]);
  return <canvas ref={canvas} class="thumbnail" role="img" aria-label="The board in small" />;
}

function drawBoard(canvas: HTMLCanvasElement, id: string, text: string): void {
  const game = GAMES.find((each) => each.id === id);
  const board = game?.readBoard(text);
  if (!game || !board?.ok) return;
  const view: CylinderView = game.start(board.value, 1);
  const { rows, universeColumns, unitsPerPlayer } = view.settings;
  paint(canvas, rows, universeColumns, id === 'starwar' ? '#0b1026' : '#3a2a1c', (row, column) => {
    const unit = view.unitAt(row, column);
    if (unit >= 0) return UNIT_COLOURS[Math.floor(unit / unitsPerPlayer)];
    const content = view.contentAt(row, column);
    if (content === EMPTY) return undefined;
    if (content === OBSTACLE) return id === 'starwar' ? '#8b93ad' : '#0d0b0a';
    return content === MISSILE_BONUS ? '#ef4444' : content === GAS_BONUS ? '#facc15' : '#38bdf8';
  });
}

function drawMap(canvas: HTMLCanvasElement, _game: string, seed: string): void {
  const board = readMobBoard(mobBoard(Number(seed)));
  if (!board.ok) return;
  const { map } = board.value;
  paint(canvas, map.rows, map.columns, '#d6d3c9', (row, column) => {
    const cell = row * map.columns + column;
    if (cell === map.bases[0]) return '#2563eb';
    if (cell === map.bases[1]) return '#dc2626';
    if (map.passable[cell] === 0) return '#2b2a27';
    const neutrals = map.neutrals[cell];
    return neutrals > 0 ? `rgb(60 60 60 / ${0.2 + Math.min(0.6, neutrals / 12)})` : undefined;
  });
}

function paint(
  canvas: HTMLCanvasElement,
  rows: number,
  columns: number,
  ground: string,
  colour: (row: number, column: number) => string | undefined,
): void {
  const cell = Math.max(2, Math.floor(320 / columns));
  canvas.width = columns * cell;
  canvas.height = rows * cell;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const fill = colour(row, column);
      if (fill === undefined) continue;
      context.fillStyle = fill;
      context.fillRect(column * cell, row * cell, cell, cell);
    }
  }
}
