import { SeatMark } from '@ludus/viewer/icons.ts';
import { type GamePanel, paintThumbnail } from '@ludus/viewer/view.ts';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { template } from '../data/own-players.ts';
import { panels as panelsElsewhere } from '../games/external-views.ts';
import { viewOf } from '../games/views.ts';
import type { PlayerLanguage } from '../match/files.ts';
import { More } from '../more.tsx';
import { keepOrder } from '../rooms/tab-storage.ts';
import { disk } from './disk.ts';
import { beatOf, beats, HAND_CHOICE, handOf } from './hand.ts';
import { OpenFolder } from './open-folder.tsx';
import { openFiles, PLAYER_FILES, playerOfFiles } from './opened-files.ts';
import { CPP_NAME, isPlayground } from './page-variant.ts';
import { RevisionChoice } from './revision-choice.tsx';
import {
  board,
  boardName,
  boards,
  builtinNames,
  CHOICES,
  chooseBoard,
  chooseGame,
  chooseRevision,
  game,
  hasRooms,
  notice,
  ownHere,
  problem,
  revision,
  revisions,
  rulesOfForm,
  running,
  seatCount,
  seats,
  seed,
  serving,
  shownName,
  site,
  theme,
  usualPlayer,
} from './state.ts';
import { openEditor } from './writing.ts';

const OWN_PANELS = import.meta.glob<GamePanel>('../../games/*/view/studio.tsx', { import: 'Panel', eager: true });

/** The games' additions to the form, by game id. */
const PANELS: Readonly<Record<string, GamePanel>> = {
  ...Object.fromEntries(Object.entries(OWN_PANELS).map(([path, panel]) => [path.split('/')[3], panel])),
  ...panelsElsewhere,
};

/** The form: game, board, seed, and a player for each seat. */
export function Setup(props: { onPlay(): void; onHand(): void; onStop(): void }): JSX.Element {
  const only = boards.value.length === 1 ? boards.value[0] : undefined;
  const Panel = PANELS[game.value];
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        props.onPlay();
      }}
    >
      <fieldset class="games">
        <legend>Game</legend>
        {CHOICES.map(({ id, title }) => (
          <label key={id} class="game">
            <input type="radio" name="game" checked={game.value === id} onChange={() => chooseGame(id)} />
            <span style={{ background: viewOf(id)?.banner ?? '#3b4252' }}>{title}</span>
          </label>
        ))}
      </fieldset>
      <RevisionChoice revisions={revisions.value} value={revision.value} onChoose={chooseRevision} />
      {only?.from === 'seed' ? (
        <p class="hint">The game generates the map from this seed.</p>
      ) : (
        <fieldset class="boards">
          <legend>Board</legend>
          {boards.value.map((each) => (
            <label key={`${each.from}/${each.name}`} class="board" title={each.name}>
              <input
                type="radio"
                name="board"
                checked={boardName.value === each.name}
                onChange={() => {
                  chooseBoard(each.name);
                }}
              />
              <Thumbnail game={each.game} text={each.text} />
              <span>{each.name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <More />
      <div class="seed">
        <label for="seed">Seed</label>
        <input
          id="seed"
          type="number"
          min="0"
          max="2147483647"
          value={seed.value}
          onInput={(event) => {
            seed.value = Math.max(0, Math.trunc(Number(event.currentTarget.value) || 0));
          }}
        />
        <button
          type="button"
          title="Another seed"
          aria-label="Another seed"
          onClick={() => {
            seed.value = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
          }}
        >
          ⚄
        </button>
      </div>
      {board.value?.from === 'seed' && (
        <div class="map">
          <Thumbnail game={board.value.game} text={board.value.text} />
        </div>
      )}
      {Panel && serving.value.includes(game.value) && (
        <div class="panel">
          <Panel key={game.value} seed={seed.value} ask={(service, query) => askServer(game.value, service, query)} />
        </div>
      )}
      <fieldset class="seats">
        <legend>Players</legend>
        {Array.from({ length: seatCount.value }, (_, seat) => (
          <Seat key={seat} seat={seat} />
        ))}
        <div class="ways">
          {template(game.value, '') !== undefined && site.value?.scripts.includes(game.value) !== false && (
            <button type="button" class="quiet" onClick={() => newPlayer()}>
              Write a bot …
            </button>
          )}
          {site.value?.python[game.value] && template(game.value, '', 'python') !== undefined && (
            <button type="button" class="quiet" onClick={() => newPlayer('python')}>
              Write a bot in Python …
            </button>
          )}
          {site.value?.cpp[game.value] && (
            <button type="button" class="quiet" onClick={() => newPlayer('cpp')}>
              Write a bot in C++ …
            </button>
          )}
          {isPlayground && (
            <>
              <button type="button" class="quiet" onClick={() => void openPlayer()}>
                Open a bot’s files …
              </button>
              <OpenFolder />
            </>
          )}
        </div>
      </fieldset>
      <div class="go">
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        {running.value?.doing !== undefined && (
          <p class="hint" role="status">
            {running.value.doing} …
          </p>
        )}
        {notice.value !== undefined && <p class="hint notice">{notice.value}</p>}
        {running.value?.silent !== undefined && (
          <p class="problem" role="alert">
            {running.value.silent} does not respond
          </p>
        )}
        {running.value ? (
          <button key="stop" type="button" class="play stop" onClick={props.onStop}>
            {running.value.doing === undefined ? `Stop (round ${running.value.round})` : 'Stop'}
          </button>
        ) : (
          <>
            <button key="play" type="submit" class="play">
              Play
            </button>
            {handOf(game.value) && (
              <div class="hand-ways">
                <button key="hand" type="button" class="by-hand" onClick={props.onHand}>
                  Play it yourself
                </button>
                {hasRooms.value && (
                  <button key="friend" type="button" class="by-hand" onClick={playWithFriend}>
                    Play with a friend
                  </button>
                )}
              </div>
            )}
          </>
        )}
      </div>
      {!running.value && <Beat />}
    </form>
  );
}

/** The speed of a match that a person plays, in games that can be played against the clock. */
function Beat(): JSX.Element | null {
  const { value: id } = game;
  const choices = handOf(id)?.beatsMs;
  if (!choices) return null;
  return (
    <label class="beat">
      Your time per round
      <select
        value={beatOf(id)}
        onChange={(event) => {
          beats.value = { ...beats.value, [id]: Number(event.currentTarget.value) };
        }}
      >
        {choices.map((ms) => (
          <option key={ms} value={ms}>
            {ms === 0 ? 'no limit' : `${ms} ms`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Calls a game's service on the server. */
async function askServer(id: string, service: string, query: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch(`api/games/${id}/${service}?${new URLSearchParams(query)}`, { method: 'POST' }).catch(
    () => undefined,
  );
  if (!answer?.ok) throw new Error('the server does not respond');
  const said = (await answer.json()) as { readonly problem?: string };
  if (said.problem !== undefined) throw new Error(said.problem);
  return said;
}

function Seat(props: { seat: number }): JSX.Element {
  const { seat } = props;
  const view = viewOf(game.value);
  const chosen = seats.value[seat];
  const player = ownHere.value.find((each) => `own/${each.name}` === chosen);
  const onDisk = ownHere.value.filter(({ from }) => from === 'disk');
  const kept = ownHere.value.filter(({ from }) => from !== 'disk');
  return (
    <div class={`seat seat-${seat}`}>
      <label>
        {view && <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, theme.value)} size={16} />}
        <span class="visually-hidden">Bot in seat {seat}</span>
        <select
          value={chosen}
          onChange={(event) => {
            seats.value = seats.value.map((each, at) => (at === seat ? event.currentTarget.value : each));
          }}
        >
          <optgroup label="Built-in bots">
            {builtinNames.value.map((name) => (
              <option key={name} value={`builtin/${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
          {handOf(game.value) && <option value={HAND_CHOICE}>You</option>}
          {kept.length > 0 && (
            <optgroup label="Yours">
              {kept.map(({ name }) => (
                <option key={name} value={`own/${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
          {onDisk.length > 0 && (
            <optgroup label={`In ${disk.value?.folder.name}`}>
              {onDisk.map(({ name, disk: files }) => (
                <option key={name} value={`own/${name}`}>
                  {files?.path}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {player && (
        <button type="button" class="quiet" onClick={() => openEditor(player)}>
          Edit
        </button>
      )}
    </div>
  );
}

/**
 * Opens the editor with a new player made from the game's sample. The player will be saved in the open folder, if there
 * is one.
 */
export function newPlayer(language?: PlayerLanguage): void {
  const names = new Set([...builtinNames.value, ...ownHere.value.map(shownName)]);
  const word = language === 'cpp' ? 'AIMine' : 'Mine';
  let name = word;
  for (let n = 2; names.has(name); n++) name = `${word}${n}`;
  const source = (language === 'cpp' ? cppTemplate(name) : template(game.value, name, language)) ?? '';
  const where = disk.value?.isOpen ? ({ from: 'disk', disk: { read: {} } } as const) : ({ from: 'browser' } as const);
  openEditor({ game: game.value, name, source, ...where, ...(language && { language }) });
}

/** The game's sample in C++, with the given name. */
const cppTemplate = (name: string): string | undefined =>
  site.value?.cpp[game.value]?.template.replaceAll(CPP_NAME, name.replace(/^AI(?=[A-Z])/, ''));

/** Opens a player's files from this machine. The extension of the main file determines the player's language. */
async function openPlayer(): Promise<void> {
  const { value: id } = game;
  const chosen = await openFiles(PLAYER_FILES);
  if (chosen.length === 0) return;
  const player = await playerOfFiles(id, chosen);
  if (typeof player === 'string') problem.value = player;
  else openEditor({ game: id, from: 'browser', ...player });
}

/**
 * Opens the page of rooms, which creates a room for the form's match. Built-in bots play the seats that no friend
 * takes.
 */
function playWithFriend(): void {
  const text = board.value?.text;
  if (text === undefined) {
    problem.value = 'choose a board';
    return;
  }
  const bots = seats.value.map((chosen, seat) =>
    chosen.startsWith(BUILTIN) ? chosen.slice(BUILTIN.length) : usualPlayer(seat).name,
  );
  keepOrder({ ...rulesOfForm(), board: text, boardName: boardName.value, bots });
  // Keeps the viewer's settings in the address.
  location.href = `room.html${location.search}`;
}

const BUILTIN = 'builtin/';

/** A small picture of a board, drawn by its game. `text`: the board file. */
function Thumbnail(props: { game: string; text: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = theme.value;
  useEffect(() => {
    const small = viewOf(props.game)?.thumbnail?.(props.text, colours);
    if (!canvas.current) return;
    // Some games have no small pictures of their boards.
    canvas.current.hidden = small === undefined;
    if (small) paintThumbnail(canvas.current, small);
  }, [props.game, props.text, colours]);
  return <canvas ref={canvas} class="thumbnail" role="img" aria-label="Preview of the board" />;
}
