import { readFileSync } from 'node:fs';
import { renderToString } from 'preact-render-to-string';
import { shareCell } from '../report/charts.ts';
import { type Html, html, scroll, section, verbatim } from '../report/html.ts';
import type { BenchmarkFile, BenchmarkResult } from './result.ts';

/** The card of a benchmark as one HTML file that makes no network requests. `titles`: titles of the games, by id. */
export function benchmarkCard(file: BenchmarkFile, titles: ReadonlyMap<string, string>): string {
  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Ludus benchmark</title>
        <link rel="icon" href="data:," />
        ${verbatim('style', readFileSync(new URL('../report/report.css', import.meta.url), 'utf8'))}
      </head>
      <body>
        <header>
          <p class="kicker">Ludus · benchmark</p>
          <h1>Places on the practice ladder</h1>
          <p class="facts">
            ${`Ludus ${file.release} · ${file.pairs} pairs of matches against each built-in opponent`}
          </p>
        </header>
        <main>
          ${file.results.map((result) => resultSection(result, titles.get(result.game) ?? result.game))}
          ${keySection(file)}
        </main>
        <footer>Intervals hold the true value 19 times in 20. Made by <code>ludus benchmark</code>.</footer>
      </body>
    </html>
  `;
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function resultSection(result: BenchmarkResult, title: string): Html {
  const { bot, language, budget, place, elo, opponents, state, problems, boards, disqualified } = result;
  const id = `${result.game}-${bot}`;
  const kind = [language ?? 'built-in', `budget ${budget}`].join(', ');
  if (place === null || elo === null)
    return section(
      id,
      `${title}: ${bot}`,
      `${kind} · ${state}`,
      html`<ul>${problems.map((each) => html`<li>${each}</li>`)}</ul>`,
    );
  const note = `${kind} · ${boards} hidden boards${disqualified === 0 ? '' : ` · disqualified in ${disqualified} matches`}`;
  return section(id, `${title}: ${bot}`, note, [
    html`<p class="sentence">
      Place <b>${place.value.toFixed(2)}</b> of ${opponents.length} (${place.low.toFixed(2)} to ${place.high.toFixed(2)}),
      about ${elo.value} Elo (${elo.low} to ${elo.high})
    </p>`,
    placeBar(result),
    scroll(html`
      <table class="matrix">
        <thead><tr><th scope="col">opponent</th><th scope="col">Elo</th><th scope="col">points, %</th></tr></thead>
        <tbody>
          ${opponents.map(
            ({ name, rating, share }) => html`
              <tr>
                <th scope="row">${name}</th>
                <td class="number">${rating}</td>
                ${shareCell(share!, `${bot} scored ${(100 * share!).toFixed(1)}% against ${name}`)}
              </tr>
            `,
          )}
        </tbody>
      </table>
    `),
  ]);
}

const [WIDTH, MARGIN] = [600, 20];

/** A bar that shows the interval of the bot's place, on a scale from 0 to the number of opponents. */
function placeBar({ place, opponents, bot }: BenchmarkResult): Html {
  const x = (value: number) => (MARGIN + ((WIDTH - 2 * MARGIN) * value) / opponents.length).toFixed(1);
  const ticks = Array.from({ length: opponents.length + 1 }, (_, n) => n);
  const { value, low, high } = place!;
  return html`
    <svg viewBox=${`0 0 ${WIDTH} 60`} role="img" aria-label=${`Place of ${bot}: ${value}`} style="width:100%;max-width:40rem">
      <path d=${`M${x(0)} 30H${x(opponents.length)}`} stroke="currentColor" opacity="0.3" />
      ${ticks.map(
        (tick) => html`
          <path d=${`M${x(tick)} 26V34`} stroke="currentColor" opacity="0.5" />
          <text x=${x(tick)} y="54" text-anchor="middle" font-size="14" fill="currentColor">${tick}</text>
        `,
      )}
      <path d=${`M${x(low)} 30H${x(high)}`} stroke="var(--accent)" stroke-width="8" opacity="0.5" />
      <circle cx=${x(value)} cy="30" r="8" fill="var(--accent)" />
    </svg>
  `;
}

/** Explains how to verify the card and repeat the benchmark. */
function keySection({ key, commitment, pairs, results }: BenchmarkFile): Html {
  const hashes = results.filter(({ sources }) => sources !== null);
  return section(
    'key',
    'Repeat the benchmark',
    'The key determines boards, seeds, and luck. The commitment is the SHA-256 of “ludus benchmark key KEY”. The organiser could publish it before the bots were known.',
    html`
      <p>Key: <code style="overflow-wrap:anywhere">${key}</code></p>
      <p>Commitment: <code style="overflow-wrap:anywhere">${commitment}</code></p>
      ${hashes.map(
        ({ bot, sources }) => html`<p>Sources of ${bot}: <code style="overflow-wrap:anywhere">${sources}</code></p>`,
      )}
      <pre style="overflow-x:auto">ludus benchmark FOLDER --pairs ${pairs} --key ${key}</pre>
    `,
  );
}
