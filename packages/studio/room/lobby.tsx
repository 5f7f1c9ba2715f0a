import { SeatMark } from '@ludus/viewer/icons.ts';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { encode } from 'uqr';
import { announce } from '../app/announce.tsx';
import { kitOf } from '../games/kits.ts';
import { viewOf } from '../games/views.ts';
import type { SeatView } from '../rooms/messages.ts';
import { words } from '../words/words.ts';
import { NameField } from './door.tsx';
import { LanguageChoice } from './language.tsx';
import { address, isLobbyOpen, problem, room, seat, shown, sit, stand, start, viewer } from './state.ts';

/** A room before and after its match: the letters for friends, the seats, and the button that starts the match. */
export function Lobby(): JSX.Element {
  const { code, game, boardName, seats, host, phase, watching } = room.value!;
  const isHost = seat.value >= 0 && seat.value === host;
  const isPlaying = phase === 'playing';
  const hasRoom = seats.some(({ kind }) => kind === 'bot');
  return (
    <main class={shown.value ? 'lobby over-match' : 'lobby'}>
      <section class="lobby-code" aria-label={words.value.way}>
        <p class="lobby-about">
          {kitOf(game)?.game.title ?? game} · {boardName}
        </p>
        <h1 class="letters" aria-label={words.value.room(code.split('').join(' '))}>
          {code}
        </h1>
        <Way code={code} />
      </section>
      <section class="lobby-seats" aria-label={words.value.seats}>
        <h2>{words.value.seats}</h2>
        <ul>
          {seats.map((each, at) => (
            <li key={at}>
              <Seat of={each} at={at} isHost={at === host} />
            </li>
          ))}
        </ul>
        {watching > 0 && <p class="hint">{words.value.watchers(watching)}</p>}
        {seat.value < 0 && !isPlaying && hasRoom && (
          <form
            class="lobby-form"
            onSubmit={(event) => {
              event.preventDefault();
              void sit();
            }}
          >
            <NameField />
            <button type="submit" class="play">
              {words.value.sit}
            </button>
          </form>
        )}
        {seat.value < 0 && (isPlaying || !hasRoom) && (
          <p class="hint">{isPlaying ? words.value.sitLater : words.value.allTaken}</p>
        )}
        {problem.value !== '' && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="lobby-doing">
          {isHost && !isPlaying && (
            <button type="button" class="play" onClick={() => void start()}>
              {phase === 'over' ? words.value.again : words.value.start}
            </button>
          )}
          {seat.value >= 0 && !isHost && !isPlaying && (
            <p class="hint" role="status">
              {words.value.startsIt(seats[host]?.name ?? '')}
            </p>
          )}
          {seat.value >= 0 && !isPlaying && (
            <button type="button" class="quiet" onClick={() => void stand()}>
              {words.value.stand}
            </button>
          )}
          {shown.value && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                isLobbyOpen.value = false;
              }}
            >
              {words.value.back}
            </button>
          )}
        </div>
        <p class="hint">{words.value.botsPlay}</p>
        <LanguageChoice />
      </section>
    </main>
  );
}

function Seat({ of, at, isHost }: { of: SeatView; at: number; isHost: boolean }): JSX.Element {
  const view = viewOf(room.value!.game);
  const theme = viewer.viewer.theme.value;
  const notes = [
    ...(at === seat.value ? [words.value.you] : []),
    ...(isHost ? [words.value.host] : []),
    ...(of.kind === 'bot' ? [words.value.freeSeat] : []),
    ...(of.standIn !== undefined ? [words.value.standIn(of.standIn)] : of.isHere ? [] : [words.value.away]),
  ];
  return (
    <>
      {view && <SeatMark path={view.seatShape(at)} color={view.seatColor(at, theme)} size={18} />}
      <b>{of.name}</b>
      {notes.length > 0 && <span class="hint">{notes.join(', ')}</span>}
    </>
  );
}

const LOOPBACK = /^(?:localhost|127\.|\[::1\])/;

/**
 * The address with its QR code. If only this machine can reach the page, explains how to open the page to other
 * machines.
 */
function Way({ code }: { code: string }): JSX.Element {
  const [said, setSaid] = useState('');
  const base = address.value ?? location.href.replace(/[?#].*$/, '');
  const link = `${base}#${code}`;
  const isHere = LOOPBACK.test(new URL(base).host);
  const copy = async () => {
    // A page over plain http can't access the clipboard.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const copied = await clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    const result = copied ? words.value.copied : words.value.copyByHand;
    setSaid(result);
    announce(result);
  };
  return (
    <>
      <QrCode text={link} label={words.value.qrCode(link)} />
      <p class="lobby-link">
        <span>{link}</span>{' '}
        <button type="button" class="quiet" onClick={() => void copy()}>
          {said === '' ? words.value.copy : said}
        </button>
      </p>
      {isHere && (
        <p class="hint">
          {words.value.onlyHere} <code>--host 0.0.0.0</code>.
        </p>
      )}
    </>
  );
}

/** An address as a QR code. Its colours are the same in both themes, so that cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }): JSX.Element {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#10131f" />
    </svg>
  );
}
