import { SeatMark } from '@ludus/viewer/ui/icons.tsx';
import { GAME_VIEWS } from '@ludus/viewer/view/registry.ts';
import type { JSX } from 'preact';
import { TEMPLATES } from '../data/own-players.ts';
import { ArenaDoor } from './arena.tsx';
import {
  boardName,
  boards,
  builtinNames,
  chooseBoard,
  chooseGame,
  editing,
  GAME_CHOICES,
  game,
  offersArena,
  ownHere,
  problem,
  running,
  seatCount,
  seats,
  seed,
  theme,
} from './state.ts';
import { Thumbnail } from './thumbnail.tsx';

/** The form: game, board, seed, a player for each seat. */
export function Setup(props: { onPlay(): void; onStop(): void }): JSX.Element {
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
        {GAME_CHOICES.map(({ id, title }) => (
          <label key={id} class={`game game-${id}`}>
            <input type="radio" name="game" checked={game.value === id} onChange={() => chooseGame(id)} />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {game.value === 'angrymob' ? (
        <p class="hint">The map is the arena’s for this seed.</p>
      ) : (
        <fieldset class="boards">
          <legend>Board</legend>
          {boards.value.map((board) => (
            <label key={`${board.from}/${board.name}`} class="board" title={board.name}>
              <input
                type="radio"
                name="board"
                checked={boardName.value === board.name}
                onChange={() => {
                  chooseBoard(board.name);
                }}
              />
              <Thumbnail game={board.game} text={board.text} />
              <span>{board.name}</span>
            </label>
          ))}
        </fieldset>
      )}
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
      {game.value === 'angrymob' && <MobPreview />}
      {game.value === 'angrymob' && offersArena.value && <ArenaDoor />}
      <fieldset class="seats">
        <legend>Players</legend>
        {Array.from({ length: seatCount.value }, (_, seat) => (
          <Seat key={seat} seat={seat} />
        ))}
        <button type="button" class="quiet" onClick={() => newPlayer()}>
          Write a player …
        </button>
      </fieldset>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {running.value ? (
        <button key="stop" type="button" class="play stop" onClick={props.onStop}>
          Stop (round {running.value.round})
        </button>
      ) : (
        <button key="play" type="submit" class="play">
          Play
        </button>
      )}
    </form>
  );
}

function MobPreview(): JSX.Element {
  return (
    <div class="map">
      <Thumbnail game="angrymob" text={String(seed.value)} />
    </div>
  );
}

function Seat(props: { seat: number }): JSX.Element {
  const { seat } = props;
  const view = GAME_VIEWS.find((each) => each.id === game.value);
  const chosen = seats.value[seat];
  const player = ownHere.value.find((each) => `own/${each.name}` === chosen);
  return (
    <div class={`seat seat-${seat}`}>
      <label>
        {view && <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, theme.value)} size={16} />}
        <span class="visually-hidden">Player in seat {seat}</span>
        <select
          value={chosen}
          onChange={(event) => {
            seats.value = seats.value.map((each, at) => (at === seat ? event.currentTarget.value : each));
          }}
        >
          <optgroup label="Come with Ludus">
            {builtinNames.value.map((name) => (
              <option key={name} value={`builtin/${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
          {ownHere.value.length > 0 && (
            <optgroup label="Yours">
              {ownHere.value.map(({ name }) => (
                <option key={name} value={`own/${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {player && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            editing.value = player;
          }}
        >
          Edit
        </button>
      )}
    </div>
  );
}

function newPlayer(): void {
  const names = new Set([...builtinNames.value, ...ownHere.value.map((player) => player.name)]);
  let name = 'Mine';
  for (let n = 2; names.has(name); n++) name = `Mine${n}`;
  editing.value = { game: game.value, name, source: TEMPLATES[game.value], from: 'browser' };
}
