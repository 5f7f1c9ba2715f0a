import { readFileSync } from 'node:fs';
import {
  type Html,
  histogram,
  html,
  percent,
  reportStyle,
  scroll,
  section,
  verbatim,
  width,
} from '@ludus/lab/report.ts';
import { renderToString } from 'preact-render-to-string';
import type { Pair } from '../compare/pairs.ts';
import { firstOf } from './first.ts';
import { type Comparison, type Side, sideOf } from './model.ts';
import { shownText } from './shown-text.ts';
import { sideBySide } from './side-by-side.ts';
import { received, who } from './words.ts';

/** Maximum number of lines in the table of pairs. */
const MAX_LINES = 200;

/** Forbids loading and running anything, whatever a source contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Returns the report as one HTML file without scripts. `show`: the number of pairs shown next to each other. */
export function similarPage(title: string, comparison: Comparison, show: number): string {
  const style = reportStyle() + readFileSync(new URL('./similar.css', import.meta.url), 'utf8');
  const { pairs } = comparison;
  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content=${POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${shownText(title)}</title>
        <link rel="icon" href="data:," />
        ${verbatim('style', style)}
      </head>
      <body>
        <header>
          <p class="kicker">Ludus · similar submissions</p>
          <h1>${shownText(title)}</h1>
          <p class="facts">${facts(comparison)}</p>
          <p class="sentence">${sentence(comparison)}</p>
        </header>
        <main>
          ${usualSection(comparison)}
          ${groupSection(comparison)}
          ${pairSection(comparison, show)}
          ${pairs.slice(0, show).map((pair, at) => sideBySide(comparison, pair, at + 1))}
        </main>
        <footer>
          Similar doesn’t mean copied: this page only shows where to look, and a person has to judge. Names, comments, types, and layout
          aren’t compared. Code that many entrants have counts little, and code given to everyone doesn’t count.
        </footer>
      </body>
    </html>
  `;
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function facts({ entrants, sources }: Comparison): string {
  const years = [...new Set(entrants.flatMap(({ year }) => (year === undefined ? [] : [year])))].sort();
  const now = entrants.filter(({ year }) => year === undefined).length;
  return [
    `${now} entrants`,
    `${sources.length} sources`,
    years.length > 0 && `compared with ${entrants.length - now} of ${years.map(shownText).join(', ')}`,
    [...new Set(sources.map(({ source }) => source.language))].sort().join(', '),
  ]
    .filter((each) => each !== false && each !== '')
    .join(' · ');
}

function sentence({ pairs, usual }: Comparison): string {
  const count = pairs.filter(({ similarity }) => similarity >= usual.unusual).length;
  const field = `Half of all pairs are less similar than ${percent(usual.median)}, and 99 of 100 are less similar than ${percent(usual.nearlyAll)}.`;
  if (count === 0) return `No pair stands out. ${field}`;
  return `${count === 1 ? 'One pair stands' : `${count} pairs stand`} out, with a similarity of ${percent(usual.unusual)} or more. ${field}`;
}

function usualSection({ pairs, usual }: Comparison): Html {
  const values = [
    ...pairs.map(({ similarity }) => similarity),
    ...new Array<number>(Math.max(0, usual.pairs - pairs.length)).fill(0),
  ];
  const words = `Similarity of ${usual.pairs} pairs: half are below ${percent(usual.median)}, nine of ten below ${percent(usual.most)}`;
  return section(
    'usual',
    'Similarity of all pairs',
    'Each pair of entrants is counted once, by its most similar versions. The height of a column grows with the logarithm of its number of pairs.',
    html`
      ${histogram(logarithmic(values), 0, 1, words)}
      <p class="axis"><span>0 %</span><span>50 %</span><span>100 %</span></p>
      <table class="bars"><tbody>
        ${[
          ['half of the pairs', usual.median],
          ['nine of ten', usual.most],
          ['99 of 100', usual.nearlyAll],
          ['unusual from', usual.unusual],
        ].map(
          ([what, share]) =>
            html`<tr><th scope="row">${what}</th><td class="chart">${bar(share as number)}</td><td class="number">${percent(share as number)}</td></tr>`,
        )}
      </tbody></table>
    `,
  );
}

/**
 * Scales the columns logarithmically, so that small counts are visible: a column's height is ten times the logarithm of
 * its count.
 */
function logarithmic(values: readonly number[]): number[] {
  const counts = new Array<number>(40).fill(0);
  for (const value of values) counts[Math.min(39, Math.floor(value * 40))]++;
  return counts.flatMap((count, at) => new Array<number>(Math.ceil(10 * Math.log2(count + 1))).fill((at + 0.5) / 40));
}

const bar = (share: number): Html => html`<div class="stack"><i class="part0" style=${width(share)}></i></div>`;

function groupSection(comparison: Comparison): Html | undefined {
  const { groups, entrants, pairs, sources, usual } = comparison;
  if (groups.length === 0) return undefined;
  const items = groups.map((group) => {
    const inside = pairs.filter(
      ({ left, similarity }) => similarity >= usual.unusual && group.includes(sources[left].source.entrant),
    );
    const links = inside.map(
      (pair) => html` <a href=${`#line-${pairs.indexOf(pair) + 1}`}>${percent(pair.similarity)}</a>`,
    );
    const names = group.map((entrant) => who({ ...entrants[entrant], version: '', year: entrants[entrant].year }));
    return html`<li><b>${names.join(', ')}</b><br /><span class="where">${inside.length === 1 ? 'one pair' : `${inside.length} pairs`}:${links.slice(0, 12)}${links.length > 12 && ' …'}</span></li>`;
  });
  return section(
    'groups',
    'Groups',
    'Entrants linked by unusually similar pairs. Two members of a group needn’t be similar: a source copied from two others links both.',
    html`<ol class="surprises">${items}</ol>`,
  );
}

function pairSection(comparison: Comparison, show: number): Html {
  const { pairs, usual } = comparison;
  if (pairs.length === 0)
    return section('pairs', 'Pairs', 'No two entrants share any code that is long enough to compare.');
  const more =
    pairs.length > MAX_LINES
      ? ` These are the first ${MAX_LINES} of ${pairs.length}. The CSV file has all of them.`
      : '';
  return section(
    'pairs',
    'Pairs',
    `The most similar pairs come first. Each pair of entrants is compared by its most similar versions. “Covered” is the share of one source that is found in the other. Tokens are words and signs of the program.${more}`,
    scroll(html`
      <table class="ranking">
        <thead>
          <tr>
            <th scope="col">rank</th><th scope="col">pair</th><th scope="col" class="chart"></th><th scope="col">similar</th>
            <th scope="col">covered</th><th scope="col" class="longest">longest part, tokens</th>
          </tr>
        </thead>
        <tbody>
          ${pairs.slice(0, MAX_LINES).map((pair, at) => pairLine(comparison, pair, at + 1, at < show, usual.unusual))}
        </tbody>
      </table>
    `),
  );
}

function pairLine(comparison: Comparison, pair: Pair, rank: number, linked: boolean, unusual: number): Html {
  const sides: readonly [Side, Side] = [sideOf(comparison, pair.left), sideOf(comparison, pair.right)];
  const first = firstOf(...sides);
  const names = html`${who(sides[0])}<br />${who(sides[1])}`;
  const [one, other] = sides.map((side, at) => received(side, first === at));
  const times = (one || other) && html`<br /><span class="where">${one ?? '–'}<br />${other ?? '–'}</span>`;
  const same =
    sides[0].name === sides[1].name &&
    html`<br /><span class="where">the same name in ${shownText(sides[0].year ?? sides[1].year ?? 'both')}</span>`;
  return html`
    <tr id=${`line-${rank}`}>
      <td class="rank">${rank}</td>
      <th scope="row">${linked ? html`<a href=${`#pair-${rank}`}>${names}</a>` : names}${times}${same}</th>
      <td class="chart">${bar(pair.similarity)}</td>
      <td class=${pair.similarity >= unusual ? 'number loud' : 'number'}>${percent(pair.similarity)}</td>
      <td class="number">${percent(pair.leftCovered)}<br />${percent(pair.rightCovered)}</td>
      <td class="number longest">${pair.longest}</td>
    </tr>
  `;
}
