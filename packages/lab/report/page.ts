import { readFileSync } from 'node:fs';
import type { RunSummary } from '../batch/run-summary.ts';
import { escapeHtml, histogram, percent, shareCell, whisker } from './charts.ts';
import type { ReportModel, Surprise } from './model.ts';

/** What the page needs to show matches in itself. */
export interface WatchData {
  /** The viewer's script, gzipped. */
  readonly viewer: Uint8Array;
  /** By match: its replay, gzipped, and the round in which the surprise was settled. */
  readonly replays: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly round: number }>;
}

const css = () => readFileSync(new URL('./report.css', import.meta.url), 'utf8');
const watchScript = () => readFileSync(new URL('./watch.js', import.meta.url), 'utf8');

/** The report as one HTML file that asks nobody for anything. `title`: plain text. */
export function reportPage(
  title: string,
  model: ReportModel,
  { watch, summary = {} }: { readonly watch?: WatchData | undefined; readonly summary?: RunSummary },
): string {
  const sections = [
    standings(summary),
    ranking(model),
    matrix(model),
    seats(model),
    boards(model),
    distributions(model),
    budgets(model),
    surpriseList(model, watch),
    faults(model),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${css()}</style>
</head>
<body>
<header>
<p class="kicker">Ludus · laboratory</p>
<h1>${escapeHtml(title)}</h1>
<p class="facts">${facts(model)}</p>
${summary.sentence === undefined ? '' : `<p class="sentence">${escapeHtml(summary.sentence)}</p>`}
</header>
<main>
${sections.filter(Boolean).join('\n')}
</main>
<footer>Intervals hold the true value 19 times in 20. Made by <code>ludus report</code>.</footer>
${watch === undefined ? '' : watchParts(watch)}
</body>
</html>
`;
}

function facts({ matches, players, boards }: ReportModel): string {
  const list = [
    `${matches.toLocaleString('en')} matches`,
    `${players.length} players`,
    boards.length === 1 ? `board ${boards[0]}` : `${boards.length} boards`,
  ];
  return list.map(escapeHtml).join(' · ');
}

/** With the minus sign that stands as wide as a digit. */
const minus = (number: string): string => number.replace('-', '−');

const section = (id: string, title: string, note: string, body: string): string =>
  `<section id="${id}"><h2>${title}</h2><p class="note">${note}</p>${body}</section>`;
const scroll = (body: string): string => `<div class="scroll" tabindex="0">${body}</div>`;

function standings({ standings: lines }: RunSummary): string {
  if (lines === undefined) return '';
  const rows = lines.map(
    ({ rank, name, points, note }) =>
      `<tr><td class="rank">${rank}</td><th scope="row">${escapeHtml(name)}</th><td class="number">${points.toFixed(2)}</td><td class="text">${escapeHtml(note)}</td></tr>`,
  );
  return section(
    'standings',
    'Final table',
    'As the tournament ended.',
    scroll(
      `<table class="ranking"><thead><tr><th></th><th scope="col">player</th><th scope="col">points</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    ),
  );
}

function ranking({ players, scale, seats }: ReportModel): string {
  const low = Math.min(...players.map(({ rating }) => rating.mean - rating.margin));
  const high = Math.max(...players.map(({ rating }) => rating.mean + rating.margin));
  const digits = scale === 'Elo' ? 0 : 1;
  const rows = players.map(({ name, rating, share, score, inFront, faults }, i) => {
    const text = `${minus(rating.mean.toFixed(digits))} ± ${rating.margin.toFixed(digits)}`;
    return `<tr><td class="rank">${i + 1}</td><th scope="row">${escapeHtml(name)}</th><td class="chart">${whisker(rating, low, high, undefined, `${name}: ${text}`)}</td><td class="number">${text}</td><td class="number">${percent(share.mean, 1)}</td>${seats === 2 ? '' : `<td class="number">${percent(inFront)}</td><td class="number">${score.mean.toFixed(1)}</td>`}<td class="number">${share.count}</td><td class="number${faults > 0 ? ' loud' : ''}">${faults}</td></tr>`;
  });
  const how =
    scale === 'Elo'
      ? 'Elo from all results at once; 0 is the mean of these players.'
      : 'openskill rating (25 = unknown) from all results in a fixed order.';
  return section(
    'ranking',
    'Ratings',
    `${how} Points are the share of ${seats === 2 ? 'wins, ties counting half' : 'the places below'}.`,
    scroll(
      `<table class="ranking"><thead><tr><th></th><th scope="col">player</th><th scope="col" colspan="2">${scale}, 95 % interval</th><th scope="col">points</th>${seats === 2 ? '' : '<th scope="col">in front</th><th scope="col">mean score</th>'}<th scope="col">matches</th><th scope="col">faults</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    ),
  );
}

function matrix({ matrix: { names, points, games }, cycles }: ReportModel): string {
  const heads = names.map((name) => `<th scope="col"><span>${escapeHtml(name)}</span></th>`).join('');
  const rows = names.map((name, i) => {
    const cells = names.map((other, j) =>
      i === j
        ? '<td class="share self"></td>'
        : shareCell(
            points[i][j] / (games[i][j] || Number.NaN),
            `${name} against ${other}: ${points[i][j]} of ${games[i][j]}`,
          ),
    );
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}</tr>`;
  });
  const circles =
    cycles.length === 0
      ? ''
      : `<div class="callout"><strong>No ranking tells all of this.</strong><ul>${cycles
          .slice(0, 6)
          .map(({ names: [a, b, c] }) => `<li>${[a, b, c, a].map(escapeHtml).join(' → ')}</li>`)
          .join('')}</ul>Each beats the next, beyond chance.</div>`;
  return section(
    'matrix',
    'Who beats whom',
    'Per cent of the points that the row takes from the column: 100 = always placed above, 50 = even.',
    scroll(`<table class="matrix"><thead><tr><td></td>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`) +
      circles,
  );
}

function seats({ seatShares }: ReportModel): string {
  const reach = Math.max(0.05, ...seatShares.map(({ mean, margin }) => Math.abs(mean - 0.5) + margin));
  const rows = seatShares.map((estimate, seat) => {
    const text = `${percent(estimate.mean, 1)} ± ${(100 * estimate.margin).toFixed(1)}`;
    const chart = whisker(estimate, 0.5 - reach, 0.5 + reach, 0.5, `seat ${seat}: ${text}`);
    return `<tr><th scope="row">seat ${seat}</th><td class="chart">${chart}</td><td class="number">${text}</td></tr>`;
  });
  const uneven = seatShares.some(({ mean, margin }) => Math.abs(mean - 0.5) > margin && margin > 0);
  return section(
    'seats',
    'Does the seat matter?',
    `Points by seat, whoever sat there; the line is an even share. ${uneven ? 'At least one seat differs from it by more than chance: either seats are not fair, or players did not sit in them equally often.' : 'No seat differs from it by more than chance.'}`,
    scroll(`<table class="bars"><tbody>${rows.join('')}</tbody></table>`),
  );
}

function boards({ boards: names, boardShares, players }: ReportModel): string {
  if (boardShares.length === 0) return '';
  const heads = players.map(({ name }) => `<th scope="col"><span>${escapeHtml(name)}</span></th>`).join('');
  const rows = boardShares.map((row, b) => {
    const cells = row.map(({ mean, count }, p) =>
      shareCell(mean, `${players[p].name} on ${names[b]}: ${count} matches`),
    );
    return `<tr><th scope="row">${escapeHtml(names[b])}</th>${cells.join('')}</tr>`;
  });
  return section(
    'boards',
    'Where are they strong?',
    'Points in per cent by board.',
    scroll(`<table class="matrix"><thead><tr><td></td>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`),
  );
}

function distributions({ players, seats }: ReportModel): string {
  if (seats === 2) {
    const rows = players.map(({ name, scores }) => {
      const share = (value: number) => scores.filter((score) => score === value).length / scores.length;
      const parts = [share(1), share(0.5), share(0)];
      const text = `${percent(parts[0])} won, ${percent(parts[1])} tied, ${percent(parts[2])} lost`;
      const bars = parts
        .map((part, i) => `<i class="part${i}" style="width:${(100 * part).toFixed(2)}%"></i>`)
        .join('');
      return `<tr><th scope="row">${escapeHtml(name)}</th><td class="chart"><div class="stack" role="img" aria-label="${text}">${bars}</div></td><td class="text">${text}</td></tr>`;
    });
    return section(
      'scores',
      'Won, tied, lost',
      'Of all games of each player.',
      scroll(`<table class="bars"><tbody>${rows.join('')}</tbody></table>`),
    );
  }
  const all = players.flatMap((player) => player.scores).sort((a, b) => a - b);
  const high = all[Math.floor(0.995 * (all.length - 1))] || 1;
  const rows = players.map(({ name, scores, score }) => {
    const label = `${name}: scores from ${Math.min(...scores)} to ${Math.max(...scores)}, mean ${score.mean.toFixed(1)}`;
    return `<tr><th scope="row">${escapeHtml(name)}</th><td class="chart">${histogram(scores, 0, high, label)}</td><td class="number">${score.mean.toFixed(0)} ± ${score.margin.toFixed(0)}</td></tr>`;
  });
  return section(
    'scores',
    'Scores',
    `How often each score came, from 0 to ${high.toLocaleString('en')} (what is above is in the last column), with the mean.`,
    scroll(`<table class="bars tall"><tbody>${rows.join('')}</tbody></table>`),
  );
}

function budgets({ players }: ReportModel): string {
  if (players.every((player) => player.budget === undefined)) return '';
  const rows = players.map(({ name, budget }) => {
    if (!budget)
      return `<tr><th scope="row">${escapeHtml(name)}</th><td class="chart"></td><td class="text">not counted</td></tr>`;
    const text = `${percent(budget.mean, 1)} on average, ${percent(budget.most, 1)} at most`;
    return `<tr><th scope="row">${escapeHtml(name)}</th><td class="chart"><div class="stack" role="img" aria-label="${text}"><i class="part0" style="width:${Math.min(100, 100 * budget.mean).toFixed(2)}%"></i><i class="most" style="width:${Math.min(100, 100 * (budget.most - budget.mean)).toFixed(2)}%"></i></div></td><td class="text">${text}</td></tr>`;
  });
  return section(
    'budget',
    'Budget',
    'The share of its budget that each player used in a match.',
    scroll(`<table class="bars"><tbody>${rows.join('')}</tbody></table>`),
  );
}

function surpriseList({ surprises, game }: ReportModel, watch: WatchData | undefined): string {
  if (surprises.length === 0) return '';
  const items = surprises.map((surprise) => surpriseItem(surprise, watch));
  const note = watch
    ? 'Judged by how these players did against each other in all matches. The link shows the round from which on the unexpected order stood.'
    : 'Judged by how these players did against each other in all matches. The run kept no replays: with <code>--replays</code> they can be watched here.';
  return section(
    'surprises',
    'Most surprising matches',
    note,
    `<ol class="surprises" data-game="${escapeHtml(game)}">${items.join('')}</ol>`,
  );
}

function surpriseItem({ line, above, below, chance }: Surprise, watch: WatchData | undefined): string {
  const order = line.players
    .map((name, seat) => ({ name, score: line.scores[seat], share: line.shares[seat] }))
    .sort((a, b) => b.share - a.share);
  const scores = order.map(({ name, score }) => `${escapeHtml(name)} <b>${score}</b>`).join(', ');
  const where = `${line.board === `seed${line.seed}` ? 'board of' : `${line.board},`} seed ${line.seed}`;
  const replay = watch?.replays.get(line.match);
  const link = replay
    ? `<a class="watch" href="#watch=${encodeURIComponent(line.match)}&amp;round=${replay.round}">Watch from round ${replay.round}</a>`
    : `<span class="watch none">won in round ${line.decided} of ${line.rounds}</span>`;
  return `<li><p class="odds"><b>${escapeHtml(above)}</b> above <b>${escapeHtml(below)}</b>, expected in ${percent(chance, chance < 0.1 ? 1 : 0)}</p><p>${scores}</p><p class="where">${escapeHtml(where)} · match ${escapeHtml(line.match)} ${link}</p></li>`;
}

const MOST_FAULTS = 40;

function faults({ faults: list, failures }: ReportModel): string {
  if (list.length + failures.length === 0)
    return section(
      'faults',
      'Faults',
      'No player crashed, was late or broke the rules, and every match has a result.',
      '',
    );
  const rows = [
    ...list.map(({ line, name, what, sentence }) => [line.match, name, what, sentence]),
    ...failures.map((line) => [line.match, '', 'no result', line.failure ?? '']),
  ];
  const shown = rows.slice(0, MOST_FAULTS);
  const body = shown
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
    .join('');
  const more = rows.length > shown.length ? ` The first ${shown.length} of them.` : '';
  return section(
    'faults',
    'Faults',
    `${rows.length} in all.${more}`,
    scroll(
      `<table class="faults"><thead><tr><th scope="col">match</th><th scope="col">player</th><th scope="col">what</th><th scope="col">why</th></tr></thead><tbody>${body}</tbody></table>`,
    ),
  );
}

function watchParts({ viewer, replays }: WatchData): string {
  const data = (id: string, bytes: Uint8Array) =>
    `<script type="application/gzip" id="${escapeHtml(id)}">${Buffer.from(bytes).toString('base64')}</script>`;
  return [
    '<dialog id="watch" aria-label="Match"><form method="dialog"><button aria-label="Close the match">✕</button></form><div class="stage"></div></dialog>',
    data('viewer', viewer),
    ...[...replays].map(([match, { bytes }]) => data(`replay-${match}`, bytes)),
    `<script>${watchScript()}</script>`,
  ].join('\n');
}
