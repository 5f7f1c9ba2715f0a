/** Reports as HTML pages. */
export { histogram } from './report/charts.ts';
export { type Html, html, percent, scroll, section, verbatim, width } from './report/html.ts';
export { reportModel, type Surprise } from './report/model.ts';
export { reportPage, reportStyle, type WatchData } from './report/report-page.ts';
