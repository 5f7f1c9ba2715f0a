import { autocompletion, completeAnyWord } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, defaultHighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OwnPlayer } from '../data/own-players.ts';

/** The editor of an own player. A file of the folder is shown, not changed: it is edited where it lies. */
export function Editor(props: {
  player: OwnPlayer;
  onSave(player: OwnPlayer, before: string): void;
  onDelete(player: OwnPlayer): void;
  onClose(): void;
}): JSX.Element {
  const { player } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [name, setName] = useState(player.name);
  const fixed = player.from === 'folder';
  useEffect(() => {
    view.current = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: player.source,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          autocompletion({ override: [completeAnyWord] }),
          syntaxHighlighting(defaultHighlightStyle),
          javascript({ typescript: true }),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorState.readOnly.of(fixed),
          EditorView.contentAttributes.of({ 'aria-label': `Source of ${player.name}` }),
        ],
      }),
    });
    return () => view.current?.destroy();
  }, [player, fixed]);
  const good = /^[A-Za-z][A-Za-z0-9_]{0,11}$/.test(name);
  return (
    <section class="editor" aria-label="Player editor">
      <header>
        <label>
          <span>Name</span>
          <input value={name} disabled={fixed} maxLength={12} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        {!good && <span class="problem">a letter, then letters, digits or _, 12 at most</span>}
        <span class="space" />
        {!fixed && (
          <button
            type="button"
            class="play"
            disabled={!good}
            onClick={() => props.onSave({ ...player, name, source: view.current!.state.doc.toString() }, player.name)}
          >
            Save
          </button>
        )}
        {!fixed && (
          <button type="button" class="quiet" onClick={() => props.onDelete(player)}>
            Delete
          </button>
        )}
        <button type="button" class="quiet" onClick={props.onClose}>
          Close
        </button>
      </header>
      <div ref={host} class="code" />
    </section>
  );
}
