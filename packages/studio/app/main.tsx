import { append, finishLive, loadBytes, loadSidecar, loadText, startLive } from '@ludus/viewer/player/load.ts';
import { createViewer } from '@ludus/viewer/player/state.ts';
import { ViewerApp } from '@ludus/viewer/ui/app.tsx';
import { type JSX, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { forgetPlayer, keepPlayer, type OwnPlayer, ownPlayers } from '../data/own-players.ts';
import { forgetMatch, gunzip, gzip, keepMatch, type RecentMatch, recentMatches } from '../data/recent.ts';
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
} from './state.ts';
import './studio.css';

const viewer = createViewer();
let match: RunningMatch | undefined;

/** Plays what the form says; the match is followed while it is played. */
function play(): void {
  const order = orderOfForm();
  if (typeof order === 'string') problem.value = order;
  else start(order, game.value === 'angrymob' ? 'arena' : boardName.value);
}

function start(order: MatchOrder, board: string): void {
  stop();
  problem.value = undefined;
  editing.value = undefined;
  running.value = { round: 0 };
  startLive(viewer, fileName(order, board));
  match = runMatch(order, (news) => {
    if (news.type === 'progress') {
      running.value = { round: news.round };
      append(viewer, news.text);
      return;
    }
    running.value = undefined;
    match = undefined;
    if (news.type === 'problem') {
      problem.value = news.message;
      return;
    }
    loadText(viewer, news.replay, fileName(order, board));
    viewer.sidecar.value = news.sidecar;
    viewer.playing.value = true;
    void keep(order, board, news.replay, news.scores, news.sidecar);
  });
}

function stop(): void {
  match?.stop();
  match = undefined;
  if (running.value) finishLive(viewer);
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

async function watch(kept: RecentMatch): Promise<void> {
  stop();
  if (loadText(viewer, await gunzip(kept.replay), fileName(kept.order, kept.board)))
    viewer.sidecar.value = kept.sidecar;
  viewer.playing.value = true;
}

function again(kept: RecentMatch): void {
  const next = { ...kept.order, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 };
  game.value = next.game;
  boardName.value = kept.board;
  seed.value = next.seed;
  seats.value = next.players.map((player) => `${player.kind}/${player.name}`);
  if (next.game === 'angrymob') play();
  else start(next, kept.board);
}

async function download(kept: RecentMatch): Promise<void> {
  const text = await gunzip(kept.replay);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = fileName(kept.order, kept.board);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Shows a replay of the same origin, with its sidecar where there is one. */
async function watchUrl(url: string, name: string): Promise<void> {
  const address = new URL(url, location.href);
  const answer = address.origin === location.origin ? await fetch(address).catch(() => undefined) : undefined;
  if (!answer?.ok) {
    problem.value = `${name} cannot be read`;
    return;
  }
  stop();
  if (!loadBytes(viewer, new Uint8Array(await answer.arrayBuffer()), name)) return;
  address.pathname = `${address.pathname.replace(/\.gz$/, '')}.json`;
  const sidecar = await fetch(address).catch(() => undefined);
  if (sidecar?.ok) loadSidecar(viewer, await sidecar.text());
}

function fileName(order: MatchOrder, board: string): string {
  const names = order.players.map((player) => player.name).join('_');
  const extension = order.game === 'angrymob' ? '.mob' : '.res';
  return `${order.game}-${board.replace(/^.*\//, '')}-s${order.seed}-${names}${extension}`;
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

function Studio(): JSX.Element {
  useEffect(() => {
    void (async () => {
      await refreshPlayers();
      recent.value = await recentMatches();
      await loadFolder();
      const file = new URLSearchParams(location.search).get('file');
      if (file !== null) await watchUrl(file, decodeURIComponent(file.replace(/^.*\//, '')));
    })();
  }, []);
  return (
    <div class="studio">
      <aside class="side">
        <h1>
          <span class="logo" aria-hidden="true">
            ●▲■◆
          </span>{' '}
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
                  <button type="button" class="watch" onClick={() => void watchUrl(folderUrl(path), path)}>
                    {path}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </aside>
      <main>
        {editing.value ? (
          <Editor
            key={editing.value.name}
            player={editing.value}
            onSave={(player, before) => void save(player, before)}
            onDelete={(player) => void remove(player)}
            onClose={() => {
              editing.value = undefined;
            }}
          />
        ) : (
          <ViewerApp viewer={viewer} />
        )}
      </main>
    </div>
  );
}

render(<Studio />, document.getElementById('studio')!);
