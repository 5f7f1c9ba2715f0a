import type { BoardEditor, Sketch } from '@ludus/viewer/view.ts';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { boardText, flaw, setSetting, setText } from './state.ts';

/** The fields for the board's settings. An invalid setting shows the error from the game's board reader. */
export function BoardFields({ editor, sketch }: { editor: BoardEditor; sketch: Sketch }): JSX.Element {
  const wrong = flaw.value;
  return (
    <fieldset class="board-settings">
      <legend>Settings</legend>
      {editor.settings
        .filter(({ shown }) => shown?.(sketch.settings) ?? true)
        .map(({ id, label, choices }) => {
          const value = sketch.settings[id] ?? '';
          const isWrong = wrong !== undefined && (wrong.code === `board/${id}` || wrong.message.includes(` ${id},`));
          const told = isWrong ? `flaw-${id}` : undefined;
          return (
            <div key={id}>
              <div class="board-field">
                <label for={`board-${id}`}>{label}</label>
                {choices ? (
                  <select
                    id={`board-${id}`}
                    value={value}
                    onChange={(event) => setSetting(id, event.currentTarget.value)}
                  >
                    {choices.map((choice) => (
                      <option key={choice} value={choice}>
                        {choice}
                      </option>
                    ))}
                  </select>
                ) : (
                  <Written id={id} value={value} isWrong={isWrong} told={told} />
                )}
              </div>
              {isWrong && (
                <p id={told} class="problem">
                  {wrong.message}
                </p>
              )}
            </div>
          );
        })}
    </fieldset>
  );
}

/**
 * A text field for a setting. A new value takes effect on Enter or when the field loses the focus. If each key took
 * effect, typing the size 19 would first set the size to 1, and the board would lose all rows but one.
 */
function Written(props: { id: string; value: string; isWrong: boolean; told: string | undefined }): JSX.Element {
  const { id, value } = props;
  const [written, setWritten] = useState<string>();
  const take = () => {
    if (written === undefined) return;
    setWritten(undefined);
    setSetting(id, written.trim());
  };
  return (
    <input
      id={`board-${id}`}
      value={written ?? value}
      spellcheck={false}
      autocomplete="off"
      aria-invalid={props.isWrong}
      aria-describedby={props.told}
      onInput={(event) => setWritten(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

/** The text of the board file. */
export function BoardText(): JSX.Element {
  return (
    <textarea
      class="board-text"
      aria-label="The board file"
      spellcheck={false}
      value={boardText.value}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
}
