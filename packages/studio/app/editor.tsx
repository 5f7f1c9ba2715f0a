import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnosticsEffect } from '@codemirror/lint';
import { type ChangeSet, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Checker } from '../cpp/checker.ts';
import { cppMistakesIn, prepareCpp } from '../cpp/client.ts';
import { sayProgress } from '../cpp/messages.ts';
import { type Draft, draftFrom, draftOf, keepDraft } from '../data/drafts.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import { placeIn, type SourceMistake, sayPlace } from '../match/code-place.ts';
import { fileProblem, freshEnding, type OwnFile, placeToWrite } from '../match/files.ts';
import { codeOf, type PlayerOrder } from '../match/order.ts';
import { pythonSite } from '../match/packed.ts';
import { checkFuelPlayer } from '../match/run-fuel.ts';
import { lookAgain, markMistakes, type RunError, typed } from '../types/editing.ts';
import { type EditorActions, EditorHead } from './editor-head.tsx';
import { FileTabs } from './file-tabs.tsx';
import { BASE } from './page-variant.ts';
import { PlayerFiles } from './player-files.ts';
import { type ListedProblem, marksOf, ProblemList } from './problem-list.tsx';
import { changedThere, compiler, draft, editorProblem, nameProblem, runError, sourceMistakes } from './state.ts';
import { asSaved, isNamedThere, mainFile, NARROW } from './writing.ts';

/** The studio's colours, for light and dark mode. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'var(--code-type)' },
]);

/** This player's error in the last match. */
function errorOf({ game, name }: OwnPlayer) {
  const error = runError.value;
  return error?.game === game && error.name === name ? error : undefined;
}

/** The errors of a compiler and of the last match in a player's code, by line. */
function mistakesOf(player: OwnPlayer): (RunError & Partial<SourceMistake>)[] {
  const said = sourceMistakes.value;
  const own = said?.game === player.game && said.name === player.name ? said.mistakes : [];
  const failed = errorOf(player);
  return failed?.place ? [...own, { ...failed.place, message: failed.message }] : [...own];
}

/** The errors in one file of a player; `''` is the main file. */
const mistakesIn = (player: OwnPlayer, file: string) =>
  mistakesOf(player).filter((mistake) => (mistake.file ?? '') === file);

/** The error that Python reports in a player before it runs, if any. */
async function pythonMistakesIn(game: string, player: PlayerOrder): Promise<readonly SourceMistake[]> {
  const message = await checkFuelPlayer(game, player, { base: BASE, onDoing: (doing) => (compiler.value = doing) });
  const isBeside = (file: string): boolean =>
    player.kind === 'own' && (player.files?.some(({ name }) => name === file) ?? false);
  const place = message === undefined ? undefined : placeIn(message, isBeside);
  return place ? [{ ...place, severity: 'error', message: message! }] : [];
}

const GRAMMARS = {
  cpp: async () => (await import('@codemirror/lang-cpp')).cpp(),
  python: async (game: string, files: () => readonly OwnFile[]) =>
    (await import('../python/editing.ts')).pythonEditing(pythonSite(BASE, game), files),
} as const;

/** The text in the editor, as a match would use it. */
type EditedDraft = Pick<Draft, 'name' | 'source' | 'files'>;

/**
 * The editor for a user's player. Files of the served folder are read-only in the editor, because the user edits them
 * on disk. Edited text is stored immediately (`draft`), so that neither a match nor a reload loses it. Saving makes the
 * edited text the player's code.
 */
export default function Editor(props: { player: OwnPlayer } & EditorActions): JSX.Element {
  const { player } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const fixed = player.from === 'folder';
  const { language: written } = player;
  const language = useRef(new Compartment());
  const [kept] = useState(() => (fixed ? undefined : draftOf(player)));
  const [name, setName] = useState(kept?.name ?? player.name);
  const [files] = useState(() => new PlayerFiles(player, kept));
  const states = useRef(new Map<string, EditorState>());
  const [shown, setShown] = useState('');
  const at = useRef('');
  const [marks, setMarks] = useState<readonly ListedProblem[]>([]);
  const write = (change: { readonly name?: string }) => {
    // The draft stays based on the text that was first read from disk.
    const begun = draft.value ?? { ...draftFrom(asSaved(player)), name };
    const now = { ...begun, source: files.source, files: files.files, ...change };
    draft.value = now;
    editorProblem.value = undefined;
    changedThere.value = [];
    keepDraft(now);
    if (written) checker.current.wrote(now);
  };
  const checker = useRef<Checker<EditedDraft, readonly SourceMistake[]>>(undefined!);
  checker.current ??= new Checker(
    ({ name: called, ...code }, onFirst) => {
      const asked = { ...codeOf({ ...code, language: written }), name: called };
      return written === 'cpp'
        ? cppMistakesIn(BASE, player.game, asked, onFirst)
        : pythonMistakesIn(player.game, { ...asked, kind: 'own' });
    },
    (mistakes) => {
      const found = mistakes.length > 0 ? { game: player.game, name: player.name, mistakes } : undefined;
      const { value: said } = sourceMistakes;
      if (found || (said?.game === player.game && said.name === player.name)) sourceMistakes.value = found;
    },
  );
  const make = useRef<(file: string) => EditorState>(undefined);
  const grammar = useRef<Extension>([]);
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => {
    if (kept) {
      draft.value = kept;
      keepDraft(kept);
    }
    const edited = () => {
      // JavaScript is checked as TypeScript, because this check finds more errors.
      const main = mainFile(player, player.name).replace(/js$/, 'ts');
      const called = (file: string) => (file === '' ? main : file);
      const others = ['', ...files.names].filter((file) => file !== at.current);
      return {
        name: called(at.current),
        beside: others.map((file) => ({ name: called(file), text: files.text(file) })),
      };
    };
    make.current = (file) =>
      EditorState.create({
        doc: files.text(file),
        extensions: [
          lineNumbers(),
          history(),
          EditorView.lineWrapping,
          indentOnInput(),
          bracketMatching(),
          ...(written ? [lintGutter()] : [typed(() => mistakesIn(player, file)[0], edited)]),
          syntaxHighlighting(COLOURS),
          ...(written ? [] : [javascript({ typescript: true })]),
          language.current.of(grammar.current),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorState.readOnly.of(fixed),
          EditorView.updateListener.of(({ docChanged, changes, startState, state, transactions }) => {
            if (transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnosticsEffect))))
              setMarks(marksOf(state, at.current));
            if (!docChanged) return;
            forgetError(startState, changes);
            files.set(at.current, state.doc.toString());
            latest.current({});
          }),
          EditorView.contentAttributes.of({
            // The keyboard reaches this scrolling area even without a tabindex, but accessibility checkers don't
            // recognise contenteditable.
            tabindex: '0',
            'aria-description': 'Tab indents. Escape and then Tab leaves the editor.',
            'aria-label': `Source of ${file === '' ? player.name : `${file} of ${player.name}`}`,
          }),
        ],
      });
    view.current = new EditorView({ parent: host.current!, state: make.current('') });
    const opened = view.current;
    const caret = placeToWrite(opened.state.doc.toString());
    opened.dispatch({ selection: { anchor: caret }, effects: EditorView.scrollIntoView(caret, { y: 'center' }) });
    // On a phone the keyboard would cover the code.
    if (innerWidth > NARROW) opened.focus();
    // Few users write C++ or Python, so the grammar and the compiler are loaded when the editor opens the first such
    // bot.
    const { current: checks } = checker;
    const begin = (): void => {
      compiler.value = undefined;
      checks.begin(draft.value ?? asSaved(player));
    };
    if (written === 'cpp')
      void prepareCpp(BASE, player.game, (progress) => (compiler.value = sayProgress(progress))).then((isReady) => {
        if (isReady) begin();
        else compiler.value = undefined;
      });
    if (written === 'python') begin();
    if (written)
      void GRAMMARS[written](player.game, () => files.files).then((support) => {
        grammar.current = support;
        opened.dispatch({ effects: language.current.reconfigure(grammar.current) });
      });
    return () => {
      checks.close();
      view.current?.destroy();
      draft.value = undefined;
    };
  }, [player, fixed, kept, written, files]);
  const show = (file: string) => {
    const { current } = view;
    if (!current || file === at.current) return;
    states.current.set(at.current, current.state);
    at.current = file;
    setShown(file);
    setMarks([]);
    current.setState(states.current.get(file) ?? make.current!(file));
    // While this file was hidden, the other files and the grammar may have changed.
    current.dispatch({ effects: language.current.reconfigure(grammar.current) });
    mark();
  };
  /** Marks the errors in the shown file. */
  const mark = () => {
    const { current } = view;
    if (!current) return;
    if (written) current.dispatch(markMistakes(current.state, mistakesIn(player, at.current)));
    else current.dispatch({ effects: lookAgain.of(null) });
  };
  const goTo = ({ file, line }: ListedProblem) => {
    show(file);
    const { current } = view;
    if (!current) return;
    const { from } = current.state.doc.line(Math.min(line, current.state.doc.lines));
    current.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    current.focus();
  };
  /** Removes an error of the last match when its line or an earlier line changes, because the error may be fixed. */
  const forgetError = ({ doc }: EditorState, changes: ChangeSet) => {
    const wrong = mistakesIn(player, at.current)[0];
    if (!wrong || wrong.line > doc.lines || !changes.touchesRange(0, doc.line(wrong.line).to)) return;
    runError.value = undefined;
    if (!written) sourceMistakes.value = undefined;
  };
  const rename = (to: string): string | undefined => {
    const others = files.files.filter((file) => file.name !== shown);
    const wrong = fileProblem(to, mainFile(player, name), others, written);
    if (wrong !== undefined) return wrong;
    files.rename(shown, to);
    at.current = to;
    setShown(to);
    view.current!.setState(make.current!(to));
    write({});
    return undefined;
  };
  const wrongFiles = [...new Set(mistakesOf(player).map(({ file = '' }) => file))];
  const elsewhere = mistakesOf(player)
    .map(({ file = '', severity = 'error', ...mistake }): ListedProblem => ({ ...mistake, file, severity }))
    .filter(({ file }) => file !== shown);
  const failed = errorOf(player);
  const complaints = sourceMistakes.value;
  useEffect(mark, [failed, complaints]);
  const wrongName = isNamedThere(player) ? undefined : nameProblem(player.game, name, player.name);
  const where = failed?.place ? `${sayPlace(failed.place)}: ` : '';
  const problem = wrongName ?? editorProblem.value ?? (failed && `${where}${failed.message}`);
  return (
    <section class="editor" aria-label="Bot editor">
      <EditorHead
        {...props}
        name={name}
        isWrong={wrongName !== undefined}
        onName={(to) => {
          setName(to);
          write({ name: to });
        }}
      />
      <FileTabs
        main={mainFile(player, name)}
        names={files.names}
        shown={shown}
        wrong={wrongFiles}
        fixed={fixed}
        onShow={show}
        onNew={() => {
          const fresh = files.fresh(freshEnding(written));
          files.set(fresh, '');
          show(fresh);
          write({});
        }}
        onRename={rename}
        onRemove={() => {
          const text = files.text(shown).trim();
          if (text !== '' && !confirm(`Remove ${shown}? Its code will be lost.`)) return;
          files.remove(shown);
          const gone = shown;
          show('');
          states.current.delete(gone);
          write({});
        }}
      />
      <div ref={host} class="code" />
      <ProblemList problems={[...marks, ...elsewhere]} problem={problem} onShow={goTo} />
    </section>
  );
}
