import { useEffect, useRef, useState } from 'preact/hooks';
import { type FilmWish, filmOf, filmType, gifOf, lastSeconds } from '../clip/film.ts';
import { framePainter } from '../clip/frame-painter.ts';
import { slowness } from '../player/director.ts';
import { pause } from '../player/playback.ts';
import type { Viewer } from '../player/state.ts';
import { Icon } from './icons.tsx';
import { saveFile } from './save-file.ts';

/** Width of a clip in pixels. */
const WIDTH = 720;
/** Maximum number of rounds, to limit the file's size. */
const MAX_ROUNDS = 400;
/** The lengths that the dialog offers, in seconds, and the default length. */
const SECONDS = [5, 10, 20] as const;
const USUAL_SECONDS = 10;

/**
 * The dialog that saves some rounds of the match as a film or a GIF, with the scores. This dialog is loaded at first
 * use.
 */
export function ClipDialog({ viewer }: { viewer: Viewer }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const wanted = useRef(true);
  const timeline = viewer.timeline.value;
  const last = timeline?.last ?? 0;
  const delayMs = viewer.delayMs.value || timeline?.view.delayMs || 250;
  const [here] = useState(viewer.round.value || last);
  const [range, setRange] = useState(lastSeconds(USUAL_SECONDS, here, delayMs));
  const [perSecond, setPerSecond] = useState(Math.max(1, Math.min(30, Math.round(1000 / delayMs))));
  const [isSlowed, setIsSlowed] = useState(viewer.slows.value);
  const [done, setDone] = useState<number>();
  const [message, setMessage] = useState('');
  const { from, to } = range;
  const film = filmType();
  useEffect(() => {
    pause(viewer);
    dialog.current?.showModal();
    return () => {
      wanted.current = false;
    };
  }, []);

  const save = async (kind: 'gif' | 'film'): Promise<void> => {
    const painter = framePainter(viewer, WIDTH);
    if (!painter) return;
    if (to < from || to - from >= MAX_ROUNDS) {
      setMessage(
        to < from
          ? `Round ${from} comes after round ${to}. Choose a first round before the last round.`
          : `The clip would have ${to - from + 1} rounds. Choose at most ${MAX_ROUNDS}.`,
      );
      return;
    }
    setMessage('');
    wanted.current = true;
    const wish: FilmWish = {
      ...{ from, to, perSecond },
      ...(isSlowed && { slowness: (position: number) => slowness(viewer, position) }),
    };
    const onPicture = (position: number): boolean => {
      setDone((position - from) / Math.max(1, to - from));
      return wanted.current;
    };
    const made = kind === 'gif' ? await gifOf(painter, wish, onPicture) : await filmOf(painter, wish, film!, onPicture);
    setDone(undefined);
    if (made === undefined) return;
    const stem = viewer.fileName.value.replace(/(\.\w+)?(\.gz)?$/, '') || 'match';
    const name = `${stem}-rounds-${from}-${to}.${kind === 'gif' ? 'gif' : film!.includes('mp4') ? 'mp4' : 'webm'}`;
    try {
      const saved = await saveFile(name, made);
      if (saved !== 'left') setMessage(`${name} is ${saved} (${Math.ceil(made.size / 1000)} kB).`);
    } catch (error) {
      setMessage(`${name} can't be saved: ${(error as Error).message}`);
    }
  };
  const number = (label: string, value: number, least: number, most: number, set: (value: number) => void) => (
    <label>
      {label}{' '}
      <input
        type="number"
        min={least}
        max={most}
        value={value}
        onInput={(event) => set(Math.max(least, Math.min(most, Math.trunc(event.currentTarget.valueAsNumber) || 0)))}
      />
    </label>
  );
  return (
    <dialog
      class="help clip"
      ref={dialog}
      aria-label="Save a clip"
      onClose={() => {
        viewer.clip.value = false;
      }}
    >
      <header>
        <h2>Save a clip</h2>
        <button type="button" class="plain" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <fieldset disabled={done !== undefined}>
        <p class="clip-row">
          {SECONDS.map((seconds) => (
            <button
              key={seconds}
              type="button"
              class="tool wide"
              onClick={() => setRange(lastSeconds(seconds, here, delayMs))}
            >
              Last {seconds} s
            </button>
          ))}
          <button type="button" class="tool wide" onClick={() => setRange({ from: 0, to: last })}>
            Whole match
          </button>
        </p>
        <p class="clip-row">
          {number('From round', from, 0, last, (value) => setRange({ from: value, to }))}
          {number('to round', to, 0, last, (value) => setRange({ from, to: value }))}
          {number('Rounds per second', perSecond, 1, 30, setPerSecond)}
        </p>
        <label class="clip-row">
          <input type="checkbox" checked={isSlowed} onChange={(event) => setIsSlowed(event.currentTarget.checked)} />
          slow motion at losses, with the cause
        </label>
        <p class="clip-row">
          {film !== undefined && (
            <button type="button" class="tool wide strong" onClick={() => void save('film')}>
              Save {film.includes('mp4') ? 'MP4' : 'WebM'}
            </button>
          )}
          <button
            type="button"
            class={`tool wide${film === undefined ? ' strong' : ''}`}
            onClick={() => void save('gif')}
          >
            Save GIF
          </button>
        </p>
      </fieldset>
      {done !== undefined && (
        <p class="clip-row">
          <progress value={done} aria-label="Recording" />
          <button
            type="button"
            class="tool wide"
            onClick={() => {
              wanted.current = false;
            }}
          >
            Stop
          </button>
        </p>
      )}
      <p class="clip-said" role="status">
        {message}
      </p>
      <p class="dim small">The clip shows the round and the scores below the board. No data leaves your machine.</p>
    </dialog>
  );
}
