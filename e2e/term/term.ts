// The students of a term, and how they join and submit.
import { readFileSync } from 'node:fs';
import { catalog } from '@ludus/cli/benchmarks.ts';
import { PASSWORD } from '@ludus/contest/testing.ts';
import type { Page } from 'playwright-core';
import type { Size } from '../../tools/browser/use-browser.ts';
import { type Cookie, DESKTOP, MINUTES, type Stage } from '../contest-support.ts';

const SAMPLES = new URL('../../packages/games/trails/samples/', import.meta.url);
export const sample = (file: string): string => readFileSync(new URL(file, SAMPLES), 'utf8');
export const CONTEST = '/c/spring-2027';
/** The students, grouped by how they join the contest. */
export const GUEST = 'Joan Vila';
export const [ANNA, BERNAT] = ['Anna Puig', 'Bernat Tàpies'];
export const CARLA = 'Carla Mas';
export const [PAU, LUCIA, MARTA, NIL, DIDAC, EVA] = [
  'Pau Keys',
  'Lucía Gil',
  'Marta Roca',
  'Nil Serra',
  'Dídac Pons',
  'Eva Soler',
];
export const idOf = (name: string): string =>
  `${name.split(' ')[0].normalize('NFD').replace(/\p{M}/gu, '')}@uni.example`;
/**
 * The class's only bot that isn't made from a sample. In each round, it moves in the direction in which it can reach
 * the most cells.
 */
const PAUS = `import { type Cell, type Direction, TrailsPlayer } from 'ludus/trails';

const LOOKS_AHEAD = 400;

export default class Pau extends TrailsPlayer {
  play(): void {
    let best: Direction = this.heading;
    let most = -1;
    for (const way of [this.heading, this.left(this.heading), this.right(this.heading)]) {
      const room = this.roomFrom(this.next(way));
      if (room <= most) continue;
      most = room;
      best = way;
    }
    this.log('room', most);
    this.go(best);
  }

  private roomFrom(start: Cell): number {
    if (!this.isFree(start)) return -1;
    const seen = new Set<number>([this.index(start)]);
    const queue: Cell[] = [start];
    for (let at = 0; at < queue.length && queue.length < LOOKS_AHEAD; at++) {
      for (const way of this.exits(queue[at])) {
        const cell = this.next(way, queue[at]);
        const index = this.index(cell);
        if (seen.has(index)) continue;
        seen.add(index);
        queue.push(cell);
      }
    }
    return queue.length;
  }
}
`;
/**
 * By student: the name and text of a bot's file. Each sample tries the sides in a different order, so that no two bots
 * are identical.
 */
export const FILES: Readonly<Record<string, readonly [string, string]>> = {
  [GUEST]: ['Joan.js', sample('cyclist.js')],
  [ANNA]: ['Anna.ts', sample('cyclist.ts')],
  [BERNAT]: ['Bernat.py', sample('cyclist.py')],
  [CARLA]: ['Carla.cc', sample('cyclist.cc')],
  [LUCIA]: catalog.compilesRust?.() ? ['Lucia.rs', sample('Cyclist.rs')] : ['Lucia.cc', sample('cyclist.cc')],
  [MARTA]: ['Marta.py', sample('cyclist.py')],
  [PAU]: ['Pau.ts', PAUS],
};

/** The server and the people’s sessions, which the tests of a term share. */
export class Term {
  readonly stage: Stage;
  organiser: Cookie[] = [];
  /** The class code. */
  code = '';
  private readonly cookies = new Map<string, Cookie[]>();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** The organiser's page in this test. */
  async organise(path: string): Promise<Page> {
    return await this.stage.open(await this.stage.signedIn(this.organiser, DESKTOP), path);
  }

  /** A student's page in this test. Browsers are closed after each test. */
  async pageOf(name: string, path: string, size: Size = DESKTOP): Promise<Page> {
    const context = await this.stage.signedIn(this.cookies.get(name)!, size);
    return await this.stage.open(context, path);
  }

  async keep(name: string, page: Page): Promise<void> {
    this.cookies.set(name, await page.context().cookies());
  }

  /** Joins a student with a class code or a personal code. */
  async takesPart(name: string, by: string, size: Size = DESKTOP, contest = CONTEST): Promise<Page> {
    const page = await this.stage.open(await this.stage.newVisitor(size), `/join#${by}`);
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.waitFor();
    if ((await field.inputValue()) === '') await field.fill(name);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Take part' }).click();
    await page.waitForURL(`**${contest}`);
    await this.keep(name, page);
    return page;
  }

  /** Submits a file, and waits until it plays. `plays`: the text that the page then shows. */
  async handIn(page: Page, [name, text]: readonly [string, string], plays = 'It plays on the ladder.'): Promise<void> {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.waitForURL('**/submissions/*');
    await page.getByText(plays).waitFor({ timeout: MINUTES });
  }

  /** The time in that number of minutes, as for `datetime-local`, in this machine's time zone. */
  inMinutes(minutes: number): string {
    const at = new Date(Date.now() + 60_000 * minutes);
    return new Date(at.getTime() - 60_000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
  }
}
