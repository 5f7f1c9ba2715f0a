import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { goal, parseCount, usualBoard } from '@ludus/cli/benchmarks.ts';
import { KITS } from '@ludus/cli/games.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import { buildViewer } from '@ludus/studio/build.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM, FLAGS } from '../tools/browser/chromium.ts';

/** Frames per second, and the longest frame in milliseconds, that a match should have. */
const GOAL = { perSecond: 60, longestMs: 50 } as const;
/** A screen shows 60 frames per second; a clock that is a little off shows fewer. */
const NEARLY = 0.97;
const SIZE = { width: 1280, height: 720 };

interface Options {
  readonly game?: string;
  readonly slowdown: number;
  readonly seconds: number;
}

/** `npm run bench -- viewer`: how smoothly a match of each game is shown on a slow computer, compared with an empty page. */
export function viewerBench(bench: Command): void {
  bench
    .command('viewer')
    .description('Measure how smoothly the viewer shows a match of each game')
    .option('--game <id>', 'only this game')
    .option('--slowdown <factor>', 'how many times slower the processor is, from 1', parseCount, 4)
    .option('--seconds <count>', 'seconds of each match at most, from 1', parseCount, 30)
    .addHelpText('after', '\nExample:\n  npm run bench -- viewer --game trails')
    .action((options: Options) => measure(options));
}

/** How a page was drawn. */
interface Smoothness {
  /** Milliseconds from each frame to the next one. */
  readonly gaps: readonly number[];
  /** Milliseconds of script and drawing in each frame. */
  readonly work: readonly number[];
}

async function measure({ game, slowdown, seconds }: Options): Promise<void> {
  const kits = KITS.filter((kit) => game === undefined || kit.game.id === game);
  if (kits.length === 0) throw new Error(`there is no game ${game}`);
  const address = pathToFileURL(join(await buildViewer(), 'viewer.html')).href;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  let isMissed = false;
  try {
    for (const kit of kits) {
      // In turns, so that a busy machine slows both.
      const empty = await watch(browser, address, undefined, slowdown, Math.min(5, seconds));
      const shown = await watch(browser, address, replayOf(kit), slowdown, seconds);
      isMissed = !report(kit.game.title, shown, empty) || isMissed;
    }
  } finally {
    await browser.close();
  }
  if (isMissed) process.exitCode = EXIT_NEGATIVE;
}

/** A match of the players that the game is shown with. */
function replayOf({ game, players, partners }: AnyKit): string {
  const { board } = usualBoard(game, 1);
  const runners = Array.from({ length: game.seatsOf(board) }, (_, seat) => {
    const name = partners.show[seat % partners.show.length];
    return players.find((player) => player.name === name)!.open();
  });
  let text = '';
  playMatchSync({ game, board, seed: 1, runners, record: (piece) => (text += piece) });
  return text;
}

/** Plays a match, or shows nothing, for some seconds on a slow processor. */
async function watch(
  browser: Browser,
  address: string,
  replay: string | undefined,
  slowdown: number,
  seconds: number,
): Promise<Smoothness> {
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'no-preference' });
  try {
    await page.goto(address);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await recorded(page, replay, seconds);
  } finally {
    await page.close();
  }
}

function recorded(page: Page, replay: string | undefined, seconds: number): Promise<Smoothness> {
  return page.evaluate(
    async ([text, most]) => {
      interface Handle extends HTMLElement {
        readonly playing: boolean;
        readonly viewer: { readonly frameTimes: number[] };
        load(replay: string): boolean;
        play(): void;
      }
      const element = document.querySelector<Handle>('ludus-viewer')!;
      const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
      if (text !== undefined) {
        element.load(text);
        // The first picture is painted before anything moves.
        for (let n = 0; n < 30; n++) await frame();
        element.play();
      }
      const { frameTimes } = element.viewer;
      frameTimes.length = 0;
      const [gaps, work]: [number[], number[]] = [[], []];
      let before = await frame();
      const end = before + 1000 * most;
      while (before < end && (text === undefined || element.playing)) {
        const now = await frame();
        gaps.push(now - before);
        before = now;
        work.push(...frameTimes.splice(0));
      }
      return { gaps, work };
    },
    [replay, seconds] as const,
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const perSecond = ({ gaps }: Smoothness): number => (1000 * gaps.length) / Math.max(1, sum(gaps));
const part = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;

/** Prints the figures of a game; false if a goal is missed. */
function report(title: string, shown: Smoothness, empty: Smoothness): boolean {
  const least = NEARLY * Math.min(GOAL.perSecond, perSecond(empty));
  const rate = perSecond(shown);
  const longest = Math.max(...shown.gaps);
  const most = Math.max(GOAL.longestMs, ...empty.gaps);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const [isQuick, isEven] = [rate >= least, longest <= most];
  const beside = `an empty page ${perSecond(empty).toFixed(1)}`;
  console.log(`${title}, ${shown.gaps.length} frames`);
  console.log(goal('  frames per second', `${rate.toFixed(1)} (${beside})`, `≥ ${least.toFixed(1)}`, isQuick));
  const late = shown.gaps.filter((gap) => gap > GOAL.longestMs).length;
  const told = `${ms(longest)}, ${late} over ${GOAL.longestMs} ms (an empty page ${ms(Math.max(...empty.gaps))})`;
  console.log(goal('  longest frame', told, `≤ ${ms(most)}`, isEven));
  console.log(
    `  script and drawing per frame: median ${ms(part(shown.work, 0.5))}, 95% ${ms(part(shown.work, 0.95))}, longest ${ms(Math.max(...shown.work))}`,
  );
  return isQuick && isEven;
}
