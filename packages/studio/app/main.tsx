import { sidecarName } from '@ludus/game/sidecar.ts';
import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import { runPage } from '@ludus/viewer/page.ts';
import { replayText } from '@ludus/viewer/replay/open.ts';
import { Logo } from '@ludus/viewer/ui/icons.tsx';
import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import { OF_SEED } from '../data/boards.ts';
import { openDraft } from '../data/drafts.ts';
import { forgetMatch, gzip, keepMatch, type RecentMatch, recentMatches } from '../data/recent.ts';
import { GAMES } from '../games/kits.ts';
import { VIEWS } from '../games/views.ts';
import type { MatchOrder } from '../match/order.ts';
import { type RunningMatch, runMatch } from '../match/run.ts';
import { controls } from './controls.tsx';
import { folderUrl, loadFolder } from './folder.ts';
import { Recent } from './recent.tsx';
import { Setup } from './setup.tsx';
import {
  boardName,
  draft,
  editing,
  editorProblem,
  folderReplays,
  formOpen,
  game,
  mendForm,
  orderOfForm,
  own,
  problem,
  recent,
  restoreForm,
  running,
  seats,
  seed,
  theme,
} from './state.ts';
import { closeEditor, NARROW, openEditor, refreshPlayers, remove, save, saveDraft } from './writing.ts';
import './studio.css';

restoreForm();
defineLudusViewer(VIEWS);
/** It lives as long as the page; the editor only covers it. */
const viewer = new LudusViewerElement();
viewer.setAttribute('page', '');
viewer.append(...controls(stop));
let match: RunningMatch | undefined;
let watching: ReturnType<typeof setInterval> | undefined;

/** Plays what the form says, with what stands in the editor; the match is followed while it is played. */
async function play(): Promise<void> {
  problem.value = undefined;
  if (draft.value && !(await saveDraft())) return;
  const order = orderOfForm();
  if (typeof order === 'string') problem.value = order;
  else start(order, boardName.value);
}

/** Up to this width form and board do not stand beside each other while a match is watched. */
const BESIDE = 1500;

function start(order: MatchOrder, board: string): void {
  stop();
  problem.value = undefined;
  closeEditor();
  running.value = { round: 0 };
  if (innerWidth < BESIDE) formOpen.value = false;
  viewer.startLive(fileName(order, board));
  viewer.focus();
  match = runMatch(order, (news) => {
    if (news.type === 'progress') {
      running.value = { round: news.round };
      viewer.feed(news.text);
      return;
    }
    if (news.type === 'asking') return;
    ended();
    if (news.type === 'problem') {
      viewer.abandon();
      tellProblem(news.message, order, news.seat);
      return;
    }
    viewer.load(news.replay, fileName(order, board));
    showSidecar(news.sidecar);
    viewer.play();
    void keep(order, board, news.replay, news.scores, news.sidecar);
  });
  watching = setInterval(() => {
    const silent = match?.silent();
    const name = silent && order.players[silent.seat].name;
    if (running.value && running.value.silent !== name) running.value = { ...running.value, silent: name };
  }, 500);
}

function ended(): void {
  clearInterval(watching);
  running.value = undefined;
  match = undefined;
}

/** What is wrong with a player that was written here is said beside its code. */
function tellProblem(message: string, order: MatchOrder, seat: number | undefined): void {
  const name = seat === undefined ? undefined : order.players[seat].name;
  const player = own.value.find((each) => each.game === order.game && each.name === name && each.from === 'browser');
  if (player) {
    openEditor(player);
    editorProblem.value = message;
    return;
  }
  problem.value = message;
  formOpen.value = true;
}

function stop(): void {
  const silent = match?.silent();
  const name = running.value?.silent;
  match?.stop();
  const was = running.value;
  ended();
  if (!was) return;
  viewer.abandon();
  if (silent && name !== undefined) {
    const when = silent.round < 0 ? 'when it was loaded' : `in round ${silent.round}`;
    problem.value = `stopped: ${name} did not answer ${when}`;
    formOpen.value = true;
  }
}

async function keep(
  order: MatchOrder,
  board: string,
  replay: string,
  scores: readonly number[],
  sidecar: RecentMatch['sidecar'],
): Promise<void> {
  await keepMatch({ at: Date.now(), order, board, scores, sidecar, replay: await gzip(replay) });
  recent.value = await recentMatches();
}

/** The replay of a match kept, gzipped. */
const bytesOf = async ({ replay }: RecentMatch): Promise<Uint8Array> => new Uint8Array(await replay.arrayBuffer());

async function watch(kept: RecentMatch): Promise<void> {
  stop();
  closeEditor();
  if (innerWidth < BESIDE) formOpen.value = false;
  if (!viewer.load(await bytesOf(kept), fileName(kept.order, kept.board))) return;
  showSidecar(kept.sidecar);
  viewer.play();
}

function again(kept: RecentMatch): void {
  const next = { ...kept.order, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 };
  game.value = next.game;
  boardName.value = kept.board;
  seed.value = next.seed;
  seats.value = next.players.map((player) => `${player.kind}/${player.name}`);
  if (kept.board === OF_SEED) void play();
  else start(next, kept.board);
}

async function download(kept: RecentMatch): Promise<void> {
  const text = replayText(await bytesOf(kept));
  if (!text.ok) throw new Error(text.problem.message);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text.value], { type: 'text/plain' }));
  link.download = fileName(kept.order, kept.board);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Shows a replay of the folder, with its sidecar where there is one. */
async function watchFile(path: string): Promise<void> {
  stop();
  closeEditor();
  if (innerWidth < BESIDE) formOpen.value = false;
  viewer.setAttribute('sidecar', folderUrl(sidecarName(path)));
  if (await viewer.open(folderUrl(path))) viewer.play();
  viewer.removeAttribute('sidecar');
}

function showSidecar(sidecar: RecentMatch['sidecar']): void {
  if (sidecar) viewer.loadSidecar(JSON.stringify(sidecar));
}

function fileName(order: MatchOrder, board: string): string {
  const names = order.players.map((player) => player.name).join('_');
  const ending = GAMES.find((each) => each.id === order.game)?.replayEnding ?? '';
  const parts = [order.game, board === OF_SEED ? '' : board.replace(/^.*\//, ''), `s${order.seed}`, names];
  return `${parts.filter((part) => part !== '').join('-')}${ending}`;
}

/** It is most of the script, and few need it at once. */
const Editor = lazy(() => import('./editor.tsx'));

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
  return <div ref={host} class={editing.value ? 'viewer-host covered' : 'viewer-host'} />;
}

/** So many are listed without being asked. */
const FEW = 8;

function Studio(): JSX.Element {
  useEffect(() => {
    void (async () => {
      await refreshPlayers();
      const left = openDraft();
      if (left) {
        const { game: id, before: name, source } = left;
        const known = own.value.find((player) => player.game === id && player.name === name);
        openEditor(known ?? { game: id, name, source, from: 'browser' });
      }
      recent.value = await recentMatches();
      await loadFolder();
      mendForm();
    })();
    const fold = (event: KeyboardEvent) => {
      const target = event.composedPath()[0] as HTMLElement;
      if (event.key.toLowerCase() !== 'f' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return;
      formOpen.value = !formOpen.value;
    };
    document.addEventListener('keydown', fold);
    return () => document.removeEventListener('keydown', fold);
  }, []);
  useEffect(() => {
    if (editing.value && innerWidth <= NARROW) formOpen.value = false;
  }, [editing.value]);
  return (
    <div class={formOpen.value ? 'studio' : 'studio folded'}>
      <aside class="side" id="form" aria-label="Match form">
        <header>
          <h1>
            <Logo size={24} /> Ludus
          </h1>
          <button
            type="button"
            class="quiet"
            title="Fold the form (F)"
            onClick={() => {
              formOpen.value = false;
            }}
          >
            Fold
          </button>
        </header>
        <Setup onPlay={() => void play()} onStop={stop} />
        <Recent
          onWatch={(kept) => void watch(kept)}
          onAgain={again}
          onDownload={(kept) => void download(kept)}
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
      <main>
        <ViewerHost />
        {editing.value && (
          <Suspense fallback={<p class="hint">The editor comes …</p>}>
            <Editor
              key={`${editing.value.game}/${editing.value.name}`}
              player={editing.value}
              onSave={() => void save()}
              onPlay={() => void play()}
              onDelete={(player) => void remove(player)}
              onClose={closeEditor}
            />
          </Suspense>
        )}
      </main>
    </div>
  );
}

render(<Studio />, document.getElementById('studio')!);
