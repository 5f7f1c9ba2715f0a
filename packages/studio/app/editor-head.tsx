import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { closeDraft } from '../data/drafts.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import { changedThere, compiler, draft } from './state.ts';
import { type Contest, contest, submit } from './submit.ts';
import { isBegun, isNamedThere } from './writing.ts';

export interface EditorActions {
  /** Additional buttons for actions with the bot. */
  readonly more?: JSX.Element;
  /** Saves the player and plays a match with it. */
  onPlay(): void;
  onSave(): void;
  /** Overwrites files that have changed on disk. */
  onSaveOver(): void;
  /** Replaces the edited text with the text on disk. */
  onTakeThere(): void;
  onDelete(player: OwnPlayer): void;
  onClose(): void;
}

/** The header above the code: the player's name and its actions. */
export function EditorHead(
  props: {
    player: OwnPlayer;
    name: string;
    /** Whether the name is invalid. */
    isWrong: boolean;
    onName(name: string): void;
  } & EditorActions,
): JSX.Element {
  const { player, name, isWrong } = props;
  const isNamed = isNamedThere(player);
  return (
    <header>
      <label>
        <span>Name</span>
        <input
          value={player.disk?.path ?? name}
          disabled={isNamed}
          maxLength={12}
          aria-invalid={isWrong}
          onInput={(event) => props.onName(event.currentTarget.value)}
        />
      </label>
      <span class="hint" role="status">
        {draft.value || isBegun() ? 'not saved' : 'saved'}
      </span>
      {player.language && compiler.value !== undefined && (
        <span class="hint" role="status">
          {compiler.value} …
        </span>
      )}
      <div class="doing">
        <button
          type="button"
          class="play"
          title="Save the bot and play a match with it (Ctrl+Enter)"
          disabled={isWrong}
          onClick={props.onPlay}
        >
          Run
        </button>
        {contest.value?.game === player.game && <Submit isWrong={isWrong} contest={contest.value} />}
        {player.from !== 'folder' && (
          <button type="button" class="quiet" disabled={isWrong} onClick={props.onSave}>
            Save
          </button>
        )}
        {props.more}
        {!isNamed && (
          <button type="button" class="quiet" onClick={() => props.onDelete(player)}>
            Delete
          </button>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => {
            closeDraft();
            props.onClose();
          }}
        >
          Close
        </button>
      </div>
      {changedThere.value.length > 0 && (
        <div class="problem changed" role="alert">
          <span>
            {changedThere.value.join(' and ')} {changedThere.value.length > 1 ? 'have' : 'has'} changed on disk since{' '}
            {changedThere.value.length > 1 ? 'they were' : 'it was'} opened. Nothing was saved.
          </span>
          <button type="button" class="quiet" onClick={props.onSaveOver}>
            Overwrite on disk
          </button>
          <button type="button" class="quiet" onClick={props.onTakeThere}>
            Load from disk
          </button>
        </div>
      )}
    </header>
  );
}

function Submit({ contest: to, isWrong }: { contest: Contest; isWrong: boolean }): JSX.Element {
  const [busy, setBusy] = useState(false);
  return (
    <button
      type="button"
      class="quiet"
      title={`Save the bot and submit it to ${to.title}`}
      disabled={isWrong || busy}
      onClick={() => {
        setBusy(true);
        void submit(to).finally(() => setBusy(false));
      }}
    >
      Submit
    </button>
  );
}
