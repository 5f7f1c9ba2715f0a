import { sidecarName } from '@ludus/game/sidecar.ts';
import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import { runPage } from '@ludus/viewer/page.ts';
import { replayText } from '@ludus/viewer/replay/open.ts';
import { Logo } from '@ludus/viewer/ui/icons.tsx';
import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { OF_SEED } from '../data/boards.ts';
import { forgetPlayer, keepPlayer, type OwnPlayer, ownPlayers } from '../data/own-players.ts';
import { forgetMatch, gzip, keepMatch, type RecentMatch, recentMatches } from '../data/recent.ts';
import { GAMES } from '../games/kits.ts';
import { VIEWS } from '../games/views.ts';
import type { MatchOrder } from '../match/order.ts';
import { type RunningMatch, runMatch } from '../match/run.ts';
import { Editor } from './editor.tsx';
import { folderUrl, loadFolder } from './folder.ts';
import { Recent } from './recent.tsx';
import { Setup } from './setup.tsx';
import {
  boardName,
  editing,
  folderReplays,
  game,
  orderOfForm,
  own,
  problem,
  recent,
  running,
  seats,
  seed,
  theme,
} from './state.ts';
import './studio.css';

defineLudusViewer(VIEWS);
/** It lives as long as the page; the editor only covers it. */
const viewer = new LudusViewerElement();
viewer.setAttribute('page', '');
let match: RunningMatch | undefined;

/** Plays what the form says; the match is followed while it is played. */
function play(): void {
  const order = orderOfForm();
  if (typeof order === 'string') problem.value = order;
  else start(order, boardName.value);
}

function start(order: MatchOrder, board: string): void {
  stop();
  problem.value = undefined;
  editing.value = undefined;
  running.value = { round: 0 };
  viewer.startLive(fileName(order, board));
  match = runMatch(order, (news) => {
    if (news.type === 'progress') {
      running.value = { round: news.round };
      viewer.feed(news.text);
      return;
    }
    running.value = undefined;
    match = undefined;
    if (news.type === 'problem') {
      problem.value = news.message;
      return;
    }
    viewer.load(news.replay, fileName(order, board));
    showSidecar(news.sidecar);
    viewer.play();
    void keep(order, board, news.replay, news.scores, news.sidecar);
  });
}

function stop(): void {
  match?.stop();
  match = undefined;
  if (running.value) viewer.finish();
  running.value = undefined;
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
  if (kept.board === OF_SEED) play();
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
  editing.value = undefined;
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

async function save(player: OwnPlayer, before: string): Promise<void> {
  if (player.name !== before) await forgetPlayer({ ...player, name: before });
  await keepPlayer(player);
  await refreshPlayers();
  if (!seats.value.includes(`own/${player.name}`)) {
    const old = seats.value.map((each) => (each === `own/${before}` ? `own/${player.name}` : each));
    seats.value = old.includes(`own/${player.name}`) ? old : [`own/${player.name}`, ...old.slice(1)];
  }
  editing.value = undefined;
}

async function remove(player: OwnPlayer): Promise<void> {
  await forgetPlayer(player);
  await refreshPlayers();
  seats.value = seats.value.map((each) => (each === `own/${player.name}` ? 'builtin/Null' : each));
  editing.value = undefined;
}

async function refreshPlayers(): Promise<void> {
  own.value = [...(await ownPlayers()), ...own.value.filter((player) => player.from === 'folder')];
}

function ViewerHost(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current!.append(viewer);
    runPage(viewer);
    return effect(() => {
      theme.value = viewer.viewer.theme.value;
      document.documentElement.style.colorScheme = theme.value;
    });
  }, []);
  return <div ref={host} class={editing.value ? 'viewer-host covered' : 'viewer-host'} />;
}

function Studio(): JSX.Element {
  useEffect(() => {
    void (async () => {
      await refreshPlayers();
      recent.value = await recentMatches();
      await loadFolder();
    })();
  }, []);
  return (
    <div class="studio">
      <aside class="side">
        <h1>
          <Logo size={24} />
          Ludus
        </h1>
        <Setup onPlay={play} onStop={stop} />
        <Recent
          onWatch={(kept) => void watch(kept)}
          onAgain={again}
          onDownload={(kept) => void download(kept)}
          onForget={(kept) => void forgetMatch(kept.at).then(async () => (recent.value = await recentMatches()))}
        />
        {folderReplays.value.length > 0 && (
          <section class="files" aria-labelledby="files-title">
            <h2 id="files-title">Replays in this folder</h2>
            <ul>
              {folderReplays.value.map((path) => (
                <li key={path}>
                  <button type="button" class="watch" onClick={() => void watchFile(path)}>
                    {path}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </aside>
      <main>
        <ViewerHost />
        {editing.value && (
          <Editor
            key={editing.value.name}
            player={editing.value}
            onSave={(player, before) => void save(player, before)}
            onDelete={(player) => void remove(player)}
            onClose={() => {
              editing.value = undefined;
            }}
          />
        )}
      </main>
    </div>
  );
}

render(<Studio />, document.getElementById('studio')!);
