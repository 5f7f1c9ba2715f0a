import { runPage } from '@ludus/viewer/page.ts';
import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import { Announcements } from './app/announce.tsx';
import { BranchForm } from './app/branch-form.tsx';
import { askBranch, controls } from './app/controls.tsx';
import { recallFolder } from './app/disk.ts';
import { loadFolder } from './app/folder.ts';
import { endHand, handMatch, showMarks } from './app/hand.ts';
import { HandBar } from './app/hand-bar.tsx';
import { followHand } from './app/hand-input.ts';
import { keepFocus } from './app/keep-focus.ts';
import { judgedIn } from './app/learning.ts';
import { watchLink } from './app/link.ts';
import { AttemptBar, AttemptTask } from './app/mistake-list.tsx';
import { CONTESTS, isPlayground } from './app/page-variant.ts';
import { play, playByHand, stop } from './app/play.ts';
import { settle } from './app/playground.ts';
import { Recent } from './app/recent.tsx';
import { Setup } from './app/setup.tsx';
import { SharedMatch } from './app/shared-match.tsx';
import { showOpening, viewer } from './app/stage.ts';
import { beginAsAsked, StartBar } from './app/start-bar.tsx';
import {
  branching,
  editing,
  folderReplays,
  formOpen,
  mendForm,
  own,
  pane,
  recent,
  restoreForm,
  seed,
  shared,
  theme,
} from './app/state.ts';
import { again, download, showLast, watch, watchFile } from './app/watch.ts';
import {
  closeEditor,
  edition,
  NARROW,
  openEditor,
  refreshPlayers,
  remove,
  save,
  saveDraft,
  takeThere,
} from './app/writing.ts';
import { closeDrawing, deleteDrawn, keepDrawn, tryBoard } from './board/board-actions.ts';
import { drawing, restoreDrawing } from './board/state.ts';
import { Ladder, LadderCard, VersionsButton } from './climb/link.tsx';
import { CompareBar } from './compare/compare-bar.tsx';
import { followComparison, programKept, programMatch } from './compare/comparing.ts';
import { openDraft, playerFrom } from './data/drafts.ts';
import { holdsMatch } from './data/link.ts';
import { loadOwnBoards } from './data/own-boards.ts';
import { forgetMatch, recentMatches } from './data/recent.ts';
import { watchDrops } from './share/match-file.ts';
import './app/studio.css';

const isAsked = new URLSearchParams(location.search).has('file') || holdsMatch(location.hash);
const isBack = restoreForm();
viewer.append(...controls(viewer, stop, again, programMatch));

/** Most of the script is the editor, which few users need immediately. */
const Editor = lazy(() => import('./app/editor.tsx'));
const Guide = lazy(() => import('./guide/guide.tsx'));
const BoardEditor = lazy(() => import('./board/board-editor.tsx'));

function ViewerHost(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current!.append(viewer);
    runPage(viewer);
    if (new URLSearchParams(location.search).has('file')) formOpen.value = false;
    return effect(() => {
      theme.value = viewer.viewer.theme.value;
      document.documentElement.style.colorScheme = theme.value;
    });
  }, []);
  return <div ref={host} class="viewer-host" />;
}

const PANES = [
  { id: 'guide', label: 'Rules' },
  { id: 'code', label: 'Code' },
  { id: 'match', label: 'Match' },
] as const;

/** Links to the parts of the page, if they don't fit next to each other. */
function Panes(): JSX.Element {
  return (
    <nav class="panes" aria-label="Parts of the page">
      {PANES.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          class={`quiet pane-${id}`}
          aria-pressed={pane.value === id}
          onClick={() => {
            pane.value = id;
          }}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

/** Opens or closes the form, and moves the focus into it or to the viewer. */
function toggleForm(): void {
  formOpen.value = !formOpen.value;
  if (formOpen.value) setTimeout(() => document.querySelector<HTMLElement>('#form button')?.focus());
  else viewer.focus();
}

/** Number of items listed at first. */
const FEW = 8;

function Studio(): JSX.Element {
  useEffect(() => {
    void (async () => {
      await refreshPlayers();
      const left = openDraft();
      if (left) {
        const known = own.value.find((player) => player.game === left.game && player.name === left.before);
        openEditor(known ?? playerFrom(left));
      }
      recent.value = await recentMatches();
      if (isBack && !isAsked) await showLast();
      await loadOwnBoards();
      if (isPlayground) {
        await settle();
        await recallFolder().catch(() => {});
      } else await loadFolder();
      mendForm();
      restoreDrawing();
      beginAsAsked();
      if (CONTESTS !== undefined) await (await import('./app/submit.ts')).openContest();
    })();
    if (!isBack && !isAsked) {
      formOpen.value = false;
      showOpening();
    }
    const fold = (event: KeyboardEvent) => {
      const target = event.composedPath()[0] as HTMLElement;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey || event.altKey || branching.value) return;
      if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return;
      if (key === 'f') toggleForm();
      else if (key === 'b') askBranch(viewer.viewer);
    };
    // Handles Ctrl+Enter before the editor handles its keys, and also while the editor is loaded.
    const run = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (!editing.value || drawing.value || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      event.stopPropagation();
      void play(true);
    };
    document.addEventListener('keydown', fold);
    document.addEventListener('keydown', run, true);
    const stopLink = watchLink();
    const stopDrops = watchDrops();
    const stopMarks = showMarks(viewer);
    const stopHand = followHand(viewer);
    const stopComparison = followComparison();
    const stopKeeping = keepFocus();
    return () => {
      document.removeEventListener('keydown', fold);
      document.removeEventListener('keydown', run, true);
      stopLink();
      stopDrops();
      stopMarks();
      stopHand();
      stopComparison();
      stopKeeping();
    };
  }, []);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The code needs the form's space, so the form closes while the editor is open.
    if (editing.value) {
      wasOpen.current ||= formOpen.value;
      formOpen.value = false;
    } else {
      if (wasOpen.current && innerWidth > NARROW) formOpen.value = true;
      wasOpen.current = false;
    }
  }, [editing.value]);
  return (
    <div class={formOpen.value ? 'studio' : 'studio folded'}>
      <aside class="side" id="form" aria-label="Match form">
        <header>
          <h1>Ludus</h1>
          <button
            type="button"
            class="quiet"
            title="Hide the form (F)"
            onClick={() => {
              formOpen.value = false;
            }}
          >
            Hide
          </button>
        </header>
        <Setup onPlay={() => void play()} onHand={() => void playByHand()} onStop={stop} />
        <LadderCard />
        <Recent
          onWatch={(kept) => void watch(kept)}
          onAgain={again}
          onDownload={(kept) => void download(kept)}
          onProgram={(kept) => void programKept(kept)}
          onForget={(kept) => void forgetMatch(kept.at).then(async () => (recent.value = await recentMatches()))}
        />
        {folderReplays.value.length > 0 && (
          <details class="files" open={folderReplays.value.length <= FEW}>
            <summary>
              <h2>Replays in this folder</h2> {folderReplays.value.length}
            </summary>
            <ul>
              {folderReplays.value.map((path) => (
                <li key={path}>
                  <button type="button" class="watch" onClick={() => void watchFile(path)}>
                    {path}
                  </button>
                </li>
              ))}
            </ul>
          </details>
        )}
      </aside>
      <main class={editing.value ? 'writing' : ''} data-pane={pane.value}>
        {editing.value && <Panes />}
        <ViewerHost />
        <HandBar
          task={<AttemptTask />}
          onWatch={() => {
            endHand();
            viewer.seek(0);
            viewer.play();
          }}
          onAgain={() => {
            seed.value = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
            void playByHand();
          }}
          onNext={again}
          onWrite={() => {
            endHand();
            programMatch();
          }}
          onClose={() => endHand()}
        />
        {judgedIn(viewer.viewer) ? (
          <AttemptBar viewer={viewer.viewer} />
        ) : (
          <>
            {!handMatch.value && <CompareBar />}
            {!drawing.value && <StartBar />}
          </>
        )}
        {editing.value && (
          <Suspense fallback={<p class="hint">Loading …</p>}>
            <Guide game={editing.value.game} language={editing.value.language} />
          </Suspense>
        )}
        {editing.value && (
          <Suspense fallback={<p class="hint">Loading editor …</p>}>
            <Editor
              key={edition.value}
              player={editing.value}
              more={<VersionsButton player={editing.value} />}
              onSave={() => void save()}
              onPlay={() => void play(true)}
              onSaveOver={() => void saveDraft(true)}
              onTakeThere={() => void takeThere()}
              onDelete={(player) => void remove(player)}
              onClose={closeEditor}
            />
          </Suspense>
        )}
        {drawing.value && (
          <Suspense fallback={<p class="hint">Loading board editor …</p>}>
            <BoardEditor
              onTry={() => void tryBoard(() => void play())}
              onSave={() => void keepDrawn().then((kept) => kept && closeDrawing())}
              onDelete={() => void deleteDrawn()}
              onClose={closeDrawing}
            />
          </Suspense>
        )}
      </main>
      {shared.value && <SharedMatch match={shared.value} />}
      <Ladder />
      {branching.value && <BranchForm branching={branching.value} />}
      <Announcements />
    </div>
  );
}

render(<Studio />, document.getElementById('studio')!);
