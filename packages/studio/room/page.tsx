import { Icon } from '@ludus/viewer/icons.ts';
import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Announcements } from '../app/announce.tsx';
import { endHand, handMatch, showMarks } from '../app/hand.ts';
import { HandBar } from '../app/hand-bar.tsx';
import { followHand } from '../app/hand-input.ts';
import { keepFocus } from '../app/keep-focus.ts';
import { words } from '../words/words.ts';
import { Door } from './door.tsx';
import { followLanguage, LanguageChoice } from './language.tsx';
import { Lobby } from './lobby.tsx';
import {
  code,
  enter,
  holdUntil,
  isConnected,
  isLobbyOpen,
  problem,
  room,
  saveReplay,
  seat,
  shown,
  standIn,
  start,
  viewer,
} from './state.ts';
import '../app/studio.css';
import './room.css';

/**
 * Shows the page for matches with friends: a room's letters, its seats, and its match. `language`: the language that
 * the user chose in the server's other pages.
 */
export function renderRoom(parent: HTMLElement, language?: string | null): void {
  followLanguage(language);
  slotted('start', <LettersButton />);
  render(<RoomPage />, parent);
}

function slotted(slot: string, content: JSX.Element): void {
  const holder = document.createElement('div');
  holder.slot = slot;
  render(content, holder);
  viewer.append(holder);
}

function LettersButton(): JSX.Element | null {
  if (!room.value) return null;
  return (
    <button
      type="button"
      class="bar-button"
      aria-expanded={isLobbyOpen.value}
      title={words.value.lettersAndSeats}
      onClick={() => {
        isLobbyOpen.value = !isLobbyOpen.value;
      }}
    >
      <Icon name="menu" /> <b>{room.value.code}</b>
    </button>
  );
}

function RoomPage(): JSX.Element {
  useEffect(() => {
    enter();
    addEventListener('hashchange', enter);
    const stopMarks = showMarks(viewer);
    const stopHand = followHand(viewer);
    const stopKeeping = keepFocus();
    return () => {
      removeEventListener('hashchange', enter);
      stopMarks();
      stopHand();
      stopKeeping();
    };
  }, []);
  const isMatch = shown.value !== undefined;
  const isLobby = room.value !== undefined && (!isMatch || isLobbyOpen.value);
  return (
    <div class={isMatch ? 'room with-match' : 'room'}>
      <ViewerHost isShown={isMatch} />
      {isMatch && <Bar />}
      {isLobby && <Lobby />}
      {code.value === undefined && <Door />}
      {code.value !== undefined && !room.value && (
        <main class="room-card">
          <h1>{words.value.room(code.value)}</h1>
          {problem.value === '' ? (
            <p role="status">{words.value.looking}</p>
          ) : (
            <p class="problem" role="alert">
              {problem.value}
            </p>
          )}
          <p>
            <button
              type="button"
              onClick={() => {
                location.hash = '';
              }}
            >
              {words.value.otherLetters}
            </button>
          </p>
          <LanguageChoice />
        </main>
      )}
      {room.value && !isConnected.value && (
        <p class="room-break" role="alert">
          {words.value.broken}
        </p>
      )}
      <Announcements />
    </div>
  );
}

function ViewerHost({ isShown }: { isShown: boolean }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current!.append(viewer);
    return effect(() => {
      document.documentElement.style.colorScheme = viewer.viewer.theme.value;
    });
  }, []);
  return <div ref={host} class="viewer-host" hidden={!isShown} />;
}

/** Seconds until the match continues. */
function useSeconds(): number {
  const [now, setNow] = useState(0);
  const until = holdUntil.value;
  useEffect(() => {
    if (until === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return Math.ceil(Math.max(0, until - Math.max(now, until - room.value!.hold!.ms)) / 1000);
}

/** The reason for a pause. Screen readers don't read the seconds. */
function Hold(): JSX.Element {
  const seconds = useSeconds();
  const { hold, seats } = room.value!;
  const names = hold!.seats.map((at) => seats[at].name);
  return (
    <>
      {names.length === 0 ? words.value.goesOn : words.value.waiting(names)}{' '}
      <b class="hand-count" aria-hidden="true">
        {seconds}
      </b>
    </>
  );
}

/** The bar below the board: the choices of a person who plays, or the situation for spectators. */
function Bar(): JSX.Element | null {
  const isHost = room.value?.host === seat.value && seat.value >= 0;
  const host = room.value?.seats[room.value.host];
  const waits = room.value?.phase === 'over' && !isHost && host ? words.value.startsNext(host.name) : undefined;
  const note = room.value?.hold ? <Hold /> : waits;
  const again = isHost && room.value?.phase !== 'playing' ? () => void start() : undefined;
  const watch = () => {
    endHand();
    viewer.seek(0);
    viewer.play();
  };
  if (handMatch.value)
    return (
      <HandBar
        note={note}
        onAgain={again}
        onWatch={watch}
        onSave={() => void saveReplay()}
        onClose={() => {
          endHand();
          isLobbyOpen.value = true;
        }}
      />
    );
  const { end } = shown.value!;
  return (
    <section class="hand-bar hand-end" aria-label={words.value.match}>
      <p class="hand-status" role="status">
        {end ? words.value.over : (note ?? watching())} {end && note}
      </p>
      <div class="hand-doing">
        {again && (
          <button type="button" class="play" onClick={again}>
            {words.value.again}
          </button>
        )}
        {end && (
          <button type="button" onClick={() => void saveReplay()}>
            {words.value.saveReplay}
          </button>
        )}
      </div>
    </section>
  );
}

/** The situation for spectators. */
function watching(): string {
  const bot = standIn();
  if (bot !== undefined) return words.value.playsForYou(bot);
  const isSeen = viewer.viewer.timeline.value !== undefined;
  return isSeen ? words.value.youWatch : words.value.hidden;
}
