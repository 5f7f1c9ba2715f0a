import { hasChances, showsChances, toggleChances } from '../player/chances.ts';
import { seek } from '../player/playback.ts';
import { calledAt, compareSeats, sidesOf, teamName } from '../player/sides.ts';
import type { Viewer } from '../player/state.ts';
import type { Timeline } from '../view/view.ts';
import { SeatMark } from './icons.tsx';
import { canClip } from './keys.ts';

/** Maximum number of additional sentences about the result. */
const MAX_MORE = 3;

/**
 * The end of a match, shown in its last round: the result, the reasons, and the page's offers for the next step (the
 * slot `ending`).
 */
export function Ending({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  // The end of a live match is known only after its last text has arrived.
  void viewer.live.value;
  void viewer.analysed.value;
  if (
    timeline === undefined ||
    timeline.ending === undefined ||
    viewer.round.value < timeline.last ||
    viewer.playing.value
  )
    return null;
  const { view } = timeline;
  const places = placesOf(timeline);
  const winners = places.filter(({ place }) => place === 1);
  const winner = winners.length === 1 ? winners[0].side[0] : -1;
  const color = winner < 0 ? 'var(--line)' : view.seatColor(winner, viewer.theme.value);
  // The first sentence names the winner.
  const [, cause, ...more] = viewer.reasons.value;
  const turn = viewer.turn.value;
  return (
    <section class="ending" part="ending" aria-label="End of the match" style={{ '--seat': color }}>
      <div class="ending-says">
        <output>
          {winner >= 0 && <SeatMark path={view.seatShape(winner)} color={color} size={22} />}
          <b>{view.verdict(timeline)}</b>
        </output>
        {cause !== undefined && <p>{cause}</p>}
        {turn !== undefined && <p>{turn.text}</p>}
        {more.length > 0 && (
          <details>
            <summary>More about the match</summary>
            <p>{more.slice(0, MAX_MORE).join(' ')}</p>
          </details>
        )}
        <slot name="ending-more" />
      </div>
      <div class="ending-does">
        <ol class="places" aria-label="Places">
          {places.map(({ place, side, name, score }) => (
            <li key={side[0]}>
              <span class="dim">{place}.</span>
              {side.map((seat) => (
                <SeatMark
                  key={seat}
                  path={view.seatShape(seat)}
                  color={view.seatColor(seat, viewer.theme.value)}
                  size={12}
                />
              ))}
              <span class="place-name">{name}</span> <b>{score}</b>
            </li>
          ))}
        </ol>
        <div class="ending-next">
          {turn !== undefined && (
            <button type="button" class="tool wide" onClick={() => seek(viewer, turn.round, performance.now())}>
              Turning point: round {turn.round}
            </button>
          )}
          {hasChances(viewer) && !showsChances(viewer) && (
            <button type="button" class="tool wide" title="T" onClick={() => toggleChances(viewer)}>
              Chance of winning
            </button>
          )}
          {canClip(viewer) && (
            <button
              type="button"
              class="tool wide"
              onClick={() => {
                viewer.clip.value = true;
              }}
            >
              Save a clip
            </button>
          )}
          <slot name="ending" />
        </div>
      </div>
    </section>
  );
}

interface SidePlace {
  /** The side's place, counted from 1. Tied sides share a place. */
  readonly place: number;
  readonly side: readonly number[];
  readonly name: string;
  readonly score: string;
}

/** The sides of a finished match, best first. */
function placesOf(timeline: Timeline): SidePlace[] {
  const summaries = timeline.view.seats(timeline.frame(timeline.last));
  const sides = sidesOf(timeline);
  return sides
    .map((side) => ({
      place: 1 + sides.filter((other) => compareSeats(summaries[other[0]], summaries[side[0]]) < 0).length,
      side,
      name: teamName(timeline, side) ?? side.map((seat) => calledAt(timeline, seat)).join(', '),
      score: summaries[side[0]].score,
    }))
    .sort((one, other) => one.place - other.place);
}
