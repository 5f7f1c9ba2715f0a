import { autocompletion, completeAnyWord } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { closeDraft, draftOf, keepDraft } from '../data/drafts.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import { draft, editorProblem, nameProblem } from './state.ts';

/** The studio's own colours, by day and by night. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'var(--code-type)' },
]);

/**
 * The editor of an own player. A file of the folder is shown, not changed: it is edited where it lies. What is written is kept at once
 * (`draft`), so neither a match nor a reload loses it; saving makes it the player.
 */
export default function Editor(props: {
  player: OwnPlayer;
  onSave(): void;
  onPlay(): void;
  onDelete(player: OwnPlayer): void;
  onClose(): void;
}): JSX.Element {
  const { player } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const fixed = player.from === 'folder';
  const [kept] = useState(() => (fixed ? undefined : draftOf(player)));
  const [name, setName] = useState(kept?.name ?? player.name);
  const write = (change: { readonly name?: string; readonly source?: string }) => {
    const { game, name: before } = player;
    const now = { game, before, name, source: view.current?.state.doc.toString() ?? player.source, ...change };
    draft.value = now;
    editorProblem.value = undefined;
    keepDraft(now);
  };
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => {
    if (kept) {
      draft.value = kept;
      keepDraft(kept);
    }
    view.current = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: kept?.source ?? player.source,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          autocompletion({ override: [completeAnyWord] }),
          syntaxHighlighting(COLOURS),
          javascript({ typescript: true }),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorState.readOnly.of(fixed),
          EditorView.updateListener.of(({ docChanged }) => docChanged && latest.current({})),
          EditorView.contentAttributes.of({ 'aria-label': `Source of ${player.name}` }),
        ],
      }),
    });
    return () => {
      view.current?.destroy();
      draft.value = undefined;
    };
  }, [player, fixed, kept]);
  const wrongName = fixed ? undefined : nameProblem(player.game, name, player.name);
  const problem = wrongName ?? editorProblem.value;
  return (
    <section class="editor" aria-label="Player editor">
      <header>
        <label>
          <span>Name</span>
          <input
            value={name}
            disabled={fixed}
            maxLength={12}
            aria-invalid={wrongName !== undefined}
            onInput={(event) => {
              setName(event.currentTarget.value);
              write({ name: event.currentTarget.value });
            }}
          />
        </label>
        {draft.value && <span class="hint">not saved</span>}
        <span class="space" />
        {!fixed && (
          <button type="button" class="play" disabled={wrongName !== undefined} onClick={props.onSave}>
            Save
          </button>
        )}
        <button type="button" class="quiet" disabled={wrongName !== undefined} onClick={props.onPlay}>
          {fixed ? 'Play' : 'Save and play'}
        </button>
        {!fixed && (
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
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </header>
      <div ref={host} class="code" />
    </section>
  );
}
