import type { Viewer } from '../player/state.ts';
import { Icon, SeatMark } from './icons.tsx';

/** The facts about the selection on the board. */
export function Inspector({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const selection = viewer.selection.value;
  if (timeline === undefined || selection === undefined) return null;
  const { view, names } = timeline;
  const inspection = view.inspect(timeline.frame(Math.min(viewer.round.value, timeline.last)), selection);
  if (inspection === undefined) return null;
  const { seat } = inspection;
  return (
    <section class="inspector" aria-label="Inspector">
      <header>
        {seat >= 0 && <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, viewer.theme.value)} />}
        <h3>{inspection.title}</h3>
        {seat >= 0 && <span class="dim">{names[seat]}</span>}
        <button
          type="button"
          class="plain"
          aria-label="Close the inspector"
          onClick={() => {
            viewer.selection.value = undefined;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      <dl>
        {inspection.facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
