import type { JSX } from 'preact';
import type { ReplyOf } from '../../api/routes.ts';
import { moment, number, t } from '../i18n/messages.ts';

type Point = ReplyOf<'entrant'>['history'][number];

const WIDTH = 560;
const HEIGHT = 180;
const LEFT = 34;
const EDGE = 14;
/**
 * Maximum number of points that are drawn. More points wouldn't be distinguishable, so the other points are left out.
 */
const MAX_POINTS = 400;

/** A step chart of an entrant's place over time, with first place at the top. */
export function History({ history }: { history: readonly Point[] }): JSX.Element {
  if (history.length === 0) return <p class="hint">{t('entrant.no-history')}</p>;
  const every = Math.ceil(history.length / MAX_POINTS);
  const points = history.filter((_, i) => i % every === 0 || i === history.length - 1);
  const lowest = Math.max(2, ...points.map(({ place }) => place));
  const times = points.map(({ at }) => Date.parse(at));
  const [from, to] = [times[0], Math.max(times[times.length - 1], times[0] + 1)];
  const x = (i: number) => LEFT + ((times[i] - from) / (to - from)) * (WIDTH - LEFT - EDGE);
  const y = (place: number) => EDGE + ((place - 1) / (lowest - 1)) * (HEIGHT - 2 * EDGE - 14);
  const path = points.map(({ place }, i) =>
    i === 0 ? `M${x(0).toFixed(1)} ${y(place).toFixed(1)}` : `H${x(i).toFixed(1)}V${y(place).toFixed(1)}`,
  );
  const [first, last] = [points[0], points[points.length - 1]];
  const best = Math.min(...points.map(({ place }) => place));
  const told = t('entrant.history-told', { first: first.place, last: last.place, best });
  return (
    <figure class="history">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={told}>
        {ticks(lowest).map((place) => (
          <g key={place}>
            <line class="grid" x1={LEFT} x2={WIDTH - EDGE} y1={y(place)} y2={y(place)} />
            <text x={LEFT - 8} y={y(place) + 4} text-anchor="end">
              {number(place)}
            </text>
          </g>
        ))}
        <path class="curve" d={`${path.join('')}${points.length === 1 ? `H${WIDTH - EDGE}` : ''}`} />
        <circle class="end" cx={points.length === 1 ? WIDTH - EDGE : x(points.length - 1)} cy={y(last.place)} r="5" />
        <text x={LEFT} y={HEIGHT - 2}>
          {moment(first.at)}
        </text>
        <text x={WIDTH - EDGE} y={HEIGHT - 2} text-anchor="end">
          {moment(last.at)}
        </text>
      </svg>
      <figcaption class="hint">{told}</figcaption>
    </figure>
  );
}

/** Returns the places to label on the axis: at most five, from the first place to the lowest. */
function ticks(lowest: number): number[] {
  const step = Math.max(1, Math.ceil((lowest - 1) / 4));
  const found = [1];
  for (let place = 1 + step; place < lowest; place += step) found.push(place);
  if (lowest - found[found.length - 1] < step / 2 && found.length > 1) found.pop();
  return [...found, lowest];
}
