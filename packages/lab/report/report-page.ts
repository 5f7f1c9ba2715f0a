import { readFileSync } from 'node:fs';
import { renderToString } from 'preact-render-to-string';
import type { RunSummary } from '../batch/results.ts';
import { type Html, html, verbatim } from './html.ts';
import { faults, surpriseList } from './matches.ts';
import type { ReportModel } from './model.ts';
import { budgets, scores } from './players.ts';
import { boards, matrix, ranking, seats, standings } from './tables.ts';

/** The files with which the page shows matches offline. */
export interface WatchData {
  /** The viewer's script, gzipped. */
  readonly viewer: Uint8Array;
  /** By match: its gzipped replay, and the round in which the surprising result was decided. */
  readonly replays: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly round: number }>;
}

const own = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** The common style of report pages. */
export const reportStyle = (): string => own('./report.css');

/**
 * The report as one HTML file that makes no network requests. `title` is plain text. `first` contains sections that
 * precede all others.
 */
export function reportPage(
  title: string,
  model: ReportModel,
  {
    watch,
    summary = {},
    first = [],
  }: { readonly watch?: WatchData | undefined; readonly summary?: RunSummary; readonly first?: readonly Html[] },
): string {
  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${verbatim('style', reportStyle())}
      </head>
      <body>
        <header>
          <p class="kicker">Ludus · laboratory</p>
          <h1>${title}</h1>
          <p class="facts">${facts(model)}</p>
          ${summary.sentence !== undefined && html`<p class="sentence">${summary.sentence}</p>`}
        </header>
        <main>
          ${first}
          ${standings(summary)}
          ${ranking(model)}
          ${matrix(model)}
          ${seats(model)}
          ${boards(model)}
          ${scores(model)}
          ${budgets(model)}
          ${surpriseList(model, watch?.replays)}
          ${faults(model)}
        </main>
        <footer>Intervals hold the true value 19 times in 20. Made by <code>ludus report</code>.</footer>
        ${watch && watchParts(watch)}
      </body>
    </html>
  `;
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function facts({ matches, players, boards }: ReportModel): string {
  return [
    `${matches.toLocaleString('en')} matches`,
    `${players.length} players`,
    boards.length === 1 ? `board ${boards[0]}` : `${boards.length} boards`,
  ].join(' · ');
}

function watchParts({ viewer, replays }: WatchData): Html[] {
  const data = (id: string, bytes: Uint8Array) =>
    html`<script type="application/gzip" id=${id}>${Buffer.from(bytes).toString('base64')}</script>`;
  return [
    html`
      <dialog id="watch" aria-label="Match">
        <form method="dialog"><button aria-label="Close the match">✕</button></form>
        <div class="stage"></div>
      </dialog>
    `,
    data('viewer', viewer),
    ...[...replays].map(([match, { bytes }]) => data(`replay-${match}`, bytes)),
    verbatim('script', own('./watch.js')),
  ];
}
