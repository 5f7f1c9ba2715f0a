import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { budgetAt } from '../player/budget.ts';
import { compareSeats, sidesOf, teamName } from '../player/sides.ts';
import type { Viewer } from '../player/state.ts';
import type { SeatSummary } from '../view/view.ts';
import { Icon, SeatMark } from './icons.tsx';

/** The players by rank. Their order in the page doesn't change, so that the focus stays in place. */
export function Seats({ viewer }: { viewer: Viewer }) {
  const list = useRef<HTMLUListElement>(null);
  const timeline = viewer.timeline.value;
  const sides = timeline ? sidesOf(timeline) : [];
  const summaries = timeline?.view.seats(timeline.frame(Math.min(viewer.round.value, timeline.last))) ?? [];
  const order = sides
    .map((_, at) => at)
    .sort((one, other) => compareSeats(summaries[sides[one][0]], summaries[sides[other][0]]));
  useSlide(list, order.join(), viewer.calm.value);
  if (timeline === undefined) return null;
  const { names, teams } = timeline;
  const leading = sides.filter(([seat]) => !summaries.some((other) => compareSeats(other, summaries[seat]) < 0));
  const scoreOf = (side: readonly number[]) => (
    <span class={leading.length === 1 && leading[0] === side ? 'seat-score leads' : 'seat-score'}>
      {summaries[side[0]].score}
    </span>
  );
  const listClass = `seats${viewer.tab.value === 'match' ? '' : ' compact'}${names.length > 4 ? ' many' : ''}`;
  if (!teams)
    return (
      <ul class={listClass} ref={list}>
        {sides.map((side, at) => (
          <li key={`${side[0]} ${names[side[0]]}`} style={{ order: order.indexOf(at) }}>
            <SeatCard viewer={viewer} seat={side[0]} summary={summaries[side[0]]} score={scoreOf(side)} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul class={listClass} ref={list}>
      {sides.map((side, team) => (
        <li key={side[0]} class="team" style={{ order: order.indexOf(team) }}>
          <h3>
            <span class="seat-name">{teamName(timeline, side) ?? `Team ${team + 1}`}</span>
            {scoreOf(side)}
          </h3>
          <ul>
            {side.map((seat) => (
              <li key={`${seat} ${names[seat]}`}>
                <SeatCard
                  viewer={viewer}
                  seat={seat}
                  summary={summaries[seat]}
                  isOne={teamName(timeline, side) !== undefined}
                />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** A seat's card. `isOne`: whether one bot plays all seats of the team, so that the heading has the bot's name. */
function SeatCard(props: { viewer: Viewer; seat: number; summary: SeatSummary; score?: JSX.Element; isOne?: boolean }) {
  const { viewer, seat, summary } = props;
  const { view, names } = viewer.timeline.value!;
  const budget = summary.status === -1 ? -1 : budgetAt(viewer, viewer.round.value, seat);
  const frozen = budget === -1;
  const color = view.seatColor(seat, viewer.theme.value);
  const pointed = viewer.seat.value === seat;
  const isOut = summary.alive === 0;
  const verdict = verdictOf(viewer, seat, summary);
  return (
    <button
      type="button"
      class={`seat${frozen ? ' frozen' : isOut ? ' out' : ''}`}
      style={{ '--seat': color }}
      aria-pressed={pointed}
      title={`Highlight ${names[seat]}’s ${view.unitsWord} (player ${seat + 1})`}
      onClick={() => {
        viewer.seat.value = pointed ? -1 : seat;
        if (viewer.tab.value !== 'events' && viewer.tab.value !== 'log') viewer.tab.value = 'match';
      }}
    >
      <SeatMark path={view.seatShape(seat)} color={color} size={18} />
      <span class="seat-name">{props.isOne ? `Seat ${seat + 1}` : names[seat]}</span>
      {props.score}
      <span class="seat-facts">
        {summary.facts.map((fact) => (
          <span key={fact.label}>
            {fact.label} <b>{fact.value}</b>
          </span>
        ))}
      </span>
      {frozen ? (
        <span class="seat-frozen">
          <Icon name="snow" />{' '}
          <span>
            {view.frozenWord}
            {verdict !== '' && `: ${verdict}`}
          </span>
        </span>
      ) : isOut && verdict !== '' ? (
        <span class="seat-verdict">{verdict}</span>
      ) : (
        budget !== undefined &&
        budget > 0 && (
          <span class="seat-budget">
            <span class="meter">
              <span style={{ width: `${Math.min(100, 100 * budget)}%` }} class={budget > 0.85 ? 'hot' : ''} />
            </span>
            <span>
              budget <b>{Math.round(budget * 100)}%</b>
            </span>
          </span>
        )
      )}
    </button>
  );
}

function verdictOf(viewer: Viewer, seat: number, summary: SeatSummary): string {
  return viewer.sidecar.value?.verdicts?.find((one) => one.seat === seat)?.sentence ?? summary.verdict ?? '';
}

const SLIDE_MS = 260;

/** Animates cards that change places. `order`: a text that changes whenever a place changes. */
function useSlide(list: RefObject<HTMLElement | null>, order: string, isCalm: boolean): void {
  const tops = useRef<readonly number[]>([]);
  useLayoutEffect(() => {
    const cards = [...(list.current?.children ?? [])] as HTMLElement[];
    const now = cards.map((card) => card.offsetTop);
    for (const [at, card] of cards.entries()) {
      const by = (tops.current[at] ?? now[at]) - now[at];
      if (by !== 0 && !isCalm)
        card.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
          duration: SLIDE_MS,
          easing: 'ease-out',
        });
    }
    tops.current = now;
  }, [order]);
}
