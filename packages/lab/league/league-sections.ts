import { type Html, html, scroll, section } from '../report/html.ts';
import type { RoundFile } from './format.ts';
import type { FileChange } from './source-changes.ts';

/** The changes of one bot before a round. */
export interface BotChanges {
  readonly round: number;
  readonly name: string;
  readonly changes: readonly FileChange[];
}

const [WIDTH, HEIGHT, MARGIN] = [800, 300, 40];

/** The sections that a league's page has, but the report of a single round doesn't. */
export const leagueSections = (rounds: readonly RoundFile[], changes: readonly BotChanges[]): Html[] => [
  curves(rounds),
  states(rounds),
  diffs(changes),
];

/** Names of all bots, in the order of the last round. */
const namesIn = (rounds: readonly RoundFile[]): string[] => rounds[rounds.length - 1].standings.map(({ name }) => name);

const colour = (index: number, count: number): string => `hsl(${Math.round((360 * index) / count)} 65% 50%)`;

function curves(rounds: readonly RoundFile[]): Html {
  const names = namesIn(rounds);
  const ratings = rounds.flatMap(({ standings }) => standings.flatMap(({ elo }) => elo ?? []));
  const [low, high] = [Math.min(0, ...ratings) - 20, Math.max(0, ...ratings) + 20];
  const x = (at: number) => MARGIN + ((WIDTH - 2 * MARGIN) * at) / Math.max(1, rounds.length - 1);
  const y = (elo: number) => HEIGHT - MARGIN / 2 - ((HEIGHT - MARGIN) * (elo - low)) / (high - low);
  const lines = names.map((name, n) => {
    const points = rounds.flatMap(({ standings }, at) => {
      const elo = standings.find((each) => each.name === name)?.elo ?? null;
      return elo === null ? [] : [`${x(at).toFixed(1)},${y(elo).toFixed(1)}`];
    });
    const dots = points.map((point) => {
      const [cx, cy] = point.split(',');
      return html`<circle cx=${cx} cy=${cy} r="4" fill=${colour(n, names.length)} />`;
    });
    return html`<g><polyline points=${points.join(' ')} fill="none" stroke=${colour(n, names.length)} stroke-width="2" />${dots}</g>`;
  });
  const legend = names.map(
    (name, n) => html`<span><b style=${`color:${colour(n, names.length)}`}>●</b> ${name}${' '}</span>`,
  );
  return section(
    'rounds',
    'Ratings by round',
    `Elo after each of ${rounds.length} rounds; the line is 0, the mean of the bots that played. A gap is a round without a rating.`,
    [
      html`
        <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Ratings by round" style="width:100%">
          <path d=${`M${MARGIN} ${y(0).toFixed(1)}H${WIDTH - MARGIN}`} stroke="currentColor" opacity="0.3" />
          ${lines}
        </svg>
      `,
      html`<p>${legend}</p>`,
    ],
  );
}

function states(rounds: readonly RoundFile[]): Html {
  const rows = namesIn(rounds).map((name) => {
    const cells = rounds.map(({ standings }) => {
      const { elo, state } = standings.find((each) => each.name === name)!;
      return html`<td class="number">${elo === null ? state : elo.toFixed(0)}</td>`;
    });
    return html`<tr><th scope="row">${name}</th>${cells}</tr>`;
  });
  const heads = rounds.map(({ round }) => html`<th scope="col">${round}</th>`);
  return section(
    'states',
    'Every round',
    'Elo, or the state of a bot that has none.',
    scroll(
      html`<table class="ranking"><thead><tr><th scope="col">bot</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`,
    ),
  );
}

function diffs(all: readonly BotChanges[]): Html {
  const shown = all.filter(({ changes }) => changes.length > 0);
  const items = shown.map(({ round, name, changes }) => {
    const counts = changes.map(({ path, kind, added, removed }) => `${path} ${kind}, +${added} −${removed}`);
    const patches = changes.map(({ patch }) => patch && scroll(html`<pre>${patch}</pre>`));
    return html`<details><summary>Round ${round}, ${name}: ${counts.join('; ')}</summary>${patches}</details>`;
  });
  const note = shown.length === 0 ? 'No bot changed between two rounds.' : 'The lines that changed before each round.';
  return section('changes', 'Changes', note, html`<div>${items}</div>`);
}
