import type { JSX } from 'preact';
import { formOpen } from '../app/state.ts';
import { drawChosen, remember } from './state.ts';

/** Minimum width at which the form leaves the board enough space, in pixels. */
const BESIDE = 1600;

/** The link from the list of boards to the editor. */
export function BoardLink(): JSX.Element {
  return (
    <button
      type="button"
      class="quiet"
      title="Draw a board, starting from the chosen board"
      onClick={() => {
        drawChosen();
        remember();
        // Closes the form, because the editor contains all controls, and the board needs the space.
        if (innerWidth < BESIDE) formOpen.value = false;
      }}
    >
      Draw a board …
    </button>
  );
}
