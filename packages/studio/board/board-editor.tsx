import { type Brush, SYMMETRIES, type Symmetry } from '@ludus/viewer/view.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../app/state.ts';
import { GAMES } from '../games/kits.ts';
import { openBoardFile, saveBoardFile } from './board-actions.ts';
import { BoardCanvas } from './board-canvas.tsx';
import { BoardFields, BoardText } from './fields.tsx';
import { paintCell } from './picture.ts';
import {
  asDrawing,
  asText,
  drawing,
  editorOf,
  flaw,
  flawSentence,
  remember,
  takeAgain,
  takeBack,
  work,
  wrongName,
} from './state.ts';
import './board.css';

/**
 * The editor of a board: brushes, symmetry, and settings, or the file's text. The user can save the board, or try it
 * immediately.
 */
export default function BoardEditor(props: {
  onTry(): void;
  onDelete(): void;
  onSave(): void;
  onClose(): void;
}): JSX.Element | null {
  const drawn = drawing.value;
  const { past, now, undone } = work.value;
  const editor = editorOf(drawn?.game ?? '');
  const sketch = now.kind === 'sketch' ? now.sketch : undefined;
  const brushes = sketch && editor ? editor.brushes(sketch.settings) : [];
  const [brushId, setBrush] = useState<string>();
  const [symmetry, setSymmetry] = useState<Symmetry>(editor?.symmetries[0] ?? 'none');
  const [said, setSaid] = useState('');
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('.board-room, textarea')?.focus();
  }, []);
  if (!drawn) return null;
  // The first brush erases, so the second brush is the default.
  const brush = brushes.find(({ id }) => id === brushId) ?? brushes[1] ?? brushes[0];
  const ending = GAMES.find(({ id }) => id === drawn.game)!.boardExtension;
  const name = wrongName.value;
  const cannot = name ?? flawSentence.value;
  const say = (done: Promise<string | undefined>) => void done.then((sentence) => setSaid(sentence ?? ''));

  return (
    <section
      ref={place}
      class="board-editor"
      aria-label="Board editor"
      onKeyDown={(event) => {
        const key = event.key.toLowerCase();
        // The keys of the viewer and of the studio don't apply here.
        event.stopPropagation();
        const isText = /^(?:INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
        if ((event.ctrlKey || event.metaKey) && key === 'enter') {
          event.preventDefault();
          if (cannot === undefined) props.onTry();
        } else if ((event.ctrlKey || event.metaKey) && !isText && (key === 'z' || key === 'y')) {
          event.preventDefault();
          if (key === 'y' || event.shiftKey) takeAgain();
          else takeBack();
        }
      }}
    >
      <header>
        <label>
          <span>Board</span>
          <input
            value={drawn.name}
            maxLength={40}
            aria-invalid={name !== undefined}
            onInput={(event) => {
              drawing.value = { ...drawn, name: event.currentTarget.value };
              remember();
            }}
          />
        </label>
        <button type="button" class="quiet" title="Ctrl+Z" disabled={past.length === 0} onClick={takeBack}>
          Undo
        </button>
        <button type="button" class="quiet" title="Ctrl+Shift+Z" disabled={undone.length === 0} onClick={takeAgain}>
          Redo
        </button>
        {editor && (
          <button
            type="button"
            class="quiet"
            disabled={now.kind === 'text' && flaw.value !== undefined}
            onClick={now.kind === 'text' ? asDrawing : asText}
          >
            {now.kind === 'text' ? 'As a drawing' : 'As text'}
          </button>
        )}
        <span class="space" />
        <button
          type="button"
          class="play"
          title="Play a match on this board (Ctrl+Enter)"
          disabled={cannot !== undefined}
          onClick={props.onTry}
        >
          Try it
        </button>
        <button type="button" class="quiet" disabled={cannot !== undefined} onClick={props.onSave}>
          Keep
        </button>
        <button type="button" class="quiet" disabled={cannot !== undefined} onClick={() => say(saveBoardFile())}>
          Save {ending}
        </button>
        <button type="button" class="quiet" onClick={() => say(openBoardFile())}>
          Open a file …
        </button>
        {drawn.kept !== undefined && (
          <button type="button" class="quiet" onClick={props.onDelete}>
            Delete
          </button>
        )}
        <button type="button" class="quiet" onClick={props.onClose}>
          Close
        </button>
        {cannot !== undefined && (
          <p class="problem" role="alert">
            {cannot}
          </p>
        )}
        {said !== '' && (
          <p class="hint" role="status">
            {said}
          </p>
        )}
      </header>
      {sketch && editor ? (
        <div class="board-work">
          <div class="board-tools">
            <fieldset class="brushes">
              <legend>Brush</legend>
              {brushes.map((each) => (
                <BrushButton
                  key={each.id}
                  brush={each}
                  chosen={each.id === brush.id}
                  absent={each.single === true && !sketch.cells.includes(each.id)}
                  onChoose={() => setBrush(each.id)}
                />
              ))}
            </fieldset>
            <label class="board-field board-symmetry">
              <span>Symmetry</span>
              <select value={symmetry} onChange={(event) => setSymmetry(event.currentTarget.value as Symmetry)}>
                {SYMMETRIES.filter(({ id }) => editor.symmetries.includes(id)).map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <BoardFields editor={editor} sketch={sketch} />
          </div>
          <BoardCanvas
            editor={editor}
            sketch={sketch}
            brushes={brushes}
            brush={brush}
            symmetry={symmetry}
            onBrush={setBrush}
          />
        </div>
      ) : (
        <BoardText />
      )}
    </section>
  );
}

function BrushButton(props: { brush: Brush; chosen: boolean; absent: boolean; onChoose(): void }): JSX.Element {
  const { brush, chosen, absent } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = theme.value;
  const { now } = work.value;
  const editor = editorOf(drawing.value?.game ?? '');
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !editor || now.kind !== 'sketch') return;
    pen.setTransform(2, 0, 0, 2, 0, 0);
    pen.fillStyle = editor.ground(colours);
    pen.fillRect(0, 0, 22, 22);
    paintCell(pen, editor, now.sketch, brush.id, 22, colours);
  }, [brush.id, colours, editor, now]);
  return (
    <label class="brush" title={brush.key === undefined ? brush.label : `${brush.label} (${brush.key})`}>
      <input type="radio" name="brush" checked={chosen} onChange={props.onChoose} />
      <canvas ref={canvas} width={44} height={44} />
      <span>
        {brush.label}
        {absent && <em> – not placed</em>}
      </span>
    </label>
  );
}
