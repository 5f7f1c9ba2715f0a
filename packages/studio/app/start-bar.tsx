import type { JSX } from 'preact';
import { kitOf } from '../games/kits.ts';
import { handMatch, handOf } from './hand.ts';
import { playByHand } from './play.ts';
import { newPlayer } from './setup.tsx';
import { chooseOpening, isOpening } from './stage.ts';
import { editing, formOpen, game, ownHere, running } from './state.ts';
import { closeEditor, openEditor } from './writing.ts';
import './start-bar.css';

/** Starts a match that the person plays, in the game that is shown or chosen. */
function beginByHand(): void {
  if (isOpening.value) chooseOpening();
  void playByHand();
}

/** Opens the person's bot for that game, or creates a bot. */
function beginBot(): void {
  if (isOpening.value) chooseOpening();
  const mine = ownHere.value.find(({ from }) => from !== 'folder');
  if (mine) openEditor(mine);
  else newPlayer();
}

const WAYS: Readonly<Record<string, () => void>> = { hand: beginByHand, write: beginBot };

/**
 * Starts a match or opens the editor, as the address requests, for links from other pages: `?begin=hand` or
 * `?begin=write`. After a reload, the match doesn't start again.
 */
export function beginAsAsked(): void {
  const here = new URL(location.href);
  const begin = WAYS[here.searchParams.get('begin') ?? ''];
  if (!begin) return;
  here.searchParams.delete('begin');
  history.replaceState(null, '', here);
  // Closes the editor, which keeps the draft.
  closeEditor();
  chooseOpening();
  begin();
}

/**
 * The bar below the match of the first screen: the game in one sentence, and the two ways to start, which the form also
 * contains. On a phone, the bar also stays below other matches.
 */
export function StartBar(): JSX.Element | null {
  if (formOpen.value || running.value || editing.value || handMatch.value) return null;
  const kit = kitOf(game.value);
  return (
    <section class={isOpening.value ? 'start-bar opening' : 'start-bar'} aria-label="Begin">
      {isOpening.value && (
        <p>
          <b>{kit?.game.title}.</b> {kit?.summary}
        </p>
      )}
      <div class="start-doing">
        {handOf(game.value) && (
          <button type="button" class="play" onClick={beginByHand}>
            Play it yourself
          </button>
        )}
        <button type="button" onClick={beginBot}>
          Program it
        </button>
      </div>
    </section>
  );
}
