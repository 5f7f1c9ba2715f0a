import { histogram, stack } from './charts.ts';
import { bars, type Html, html, percent, section, width } from './html.ts';
import type { ReportModel } from './model.ts';

export function scores(model: ReportModel): Html {
  return model.seats === 2 ? wonAndLost(model) : distributions(model);
}

function wonAndLost({ players }: ReportModel): Html {
  const rows = players.map(({ name, scores }) => {
    const share = (value: number) => scores.filter((score) => score === value).length / scores.length;
    const parts = [share(1), share(0.5), share(0)];
    const text = `${percent(parts[0])} won, ${percent(parts[1])} tied, ${percent(parts[2])} lost`;
    const chart = stack(
      text,
      parts.map((part, i) => ({ look: `part${i}`, style: width(part) })),
    );
    return html`<tr><th scope="row">${name}</th><td class="chart">${chart}</td><td class="text">${text}</td></tr>`;
  });
  return section('scores', 'Won, tied, lost', 'Shares of each player’s matches.', bars(rows));
}

function distributions({ players }: ReportModel): Html {
  const all = players.flatMap((player) => player.scores).sort((a, b) => a - b);
  const high = all[Math.floor(0.995 * (all.length - 1))] || 1;
  const rows = players.map(({ name, scores, score }) => {
    const label = `${name}: scores from ${Math.min(...scores)} to ${Math.max(...scores)}, mean ${score.mean.toFixed(1)}`;
    return html`
      <tr>
        <th scope="row">${name}</th><td class="chart">${histogram(scores, 0, high, label)}</td>
        <td class="number">${score.mean.toFixed(0)} ± ${score.margin.toFixed(0)}</td>
      </tr>
    `;
  });
  return section(
    'scores',
    'Scores',
    `Frequency of each score from 0 to ${high.toLocaleString('en')} (the last column includes higher scores), and the mean.`,
    bars(rows, 'bars tall'),
  );
}

export function budgets({ players }: ReportModel): Html | undefined {
  if (players.every((player) => player.budget === undefined)) return undefined;
  const rows = players.map(({ name, budget }) => {
    if (!budget)
      return html`<tr><th scope="row">${name}</th><td class="chart"></td><td class="text">not counted</td></tr>`;
    const text = `${percent(budget.mean, 1)} on average, ${percent(budget.most, 1)} at most`;
    const chart = stack(text, [
      { look: 'part0', style: width(budget.mean) },
      { look: 'most', style: width(budget.most - budget.mean) },
    ]);
    return html`<tr><th scope="row">${name}</th><td class="chart">${chart}</td><td class="text">${text}</td></tr>`;
  });
  return section('budget', 'Budget', 'The share of the budget that each player used in a match.', bars(rows));
}
