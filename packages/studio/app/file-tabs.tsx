import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/**
 * Tabs for a player's files. The main file is first and has the player's name. The user can rename and remove the other
 * files.
 */
export function FileTabs(props: {
  /** The main file, with its extension. */
  main: string;
  names: readonly string[];
  /** The name of the shown file; '' is the main file. */
  shown: string;
  /** The names of files with errors. */
  wrong: readonly string[];
  fixed: boolean;
  onShow(name: string): void;
  onNew(): void;
  /** Returns an error message if the name isn’t allowed. */
  onRename(name: string): string | undefined;
  onRemove(): void;
}): JSX.Element | null {
  const { names, shown, fixed } = props;
  const [problem, setProblem] = useState<string>();
  if (fixed && names.length === 0) return null;
  const tab = (name: string) => (
    <button
      key={name}
      type="button"
      class={props.wrong.includes(name) ? 'quiet tab wrong' : 'quiet tab'}
      aria-pressed={shown === name}
      onClick={() => {
        setProblem(undefined);
        props.onShow(name);
      }}
    >
      {name === '' ? props.main : name}
    </button>
  );
  return (
    <nav class="file-tabs" aria-label="Files of the bot">
      {['', ...names].map(tab)}
      {!fixed && (
        <button type="button" class="quiet" onClick={props.onNew}>
          New file
        </button>
      )}
      {!fixed && shown !== '' && (
        <>
          <span class="space" />
          <input
            key={shown}
            aria-label="File name"
            aria-invalid={problem !== undefined}
            defaultValue={shown}
            maxLength={44}
            spellcheck={false}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
            onBlur={(event) => {
              const name = event.currentTarget.value.trim();
              setProblem(name === shown ? undefined : props.onRename(name));
            }}
          />
          <button type="button" class="quiet" onClick={props.onRemove}>
            Remove
          </button>
        </>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </nav>
  );
}
