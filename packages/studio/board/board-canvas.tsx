import type { BoardEditor, Brush, Sketch, Symmetry } from '@ludus/viewer/view.ts';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../app/state.ts';
import { paintBoard } from './picture.ts';
import { between, paint } from './sketch.ts';
import { setSketch } from './state.ts';
import { images } from './symmetry.ts';

/** Minimum and maximum length of a cell's side, in CSS pixels. */
const MIN_CELL_PX = 4;
const MAX_CELL_PX = 48;

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The board itself. The user paints with the pointer, or with the keys at the cursor. */
export function BoardCanvas(props: {
  editor: BoardEditor;
  sketch: Sketch;
  brushes: readonly Brush[];
  brush: Brush;
  symmetry: Symmetry;
  onBrush(id: string): void;
}): JSX.Element {
  const { editor, sketch, brushes, brush, symmetry } = props;
  const { rows, columns } = sketch;
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0);
  const [fit, setFit] = useState(MAX_CELL_PX);
  const [cursor, setCursor] = useState(0);
  const [focused, setFocused] = useState(false);
  /** The cells painted by the current stroke. The stroke becomes one step when the pointer is lifted. */
  const [stroke, setStroke] = useState<Sketch>();
  const last = useRef<{ cell: number; brush: Brush; sketch: Sketch }>(undefined);
  const shown = stroke ?? sketch;
  const at = Math.min(cursor, rows * columns - 1);
  const side = Math.max(MIN_CELL_PX, Math.min(MAX_CELL_PX, Math.round(fit * 1.3 ** zoom)));

  // Measures before the board is visible, so that no stroke begins while the board's size changes.
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth = 0, clientHeight = 0 } = room.current ?? {};
      setFit(Math.max(MIN_CELL_PX, Math.floor(Math.min((clientWidth - 4) / columns, (clientHeight - 4) / rows))));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(room.current!);
    return () => watcher.disconnect();
  }, [rows, columns]);
  const colours = theme.value;
  useEffect(() => {
    const others = images(at, rows, columns, symmetry).slice(1);
    paintBoard(canvas.current!, editor, shown, side, colours, focused ? at : undefined, focused ? others : []);
  }, [editor, shown, side, colours, at, focused, rows, columns, symmetry]);

  const cellAt = (event: PointerEvent): number | undefined => {
    const box = canvas.current!.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / side);
    const row = Math.floor((event.clientY - box.top) / side);
    return row >= 0 && column >= 0 && row < rows && column < columns ? row * columns + column : undefined;
  };
  const begin = (event: PointerEvent) => {
    const cell = cellAt(event);
    if (cell === undefined || event.button > 2 || event.button === 1) return;
    canvas.current!.setPointerCapture(event.pointerId);
    const used = event.button === 2 ? brushes[0] : brush;
    const painted = paint(sketch, brushes, used, cell, symmetry);
    last.current = { cell, brush: used, sketch: painted };
    setStroke(painted);
    setCursor(cell);
  };
  const goOn = (event: PointerEvent) => {
    const { current } = last;
    const cell = cellAt(event);
    if (cell === undefined) return;
    setCursor(cell);
    if (!current || cell === current.cell) return;
    let painted = current.sketch;
    // An object that exists only once follows the pointer. Other brushes paint all cells on the pointer's way.
    const way = current.brush.single ? [cell] : between(current.cell, cell, columns);
    for (const each of way) painted = paint(painted, brushes, current.brush, each, symmetry);
    last.current = { ...current, cell, sketch: painted };
    setStroke(painted);
  };
  const end = () => {
    const { current } = last;
    last.current = undefined;
    setStroke(undefined);
    if (current) setSketch(current.sketch);
  };
  const type = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = STEPS[event.key];
    if (arrow) {
      event.preventDefault();
      const row = Math.min(rows - 1, Math.max(0, Math.floor(at / columns) + arrow[0]));
      const column = Math.min(columns - 1, Math.max(0, (at % columns) + arrow[1]));
      setCursor(row * columns + column);
      if (event.shiftKey) setSketch(paint(sketch, brushes, brush, row * columns + column, symmetry));
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      setSketch(paint(sketch, brushes, brush, at, symmetry));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      setSketch(paint(sketch, brushes, brushes[0], at, symmetry));
    } else {
      const chosen = brushes.find(({ key }) => key === event.key.toLowerCase());
      if (chosen) props.onBrush(chosen.id);
    }
  };
  const label = brushes.find(({ id }) => id === shown.cells[at])?.label ?? shown.cells[at];
  return (
    <div class="board-stage">
      <div
        ref={room}
        class="board-room"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys, and a canvas must not have this role
        tabIndex={0}
        role="application"
        aria-label="The board: arrow keys move, Space paints, Delete erases"
        aria-describedby="board-place"
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={type}
      >
        <canvas
          ref={canvas}
          onPointerDown={begin}
          onPointerMove={goOn}
          onPointerUp={end}
          onPointerCancel={end}
          onContextMenu={(event) => event.preventDefault()}
        />
      </div>
      <p class="board-status">
        <span id="board-place" aria-live="polite">
          row {Math.floor(at / columns)}, column {at % columns}: {label}
        </span>
        <span class="space" />
        <span class="hint wide-only">
          arrow keys move, Space paints, Shift paints while moving, Delete or the right button erases
        </span>
        <button
          type="button"
          class="quiet"
          aria-label="Smaller"
          disabled={side <= MIN_CELL_PX}
          onClick={() => setZoom(zoom - 1)}
        >
          −
        </button>
        <button
          type="button"
          class="quiet"
          aria-label="Larger"
          disabled={side >= MAX_CELL_PX}
          onClick={() => setZoom(zoom + 1)}
        >
          +
        </button>
      </p>
    </div>
  );
}
