import type { RunSummary } from '../batch/results.ts';
import { minus } from '../stats/sentence.ts';
import { shareCell, whisker } from './charts.ts';
import { bars, type Html, html, percent, scroll, section } from './html.ts';
import type { ReportModel } from './model.ts';

export function standings({ standings: lines }: RunSummary): Html | undefined {
  if (lines === undefined) return undefined;
  const rows = lines.map(
    ({ rank, name, points, note }) => html`
      <tr>
        <td class="rank">${rank}</td><th scope="row">${name}</th><td class="number">${points.toFixed(2)}</td>
        <td class="text">${note}</td>
      </tr>
    `,
  );
  return section(
    'standings',
    'Final table',
    'Final standings of the tournament.',
    scroll(html`
      <table class="ranking">
        <thead><tr><th></th><th scope="col">player</th><th scope="col">points</th><th></th></tr></thead>
        <tbody>${rows}</tbody>
      </table>
    `),
  );
}

export function ranking({ players, seats }: ReportModel): Html {
  const low = Math.min(...players.map(({ rating }) => rating.mean - rating.margin));
  const high = Math.max(...players.map(({ rating }) => rating.mean + rating.margin));
  const isDuel = seats === 2;
  const rows = players.map(({ name, rating, share, score, inFront, faults }, i) => {
    const text = `${minus(rating.mean.toFixed(0))} ± ${rating.margin.toFixed(0)}`;
    return html`
      <tr>
        <td class="rank">${i + 1}</td><th scope="row">${name}</th>
        <td class="chart">${whisker(rating, low, high, undefined, `${name}: ${text}`)}</td>
        <td class="number">${text}</td><td class="number">${percent(share.mean, 1)}</td>
        ${!isDuel && html`<td class="number">${percent(inFront)}</td><td class="number">${score.mean.toFixed(1)}</td>`}
        <td class="number">${share.count}</td><td class=${faults > 0 ? 'number loud' : 'number'}>${faults}</td>
      </tr>
    `;
  });
  const how = 'Elo by maximum likelihood, from all results at once; 0 is the mean of these players.';
  return section(
    'ranking',
    'Ratings',
    `${how} Points are the share of ${isDuel ? 'wins, ties counting half' : 'the other places that are below the bot’s place'}.`,
    scroll(html`
      <table class="ranking">
        <thead>
          <tr>
            <th></th><th scope="col">player</th><th scope="col" colspan="2">Elo, 95% interval</th>
            <th scope="col">points</th>
            ${!isDuel && html`<th scope="col">in front</th><th scope="col">mean score</th>`}
            <th scope="col">matches</th><th scope="col">faults</th>
          </tr>
        </thead>
        <tbody>${rows}</tbody>
      </table>
    `),
  );
}

/** A table of shares, with one column per name. */
const shareTable = (
  names: readonly string[],
  rows: readonly { readonly name: string; readonly cells: Html[] }[],
): Html =>
  scroll(html`
    <table class="matrix">
      <thead><tr><td></td>${names.map((name) => html`<th scope="col"><span>${name}</span></th>`)}</tr></thead>
      <tbody>${rows.map(({ name, cells }) => html`<tr><th scope="row">${name}</th>${cells}</tr>`)}</tbody>
    </table>
  `);

export function matrix({ matrix: { names, points, games }, cycles }: ReportModel): Html {
  const rows = names.map((name, i) => ({
    name,
    cells: names.map((other, j) =>
      i === j
        ? html`<td class="share self"></td>`
        : shareCell(
            points[i][j] / (games[i][j] || Number.NaN),
            `${name} against ${other}: ${points[i][j]} of ${games[i][j]}`,
          ),
    ),
  }));
  const circles = html`
    <div class="callout">
      <strong>No ranking can show these cycles.</strong>
      <ul>${cycles.slice(0, 6).map(({ names: [a, b, c] }) => html`<li>${[a, b, c, a].join(' → ')}</li>`)}</ul>
      Each bot beats the next one by more than chance.
    </div>
  `;
  return section(
    'matrix',
    'Who beats whom',
    'Percentage of the points that the row takes from the column: 100 = always placed above, 50 = even.',
    [shareTable(names, rows), cycles.length > 0 && circles],
  );
}

export function seats({ seatShares }: ReportModel): Html {
  const reach = Math.max(0.05, ...seatShares.map(({ mean, margin }) => Math.abs(mean - 0.5) + margin));
  const rows = seatShares.map((estimate, seat) => {
    const text = `${percent(estimate.mean, 1)} ± ${(100 * estimate.margin).toFixed(1)}`;
    const chart = whisker(estimate, 0.5 - reach, 0.5 + reach, 0.5, `seat ${seat}: ${text}`);
    return html`
      <tr><th scope="row">seat ${seat}</th><td class="chart">${chart}</td><td class="number">${text}</td></tr>
    `;
  });
  const isUneven = seatShares.some(({ mean, margin }) => Math.abs(mean - 0.5) > margin && margin > 0);
  const verdict = isUneven
    ? 'At least one seat differs from an even share by more than chance. Either the seats are unfair, or the bots didn’t play in all seats equally often.'
    : 'No seat differs from an even share by more than chance.';
  return section(
    'seats',
    'Does the seat matter?',
    `Points by seat, over all bots; the line is an even share. ${verdict}`,
    bars(rows),
  );
}

export function boards({ boards: names, boardShares, players }: ReportModel): Html | undefined {
  if (boardShares.length === 0) return undefined;
  const rows = boardShares.map((row, b) => ({
    name: names[b],
    cells: row.map(({ mean, count }, p) => shareCell(mean, `${players[p].name} on ${names[b]}: ${count} matches`)),
  }));
  const heads = players.map(({ name }) => name);
  return section('boards', 'Where are the bots strong?', 'Points by board, in percent.', shareTable(heads, rows));
}
