import type { Viewer } from '../player/state.ts';
import { Event } from './events-tab.tsx';

/** Maximum number of listed events, newest first. */
const MAX_LISTED = 12;

/** The newest events up to the shown round. */
export function Feed({ viewer }: { viewer: Viewer }) {
  void viewer.analysed.value;
  const round = viewer.round.value;
  const marks = viewer.analysis.value?.marks ?? [];
  const end = marks.findLastIndex((mark) => mark.round <= round) + 1;
  if (end === 0) return null;
  const first = Math.max(0, end - MAX_LISTED);
  return (
    <section class="feed" aria-label="Newest events">
      <ul>
        {marks
          .slice(first, end)
          .map((mark, n) => <Event key={first + n} viewer={viewer} mark={mark} isLast={false} />)
          .reverse()}
      </ul>
    </section>
  );
}
