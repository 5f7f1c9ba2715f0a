import type { JSX } from 'preact';
import { wasPlayedHere } from './app/controls.tsx';
import { openFile } from './app/opened-files.ts';
import { viewer } from './app/stage.ts';
import { BoardLink } from './board/link.tsx';
import { DuelLink } from './duel/link.tsx';
import { MATCH_ENDING, openMatchFile } from './share/match-file.ts';
import { ShareButton } from './share/share-button.tsx';

/** The links to boards, versions, and files, as one step of the form. */
export function More(): JSX.Element {
  return (
    <details class="more-doing">
      <summary>Draw, compare, save …</summary>
      <BoardLink />
      <DuelLink />
      <ShareButton viewer={viewer.viewer} isOwn={() => wasPlayedHere(viewer.viewer)} />
      <button
        type="button"
        class="quiet"
        onClick={() => void openFile(MATCH_ENDING).then((file) => file && openMatchFile(file))}
      >
        Open a match file …
      </button>
    </details>
  );
}
