import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { counted, goal, usualBoard } from '@ludus/cli/benchmarks.ts';
import { KITS } from '@ludus/cli/games.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import { buildViewer } from '@ludus/studio/build.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM, FLAGS } from '../tools/browser/chromium.ts';

/**
 * Maximum time of the page's main thread, for a frame and for the longest task, in milliseconds. At 60 frames per
 * second, a frame has 1000 / 60 ms, and no task may block the picture for longer than 50 ms.
 */
const GOAL = { frameMs: 1000 / 60, longestMs: 50 } as const;
/** The share of frames that must reach the goal. */
const MIN_FRAME_SHARE = 0.95;
const SIZE = { width: 1280, height: 720 };

interface Options {
  readonly game?: string;
  readonly slowdown: number;
  readonly seconds: number;
}

/**
 * `npm run bench -- viewer`: how smoothly each game's match is shown on a slow computer, compared with an empty page.
 */
export function viewerBench(bench: Command): void {
  bench
    .command('viewer')
    .description('Measure how smoothly the viewer shows a match of each game')
    .option('--game <id>', 'only this game')
    .option('--slowdown <factor>', 'factor by which the processor is slowed down, from 1', counted, 4)
    .option('--seconds <count>', 'maximum number of seconds per match, from 1', counted, 30)
    .addHelpText('after', '\nExample:\n  npm run bench -- viewer --game trails')
    .action((options: Options) => measure(options));
}

/**
 * How smoothly a page is drawn. Main thread times are CPU time, so that other work on the machine has little effect.
 */
interface Smoothness {
  /** Main thread time from each frame to the next one, in milliseconds. */
  readonly frames: readonly number[];
  /** Time of the longest task in milliseconds. */
  readonly longest: number;
  /** Frames per second of wall-clock time. */
  readonly perSecond: number;
}

async function measure({ game, slowdown, seconds }: Options): Promise<void> {
  const kits = KITS.filter((kit) => game === undefined || kit.game.id === game);
  if (kits.length === 0) throw new Error(`there is no game ${game}`);
  const address = pathToFileURL(join(await buildViewer(), 'viewer.html')).href;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  let isMissed = false;
  try {
    for (const kit of kits) {
      const empty = await watch(browser, address, undefined, slowdown, Math.min(5, seconds));
      const shown = await watch(browser, address, replayOf(kit), slowdown, seconds);
      isMissed = !report(kit.game.title, shown, empty) || isMissed;
    }
  } finally {
    await browser.close();
  }
  if (isMissed) process.exitCode = EXIT_NEGATIVE;
}

/** The replay of a demonstration match between the game's default players. */
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

/** Plays a match, or shows an empty page, for some seconds on a throttled processor. */
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
    await page.evaluate(begin, replay);
    await browser.startTracing(page, {
      categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
    });
    const shown = await page.evaluate(playFor, [replay !== undefined, seconds] as const);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return { ...tasksOf(traceEvents), perSecond: shown };
  } finally {
    await page.close();
  }
}

/** Loads a match, and waits until its first picture is painted. */
async function begin(replay: string | undefined): Promise<void> {
  if (replay === undefined) return;
  document.querySelector<Handle>('ludus-viewer')!.load(replay);
  for (let n = 0; n < 30; n++) await new Promise((done) => requestAnimationFrame(done));
}

interface Handle extends HTMLElement {
  readonly playing: boolean;
  load(replay: string): boolean;
  play(): void;
}

/** Plays for some seconds. Returns the number of frames per second. */
async function playFor([isLoaded, seconds]: readonly [boolean, number]): Promise<number> {
  const element = document.querySelector<Handle>('ludus-viewer')!;
  const begun = performance.now();
  const end = begun + 1000 * seconds;
  if (isLoaded) element.play();
  let frames = 0;
  while (performance.now() < end && (!isLoaded || element.playing)) {
    await new Promise((done) => requestAnimationFrame(done));
    frames++;
  }
  return (1000 * frames) / (performance.now() - begun);
}

/** An event in a trace: its thread, start, and CPU time, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
}

/** The tasks of the main thread, which draws the frames. */
function tasksOf(events: readonly TraceEvent[]): Pick<Smoothness, 'frames' | 'longest'> {
  const starts = events.filter(({ name }) => name === 'FireAnimationFrame');
  const main = starts[0];
  if (main === undefined) throw new Error('the trace has no frames');
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main.pid && tid === main.tid)
    .map(({ ts, tdur = 0 }) => ({ ts, ms: tdur / 1000 }))
    .sort((one, other) => one.ts - other.ts);
  const frames: number[] = [];
  let at = 0;
  for (const { ts } of starts.toSorted((one, other) => one.ts - other.ts)) {
    let ms = 0;
    const first = at;
    for (; at < tasks.length && tasks[at].ts < ts; at++) ms += tasks[at].ms;
    // One task calls all callbacks that wait for a frame.
    if (at > first) frames.push(ms);
  }
  // Omits the work before the first frame, because this work doesn't belong to any frame.
  return { frames: frames.slice(1), longest: Math.max(...tasks.map(({ ms }) => ms)) };
}

const part = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;

/** Prints the figures of a game. Returns false if it misses a goal. */
function report(title: string, shown: Smoothness, empty: Smoothness): boolean {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const most = part(shown.frames, MIN_FRAME_SHARE);
  const [isQuick, isEven] = [most <= GOAL.frameMs, shown.longest <= GOAL.longestMs];
  console.log(`${title}, ${shown.frames.length} frames`);
  console.log(goal('  95% of the frames', `up to ${ms(most)}`, `≤ ${ms(GOAL.frameMs)}`, isQuick));
  console.log(goal('  longest task', ms(shown.longest), `≤ ${ms(GOAL.longestMs)}`, isEven));
  console.log(
    `  median ${ms(part(shown.frames, 0.5))}, an empty page ${ms(part(empty.frames, 0.5))}; frames per second here: ${shown.perSecond.toFixed(1)}, an empty page ${empty.perSecond.toFixed(1)}`,
  );
  return isQuick && isEven;
}
