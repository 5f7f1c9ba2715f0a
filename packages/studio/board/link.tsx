import type { JSX } from 'preact';
import { formOpen } from '../app/state.ts';
import { drawChosen, remember } from './state.ts';

/** Up to this width the form leaves the board too little room. */
const BESIDE = 1600;

/** The way from the list of boards to the editor. */
export function BoardLink(): JSX.Element {
  return (
    <button
      type="button"
      class="quiet"
      title="Draw a board, starting from the chosen one"
      onClick={() => {
        drawChosen();
        remember();
        // The editor has all that is needed, and the board wants the room.
        if (innerWidth < BESIDE) formOpen.value = false;
      }}
    >
      Draw a board …
    </button>
  );
}
