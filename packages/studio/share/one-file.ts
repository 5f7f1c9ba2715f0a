import { ONE_FILE_POLICY } from '../server/policy.ts';

/** The contents of a page that shows one match. */
export interface OneFile {
  readonly title: string;
  /** The replay's file name and text. */
  readonly name: string;
  readonly replay: string;
  /** The replay's sidecar as JSON. */
  readonly sidecar: string | undefined;
  readonly round: number;
  /** The difference between the replay and the rules' result, if any, as a message. */
  readonly differs?: string | undefined;
  /** The viewer's scripts. */
  readonly scripts: readonly string[];
}

/** A page that shows a match without a server or network. */
export function oneFilePage({ title, name, replay, sidecar, round, differs, scripts }: OneFile): string {
  return pageWith({
    title,
    data: { name, replay, sidecar, round, differs },
    style: 'html, body, main { height: 100%; margin: 0 } ludus-viewer { display: block; height: 100% }',
    body: '<main><ludus-viewer page></ludus-viewer></main>',
    scripts: [...scripts, START],
  });
}

/**
 * A page that loads no other files. Its scripts read `data` as JSON from the element `data`. `style` and `body`:
 * trusted text.
 */
export function pageWith(page: {
  readonly title: string;
  readonly data: unknown;
  readonly style: string;
  readonly body: string;
  readonly scripts: readonly string[];
}): string {
  const data = JSON.stringify(page.data).replaceAll('<', '\\u003c');
  const code = page.scripts.map((script) => `<script>${script.replace(/<\/(?=script)/gi, '<\\/')}</script>`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${ONE_FILE_POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="dark light">',
    `<title>${escaped(page.title)}</title>`,
    `<style>${page.style}</style>`,
    '</head>',
    '<body>',
    page.body,
    `<script type="application/json" id="data">${data}</script>`,
    ...code,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const START = `
customElements.whenDefined('ludus-viewer').then(() => {
  const { name, replay, sidecar, round, differs } = JSON.parse(document.getElementById('data').textContent);
  const viewer = document.querySelector('ludus-viewer');
  viewer.load(replay, name);
  if (sidecar) viewer.loadSidecar(sidecar);
  if (differs) viewer.warn(differs);
  viewer.seek(round);
});
`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The viewer's scripts from this page's server, or a message if they aren't available. */
export async function viewerScripts(base: string): Promise<readonly string[] | string> {
  const scripts: string[] = [];
  for (const name of ['ludus-viewer.js', 'ludus-viewer-more.js']) {
    const answer = await fetch(`${base}viewer/${name}`).catch(() => undefined);
    const text = answer?.ok ? await answer.text() : undefined;
    // A server may answer a request for a missing file with a page instead of an error.
    if (text === undefined || text.trimStart().startsWith('<')) return `the viewer’s script cannot be fetched: ${name}`;
    scripts.push(text);
  }
  return scripts;
}
