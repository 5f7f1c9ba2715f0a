import { framePainter } from '@ludus/viewer/more.ts';
import type { Viewer } from '@ludus/viewer/player.ts';
import { saveFile } from '@ludus/viewer/save-file.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BASE } from '../app/page-variant.ts';
import { MATCH_ENDING, matchFile } from './match-file.ts';
import { oneFilePage, viewerScripts } from './one-file.ts';
import './share.css';

/** Width of a picture, in pixels. */
const PICTURE_WIDE = 1280;

/**
 * The dialog that saves the shown match as a file from which it can be played again, a picture, a page, or a clip.
 * `why`: the first message.
 */
export default function ShareDialog(props: {
  viewer: Viewer;
  /** Whether the match was played in this page, so that a file can contain everything needed to play it again. */
  isOwn: boolean;
  why: string | undefined;
  onClose(): void;
}): JSX.Element {
  const { viewer, isOwn } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const round = viewer.round.value;
  const [said, setSaid] = useState(props.why);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const stem = viewer.fileName.value.replace(/(\.\w+)?(\.gz)?$/, '') || 'match';

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
  return (
    <dialog ref={dialog} class="branch share" aria-labelledby="share-title" onClose={props.onClose}>
      <h2 id="share-title">Save the shown match</h2>
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
              the game, the board, the seed, and the bots with their code. Open the file here to play the same match
              again
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
        <li>
          <button
            type="button"
            onClick={() => {
              dialog.current?.close();
              viewer.clip.value = true;
            }}
          >
            Clip …
          </button>{' '}
          <span>some rounds as a video or a GIF, with the scores</span>
        </li>
      </ul>
      <p class="branch-buttons">
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}
