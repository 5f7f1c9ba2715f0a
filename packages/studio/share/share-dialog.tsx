import { slowness, type Viewer } from '@ludus/viewer/player.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BASE } from '../app/dress.ts';
import { saveFile } from '../data/save-file.ts';
import { type FilmWish, filmOf, filmType, gifOf } from './film.ts';
import { framePainter } from './frames.ts';
import { MATCH_ENDING, matchFile } from './match-file.ts';
import { oneFilePage, viewerScripts } from './one-file.ts';
import './share.css';

/** A picture is so wide, and a frame of a film. */
const PICTURE_WIDE = 1280;
const FILM_WIDE = 720;
/** More rounds make a file that no one wants to send. */
const MAX_ROUNDS = 400;

/** Saves what is shown: a file that plays the match again, a picture, a film, a page. `why`: the first message. */
export default function ShareDialog(props: {
  viewer: Viewer;
  /** It was played here, so that a file can hold all that plays it again. */
  isOwn: boolean;
  why: string | undefined;
  onClose(): void;
}): JSX.Element {
  const { viewer, isOwn } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const wanted = useRef(true);
  const last = viewer.timeline.value?.last ?? 0;
  const round = viewer.round.value;
  const [from, setFrom] = useState(Math.max(0, round - 20));
  const [to, setTo] = useState(Math.min(last, round + 20));
  const [perSecond, setPerSecond] = useState(8);
  const [isSlowed, setIsSlowed] = useState(false);
  const [busy, setBusy] = useState<{ readonly done: number; readonly of: number }>();
  const [said, setSaid] = useState(props.why);
  useEffect(() => {
    dialog.current?.showModal();
    return () => {
      wanted.current = false;
    };
  }, []);
  const stem = viewer.fileName.value.replace(/(\.\w+)?(\.gz)?$/, '') || 'match';
  const film = filmType();

  const save = async (name: string, content: Blob | undefined): Promise<void> => {
    if (content === undefined) return;
    try {
      const saved = await saveFile(name, content);
      if (saved !== 'left') setSaid(`${name} is ${saved} (${Math.ceil(content.size / 1000)} kB)`);
    } catch (error) {
      setSaid(`${name} cannot be saved: ${(error as Error).message}`);
    }
  };
  const picture = async (): Promise<void> => {
    const painter = framePainter(viewer, PICTURE_WIDE);
    painter?.draw(round);
    const png = await new Promise<Blob | null>((done) => painter?.canvas.toBlob(done, 'image/png'));
    await save(`${stem}-round-${round}.png`, png ?? undefined);
  };
  const record = async (kind: 'gif' | 'film'): Promise<void> => {
    const wish: FilmWish = {
      ...{ from, to, perSecond },
      ...(isSlowed && { lengthOf: (at: number) => slowness(viewer, at) }),
    };
    const painter = framePainter(viewer, FILM_WIDE);
    if (!painter) return;
    if (to < from || to - from >= MAX_ROUNDS) {
      setSaid(to < from ? 'the first round comes after the last one' : `at most ${MAX_ROUNDS} rounds`);
      return;
    }
    wanted.current = true;
    const onRound = (done: number): boolean => {
      setBusy({ done, of: to - from + 1 });
      return wanted.current;
    };
    setSaid(undefined);
    const made = kind === 'gif' ? await gifOf(painter, wish, onRound) : await filmOf(painter, wish, film!, onRound);
    setBusy(undefined);
    const ending = kind === 'gif' ? 'gif' : film!.includes('mp4') ? 'mp4' : 'webm';
    await save(`${stem}-rounds-${from}-${to}.${ending}`, made);
  };
  const page = async (): Promise<void> => {
    const scripts = await viewerScripts(BASE);
    if (typeof scripts === 'string') {
      setSaid(scripts);
      return;
    }
    const sidecar = viewer.sidecar.value;
    const html = oneFilePage({
      title: stem,
      name: viewer.fileName.value,
      replay: viewer.source,
      sidecar: sidecar && JSON.stringify(sidecar),
      round,
      differs: viewer.differs,
      scripts,
    });
    await save(`${stem}.html`, new Blob([html], { type: 'text/html' }));
  };
  const file = async (): Promise<void> => {
    const text = await matchFile(round);
    if (text !== undefined) await save(`${stem}${MATCH_ENDING}`, new Blob([text], { type: 'text/plain' }));
  };
  const number = (label: string, value: number, most: number, set: (value: number) => void) => (
    <label>
      {label}{' '}
      <input
        type="number"
        min="0"
        max={most}
        value={value}
        onInput={(event) => set(Math.max(0, Math.min(most, Math.trunc(event.currentTarget.valueAsNumber) || 0)))}
      />
    </label>
  );
  return (
    <dialog ref={dialog} class="branch share" aria-labelledby="share-title" onClose={props.onClose}>
      <h2 id="share-title">Save what is shown</h2>
      {said !== undefined && (
        <p class="share-said" role="status">
          {said}
        </p>
      )}
      <ul>
        {isOwn && (
          <li>
            <button type="button" onClick={() => void file()}>
              Match file
            </button>{' '}
            <span>
              the game, the board, the seed, and the bots with their code: open it here to play the same match again
            </span>
          </li>
        )}
        <li>
          <button type="button" onClick={() => void picture()}>
            Picture
          </button>{' '}
          <span>round {round} as PNG</span>
        </li>
        <li>
          <button type="button" onClick={() => void page()}>
            Page
          </button>{' '}
          <span>the match and the viewer in one HTML file</span>
        </li>
      </ul>
      <fieldset disabled={busy !== undefined}>
        <legend>A film of some rounds</legend>
        <p class="share-range">
          {number('From round', from, last, setFrom)} {number('to', to, last, setTo)}{' '}
          {number('rounds per second', perSecond, 30, (value) => setPerSecond(Math.max(1, value)))}
        </p>
        <p>
          <label>
            <input type="checkbox" checked={isSlowed} onChange={(event) => setIsSlowed(event.currentTarget.checked)} />{' '}
            slower where something is lost, with the cause
          </label>
        </p>
        <button type="button" onClick={() => void record('gif')}>
          GIF
        </button>{' '}
        {film !== undefined && (
          <button type="button" onClick={() => void record('film')}>
            {film.includes('mp4') ? 'MP4' : 'WebM'}
          </button>
        )}
      </fieldset>
      {busy && (
        <p>
          <progress value={busy.done} max={busy.of} aria-label="Rounds drawn" />{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              wanted.current = false;
            }}
          >
            Stop
          </button>
        </p>
      )}
      <p class="branch-buttons">
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}
