import type { Viewer } from '@ludus/viewer/player.ts';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { Premiere } from '../../api/premieres.ts';
import { keep, readKept } from '../data/browser-storage.ts';
import { now, serverMs } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import type { NewsFilter } from '../data/news.ts';
import { afterNewsMs } from '../data/retry-delays.ts';
import { sidesIn } from '../data/sides.ts';
import { number, t } from '../i18n/messages.ts';
import { CallForm, OwnCallLine } from './call-form.tsx';
import { Callers } from './callers.tsx';
import { Captions, CommentaryButton } from './captions.tsx';
import { Nothing } from './nothing.tsx';
import { Card, Shown } from './page.tsx';
import { PremiereBoard } from './premiere-board.tsx';
import { Seat } from './seat.tsx';

/** Whether the premiere is shown in this browser. */
const isOpen = signal(readKept('premiere') !== 'off');

function setOpen(open: boolean): void {
  isOpen.value = open;
  keep('premiere', open ? 'on' : 'off');
}

/**
 * Interval of requests for an awaited match, in milliseconds. The match may never be played, so events aren't enough.
 */
const WAITING_MS = 30_000;

type Side = ReturnType<typeof sidesIn<Premiere['match']['seats'][number]>>[number];
const nameOf = ([seat]: Side): string => seat.name;

/**
 * The premiere on the ladder's page: a match that all spectators see at the same moment, and whose winner they call
 * before it starts.
 */
export function PremiereCard({ contest }: { contest: Contest }): JSX.Element {
  if (isOpen.value) return <OpenPremiere contest={contest} />;
  return (
    <p class="premiere-shut">
      <button type="button" onClick={() => setOpen(true)}>
        {t('premiere.show')}
      </button>
    </p>
  );
}

function OpenPremiere({ contest }: { contest: Contest }): JSX.Element {
  // While the page waits for a match, the end of that match also reloads the premiere.
  const [waited, setWaited] = useState<number | 'any'>();
  const concerns: NewsFilter = (kind, news) => kind === 'premiere' || waited === 'any' || news.number === waited;
  const kinds = waited === undefined ? (['premiere'] as const) : (['premiere', 'match'] as const);
  const loaded = useLoad('premiere', { params: { contest: contest.slug } }, kinds, concerns);
  const premiere = loaded.value?.premiere;
  const isWaiting = premiere != null && premiere.starts === null;
  useEffect(() => {
    setWaited(premiere === null ? 'any' : isWaiting ? premiere?.match.number : undefined);
  }, [premiere === null, isWaiting, premiere?.match.number]);
  useReload(premiere, loaded.reload);
  const isFull = useFullScreen();
  // The next premiere isn't shown while a clip of the current premiere is being saved.
  const [isClipping, setClipping] = useState(false);
  const before = useRef(loaded.value);
  if (!isClipping) before.current = loaded.value;
  return (
    <Card
      title={t('premiere')}
      class="premiere"
      actions={
        <span class="premiere-actions">
          {premiere && <Phase premiere={premiere} />}
          <CommentaryButton />
          {document.fullscreenEnabled && (
            <button type="button" onClick={() => void toggleFullScreen()}>
              {isFull ? t('premiere.leave-full') : t('reveal.full')}
            </button>
          )}
          <button type="button" onClick={() => setOpen(false)}>
            {t('premiere.hide')}
          </button>
        </span>
      }
    >
      <Shown of={{ ...loaded, value: before.current }}>
        {(value) =>
          value.premiere ? (
            <div class="premiere-body" key={value.premiere.number}>
              <Stage contest={contest} premiere={value.premiere} onCalled={loaded.reload} onClipping={setClipping} />
              <Callers contest={contest.slug} callers={value.callers} />
            </div>
          ) : (
            <Nothing contest={contest} text={t('premiere.none')} />
          )
        }
      </Shown>
    </Card>
  );
}

const toggleFullScreen = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.querySelector('.premiere')?.requestFullscreen();

/** Returns whether an element is in full screen. The user can also leave full screen with Escape. */
function useFullScreen(): boolean {
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  return isFull;
}

/**
 * Reloads the premiere when its match ends, when the next premiere is due, and occasionally while the start isn't
 * known.
 */
function useReload(premiere: Premiere | null | undefined, reload: () => Promise<void>): void {
  const { starts = null, ends = null, next = null } = premiere ?? {};
  const [asked, ask] = useState(0);
  useEffect(() => {
    if (!premiere) return;
    const dues = [ends, next].flatMap((each) => (each === null ? [] : [Date.parse(each)]));
    const due = dues.find((each) => each > serverMs());
    const ms = starts === null ? WAITING_MS : due === undefined ? WAITING_MS : due - serverMs();
    const timer = setTimeout(() => {
      void reload();
      ask((n) => n + 1);
    }, ms + afterNewsMs(Math.random()));
    return () => clearTimeout(timer);
  }, [premiere?.number, starts, ends, asked]);
}

type PhaseName = 'card' | 'show' | 'result';

/** Returns the premiere's phase by the server's clock, which ticks once a second. */
function phaseOf({ starts, ends }: Premiere): PhaseName {
  void now.value;
  if (starts === null || serverMs() < Date.parse(starts)) return 'card';
  return ends !== null && serverMs() < Date.parse(ends) ? 'show' : 'result';
}

const secondsTo = (instant: string): number => Math.max(0, Math.ceil((Date.parse(instant) - now.value) / 1000));

function Phase({ premiere }: { premiere: Premiere }): JSX.Element {
  const { starts, known } = premiere;
  const phase = phaseOf(premiere);
  const text =
    phase === 'show'
      ? t('premiere.on')
      : phase === 'result'
        ? t('premiere.over')
        : starts === null
          ? t('premiere.waits')
          : t('premiere.begins', { n: secondsTo(starts) });
  return (
    <>
      <span class="badge quiet">{known ? t('premiere.repeat') : t('premiere.new')}</span>
      <span class={`badge ${phase === 'show' ? 'good' : 'busy'}`}>{text}</span>
    </>
  );
}

function Stage(props: {
  contest: Contest;
  premiere: Premiere;
  onCalled(): Promise<void>;
  /** Reports whether a clip of the match is being saved. */
  onClipping(is: boolean): void;
}): JSX.Element {
  const { contest, premiere, onCalled } = props;
  const { match, starts, ends, history } = premiere;
  const [viewer, setViewer] = useState<Viewer>();
  const isClipping = viewer?.clip.value ?? false;
  useEffect(() => props.onClipping(isClipping), [isClipping]);
  const phase = phaseOf(premiere);
  const sides = sidesIn(match.seats);
  const names = sides.map(nameOf);
  return (
    <div class="premiere-stage">
      {phase === 'card' || starts === null || ends === null ? (
        <Rivals contest={contest} premiere={premiere} onCalled={onCalled} />
      ) : (
        <>
          <Standing contest={contest} sides={sides} viewer={viewer} isOver={phase === 'result'} />
          <PremiereBoard
            contest={contest.slug}
            match={match.number}
            seats={match.seats}
            times={[Date.parse(starts), Date.parse(ends)]}
            onViewer={setViewer}
          />
          <div class="premiere-below">
            {viewer && (
              <Captions
                viewer={viewer}
                sides={sides.map((side) => side.map(({ seat }) => seat))}
                names={names}
                history={history}
                msPerRound={(Date.parse(ends) - Date.parse(starts)) / Math.max(1, viewer.last.value)}
              />
            )}
            {phase === 'result' ? (
              <Result contest={contest} premiere={premiere} names={names} viewer={viewer} />
            ) : (
              <OwnCallLine contest={contest.slug} premiere={premiere} names={names} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Before the start: the players and the calls. */
function Rivals(props: { contest: Contest; premiere: Premiere; onCalled(): Promise<void> }): JSX.Element {
  const { contest, premiere, onCalled } = props;
  const { match, history } = premiere;
  const sides = sidesIn(match.seats);
  return (
    <div class="premiere-card">
      <ul class="rivals">
        {sides.map((side, at) => {
          const place = history.places[at];
          return (
            <li key={side[0].seat}>
              {side.map(({ seat }) => (
                <Seat key={seat} game={contest.game} seat={seat} size={22} />
              ))}
              <strong>{nameOf(side)}</strong>
              {place != null && <span class="hint">{t('premiere.place', { n: place })}</span>}
            </li>
          );
        })}
      </ul>
      {premiere.known ? (
        <p class="hint">{t('call.known')}</p>
      ) : (
        <CallForm contest={contest} premiere={premiere} sides={sides} onCalled={onCalled} />
      )}
    </div>
  );
}

/**
 * The line above the board: the sides with their scores in the current round. When the result is public, the sides are
 * sorted by place.
 */
function Standing(props: {
  contest: Contest;
  sides: readonly Side[];
  viewer: Viewer | undefined;
  isOver: boolean;
}): JSX.Element {
  const { contest, sides, viewer, isOver } = props;
  if (isOver && sides.some(([{ place }]) => place !== null)) {
    const ranked = [...sides].sort(([one], [other]) => (one.place ?? 0) - (other.place ?? 0));
    return (
      <Seats
        contest={contest}
        sides={ranked}
        scores={ranked.map(([{ score }]) => score)}
        isFirst={(at) => ranked[at][0].place === ranked[0][0].place}
      />
    );
  }
  const timeline = viewer?.timeline.value;
  const summaries = timeline?.view.seats(timeline.frame(Math.min(viewer!.round.value, timeline.last)));
  const scores = sides.map(([{ seat }]) => {
    const score = summaries ? Number(summaries[seat].score) : Number.NaN;
    return Number.isFinite(score) ? score : undefined;
  });
  const most = Math.max(...scores.map((score) => score ?? 0));
  const differ = new Set(scores).size > 1;
  return <Seats contest={contest} sides={sides} scores={scores} isFirst={(at) => differ && scores[at] === most} />;
}

function Seats(props: {
  contest: Contest;
  sides: readonly Side[];
  scores: readonly (number | null | undefined)[];
  isFirst(at: number): boolean;
}): JSX.Element {
  const { contest, sides, scores, isFirst } = props;
  return (
    <p class="match-seats">
      {sides.map((side, at) => (
        <span key={side[0].seat} class={isFirst(at) ? 'seat first' : 'seat'}>
          {side.map(({ seat }) => (
            <Seat key={seat} game={contest.game} seat={seat} size={12} />
          ))}
          <span class="seat-name">{nameOf(side)}</span>
          {scores[at] != null && <span class="score">{number(scores[at])}</span>}
        </span>
      ))}
    </p>
  );
}

function Result(props: {
  contest: Contest;
  premiere: Premiere;
  names: readonly string[];
  viewer: Viewer | undefined;
}): JSX.Element {
  const { contest, premiere, names, viewer } = props;
  const { match, next } = premiere;
  const [, why] = viewer?.reasons.value ?? [];
  return (
    <div class="premiere-result">
      <OwnCallLine contest={contest.slug} premiere={premiere} names={names} />
      {why && (
        <p class="hint">
          {t('premiere.why')}: <span lang="en">{why}</span>
        </p>
      )}
      <p class="hint premiere-actions">
        {viewer && (
          <button
            type="button"
            onClick={() => {
              viewer.clip.value = true;
            }}
          >
            {t('premiere.clip')}
          </button>
        )}
        <a href={`/c/${contest.slug}/matches/${match.number}`}>{t('premiere.to-match')}</a>
        {next !== null && <span>{t('premiere.next', { n: secondsTo(next) })}</span>}
      </p>
    </div>
  );
}
