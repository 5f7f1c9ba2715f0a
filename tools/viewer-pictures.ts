import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import {
  boardText,
  mobBoard,
  replayOf,
  startBench,
  untilAnalysed,
  untilLoaded,
  type ViewerHandle,
} from '../e2e/viewer-support.ts';
import { CHROMIUM, FLAGS } from './browser/chromium.ts';

/**
 * Creates the pictures for the README and docs/drawing.md: plays a match, opens it in Chromium, and saves one picture
 * in docs/pictures. `node tools/viewer-pictures.ts` creates all pictures; `… drawing` creates only the named picture.
 */
interface Picture {
  readonly name: string;
  readonly replay: string;
  /** The players' logs and drawings. */
  readonly sidecar?: string;
  readonly theme: 'dark' | 'light';
  /** The share (0…1) of the match around which the liveliest round is searched for. */
  readonly around: number;
  readonly tab: string;
  readonly mode?: string;
  /** Size in CSS pixels; by default the size of the README's pictures. */
  readonly size?: { width: number; height: number };
}

/** Maximum size of a picture in the README, in bytes. */
const MAX_BYTES = 298_000;

const folder = new URL('../docs/pictures/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const all: Picture[] = [
  {
    name: 'madmax',
    replay: replayOf('madmax', ['Nux', 'Dummy', 'Demo', 'Dummy'], 11, boardText('madmax/default.cnf')),
    theme: 'dark',
    around: 0.3,
    tab: 'Match',
  },
  {
    name: 'starwar',
    replay: replayOf('starwar', ['Rogue', 'Dummy', 'Demo', 'Dummy'], 4, boardText('starwar/maze2.cnf')),
    theme: 'dark',
    around: 0.4,
    tab: 'Charts',
  },
  {
    name: 'angrymob',
    replay: replayOf('angrymob', ['Warlord', 'GravityGoers'], 1, mobBoard(42n)),
    theme: 'light',
    around: 0.5,
    tab: 'Charts',
  },
  {
    name: 'periscope',
    replay: replayOf('periscope', ['Orca', 'Barracuda'], 7, boardText('periscope/atoll.board')),
    theme: 'dark',
    around: 0.4,
    tab: 'Match',
  },
  {
    name: 'talltales',
    replay: replayOf('talltales', ['Sceptic', 'Actuary', 'Clerk'], 5, boardText('talltales/trio.board')),
    theme: 'dark',
    around: 0.3,
    tab: 'Match',
  },
  {
    name: 'drawing',
    ...drawn(),
    theme: 'dark',
    around: 0.16,
    tab: 'Log',
    size: { width: 1000, height: 520 },
  },
];
const wanted = process.argv.slice(2);
const pictures = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const bench = await startBench();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  for (const picture of pictures) {
    bench.files.set('/match', picture.replay);
    if (picture.sidecar !== undefined) bench.files.set('/match.json', picture.sidecar);
    const sidecar = picture.sidecar === undefined ? '' : '&sidecar=';
    const viewport = picture.size ?? { width: 1120, height: 660 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(`${bench.base}/viewer.html?file=match${sidecar}&theme=${picture.theme}&renderer=canvas`);
    await untilLoaded(page);
    await untilAnalysed(page);
    await page.evaluate(
      ([around, name]) => {
        const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
        const { viewer } = element;
        const wanted = Number(around) * element.rounds;
        const marks: { round: number; kind: string }[] = viewer.analysis.value.marks;
        const kills = marks.filter((mark) => mark.kind === 'kill' || mark.kind === 'death');
        kills.sort((a, b) => Math.abs(a.round - wanted) - Math.abs(b.round - wanted));
        element.seek(kills[0]?.round ?? Math.round(wanted));
        viewer.fileName.value = '';
        const frame = viewer.timeline.value.frame(element.round);
        if (name === 'drawing') element.seek(Math.round(wanted));
        else if (frame.view !== undefined)
          viewer.selection.value = { kind: 'unit', unit: [0, 1, 2, 3].find((unit) => frame.view.unitAlive(unit)) ?? 0 };
      },
      [String(picture.around), picture.name] as const,
    );
    await page.getByRole('tab', { name: picture.tab }).click();
    await page.waitForTimeout(1200);
    const path = `${folder}${picture.name}.png`;
    let png = await page.screenshot();
    for (const step of [2, 4, 6, 8]) if (png.length >= MAX_BYTES) png = await fewerColours(page, png, step);
    writeFileSync(path, png);
    console.log(`${path}: ${Math.round(statSync(path).size / 1000)} kB`);
    await page.close();
  }
} finally {
  await browser.close();
  await bench.close();
}

/** A match of a player that draws, with its sidecar, in the format of `ludus match`. */
function drawn(): { replay: string; sidecar: string } {
  const out = mkdtempSync(join(tmpdir(), 'ludus-picture-'));
  const root = new URL('../', import.meta.url).pathname;
  const replay = join(out, 'match.res');
  const board = 'packages/games/trails/boards/default.board';
  const args = ['match', 'players/drawing/Feeler.ts', 'Mole', '-i', board, '-s', '3', '-o', replay];
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'packages/cli/bin/ludus.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const read = { replay: readFileSync(replay, 'utf8'), sidecar: readFileSync(`${replay}.json`, 'utf8') };
  rmSync(out, { recursive: true });
  return read;
}

/** Reduces the picture to every `step`-th shade per channel, so that it compresses better. */
async function fewerColours(page: Page, png: Buffer, step: number): Promise<Buffer> {
  const data = await page.evaluate(
    async ([base64, by]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = canvas.getContext('2d')!;
      pen.drawImage(image, 0, 0);
      const pixels = pen.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < pixels.data.length; at++)
        if (at % 4 !== 3) pixels.data[at] = Math.round(pixels.data[at] / Number(by)) * Number(by);
      pen.putImageData(pixels, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1];
    },
    [png.toString('base64'), step] as const,
  );
  return Buffer.from(data, 'base64');
}
