import { type Html, html } from './html.ts';
import type { Estimate } from './model.ts';

/**
 * Draws a point with its interval. The scale, which is common to all rows, is as wide as the column. `mark`: the
 * position of a thin line, such as the expected value.
 */
export function whisker(
  { mean, margin }: Estimate,
  low: number,
  high: number,
  mark: number | undefined,
  label: string,
): Html {
  const x = (value: number) => (4 + (192 * (Math.min(high, Math.max(low, value)) - low)) / (high - low)).toFixed(1);
  return html`
    <svg class="whisker" viewBox="0 0 200 20" preserveAspectRatio="none" role="img" aria-label=${label}>
      ${mark !== undefined && html`<path class="mark" d="M${x(mark)} 1V19" />`}
      <path class="range" d="M${x(mean - margin)} 10H${x(mean + margin)}" />
      <path class="dot" d="M${x(mean)} 10h0" />
    </svg>
  `;
}

/**
 * A small histogram of the scores. All histograms share the same scale; heights are relative to the largest column of
 * the same chart.
 */
export function histogram(values: readonly number[], low: number, high: number, label: string): Html {
  const bins = 40;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const at = Math.floor(((value - low) / (high - low || 1)) * bins);
    counts[Math.min(bins - 1, Math.max(0, at))]++;
  }
  const top = Math.max(...counts, 1);
  const columns = counts
    .map((count, i) => (count === 0 ? '' : `M${i * 10 + 1} 40v${(-38 * count) / top}h8v${(38 * count) / top}z`))
    .join('');
  return html`
    <svg class="histogram" viewBox="0 0 400 41" preserveAspectRatio="none" role="img" aria-label=${label}>
      <path class="base" d="M0 40H400" />
      <path class="bars" d=${columns} />
    </svg>
  `;
}

/** A bar that shows the parts of a whole side by side. Each part has a class and a style. */
export const stack = (label: string, parts: readonly { readonly look: string; readonly style: string }[]): Html => html`
  <div class="stack" role="img" aria-label=${label}>
    ${parts.map(({ look, style }) => html`<i class=${look} style=${style}></i>`)}
  </div>
`;

/** A cell coloured by how far a share (0 to 1) is above or below one half. */
export function shareCell(share: number, title: string, scale = 1): Html {
  if (Number.isNaN(share)) return html`<td class="share none">·</td>`;
  const away = Math.min(1, Math.abs(share - 0.5) * 2 * scale);
  const hue = share >= 0.5 ? 'good' : 'bad';
  return html`
    <td class="share ${hue}" style=${`--away:${(70 * away).toFixed(0)}%`} title=${title}>${(100 * share).toFixed(0)}</td>
  `;
}
