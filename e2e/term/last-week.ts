// The last week of a term, and the time after it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LearningPlatform } from '@ludus/contest/testing.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf } from '../../tools/browser/use-browser.ts';
import { DESKTOP, MINUTES, PHONE } from '../contest-support.ts';
import { program } from '../program.ts';
import { ANNA, BERNAT, CARLA, CONTEST, FILES, GUEST, LUCIA, MARTA, NIL, PAU, type Term } from './term.ts';

const NEXT_TERM = '/c/autumn-2027';

/**
 * The tests from the freeze to the end of the term. `platformOf` returns the learning platform, once it has been
 * created.
 */
export function lastWeek(term: Term, platformOf: () => LearningPlatform): void {
  /** A folder that represents another machine, which has no access to the server. */
  let folder: string;
  let commitment: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-term-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Saves a file from a page. Returns its name in the folder. */
  async function saved(page: Page, button: Locator): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    writeFileSync(join(folder, download.suggestedFilename()), await contentOf(download));
    return download.suggestedFilename();
  }

  test('a frozen ladder accepts submissions only from the student with an extension', async () => {
    const page = await term.organise(`${CONTEST}/manage/dates`);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('frozen', { exact: true }).first().waitFor();
    const joan = await term.pageOf(GUEST, `${CONTEST}/mine`, PHONE);
    await joan.getByText('Joan.js').first().waitFor();
    expect(await joan.locator('input[type=file]').count()).toBe(0);
    const anna = await term.pageOf(ANNA, `${CONTEST}/mine`, PHONE);
    await anna.locator('input[type=file]').waitFor({ state: 'attached' });
  });

  test('a final with marks waits for the extension, and is played when the organiser ends the wait', async () => {
    const page = await term.organise(`${CONTEST}/rounds`);
    await page.getByRole('button', { name: 'New final' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Matches per entrant').fill('2');
    await page
      .getByRole('status')
      .filter({ hasText: /With 7 entrants, the final has \d+ matches/ })
      .waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Deadline').fill(term.inMinutes(2));
    await page.getByRole('combobox', { name: 'Marks' }).selectOption('evenly');
    await page.getByRole('button', { name: 'Plan the final' }).click();
    await page.getByRole('link', { name: /The final/ }).click();
    await page.getByText(`Extended: ${ANNA}`).waitFor();
    commitment = (await page.locator('.copy code').first().textContent())!;
    await page.goto(`${CONTEST}/entrants`);
    await page.getByRole('button', { name: `Change: ${ANNA}` }).click();
    await page.getByLabel('May submit until').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Change: ${ANNA}` }).waitFor();
    term.stage.play();
    await page.goto(`${CONTEST}/rounds/1`);
    await page.getByRole('link', { name: 'Watch the reveal' }).waitFor({ timeout: 4 * MINUTES });
  });

  test('the final is revealed to the audience, saved permanently, and published', async () => {
    const page = await term.organise(`${CONTEST}/rounds/1`);
    await page.getByRole('link', { name: 'Watch the reveal' }).click();
    await page.getByText('Ready? Press Next.').waitFor();
    const [notes] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Presenter’s notes' }).click(),
    ]);
    await notes.getByText('Ready? Press Next.').waitFor();
    while ((await page.locator('.reveal-podium').count()) === 0) await page.keyboard.press('PageDown');
    await notes.locator('.reveal-at').waitFor();
    const winner = (await page.locator('.place-1 .reveal-name').first().textContent())!;
    await page.getByRole('link', { name: 'Leave' }).click();
    // A test can't handle the browser's file dialog, so the page must use a download.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    const file = await saved(page, page.getByRole('button', { name: 'Save the reveal as a file' }));
    const shown = await (await term.stage.newVisitor(DESKTOP)).newPage();
    await shown.context().setOffline(true);
    await shown.goto(pathToFileURL(join(folder, file)).href);
    await shown.getByText('Ready? Press Next.').waitFor();
    while ((await shown.locator('.reveal-podium').count()) === 0) await shown.keyboard.press('PageDown');
    expect(await shown.locator('.place-1 .reveal-name').first().textContent()).toBe(winner);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    const theirs = await term.pageOf(NIL, `${CONTEST}/rounds/1`, PHONE);
    expect(await theirs.locator('.ladder tbody tr').first().textContent()).toContain(winner);
  });

  test('each linked student’s mark reaches the course once, and the other students are listed as not linked', async () => {
    const platform = platformOf();
    const page = await term.organise(`${CONTEST}/roster`);
    await page.getByRole('button', { name: /^It’s Joan Vila/ }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Who is this?').waitFor({ state: 'detached' });
    await page.goto(`${CONTEST}/platform`);
    await page.getByRole('button', { name: 'Read students' }).click();
    await page.getByText('0 added, 0 changed, 3 linked to the course, 0 unchanged').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Send marks' }).click();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    for (const name of [GUEST, ANNA, CARLA]) await row(name).getByText('sent', { exact: true }).waitFor();
    for (const name of [BERNAT, LUCIA, MARTA, NIL, PAU])
      await row(name).getByText('not linked to this course').waitFor();
    const sent = Object.fromEntries(platform.scores.map(({ userId, scoreGiven }) => [userId, scoreGiven]));
    for (const [at, name] of [CARLA, ANNA, GUEST].entries())
      expect(Number(await row(name).locator('td.number').textContent())).toBe(sent[`${101 + at}`]);
    await page.getByRole('button', { name: 'Send marks' }).click();
    await page.getByText(/^0 marks sent, 3 were already on the platform/).waitFor();
    expect(platform.scores).toHaveLength(3);
  });

  test('the results verify elsewhere, without the server', async () => {
    const page = await term.organise(`${CONTEST}/rounds/1`);
    const final = await saved(page, page.getByRole('link', { name: 'Export', exact: true }));
    await page.goto(`${CONTEST}/manage/end`);
    const all = await saved(page, page.getByRole('link', { name: 'With sources' }));
    const elsewhere = program(() => folder);
    expect(elsewhere.done('round', 'verify', final, '--commitment', commitment)).toMatch(/^ok /);
    expect(elsewhere.done('contest', 'verify', all, '--share', '0.05')).toMatch(/^OK/);
    // A manipulated leaderboard is detected.
    const lines = readFileSync(join(folder, all), 'utf8').trim().split('\n');
    const at = lines.findLastIndex((line) => line.startsWith('{"kind":"table"'));
    const table = JSON.parse(lines[at]);
    lines[at] = JSON.stringify({ ...table, rows: table.rows.toReversed() });
    writeFileSync(join(folder, 'forged.jsonl'), lines.join('\n'));
    expect(elsewhere.ludus('contest', 'verify', 'forged.jsonl', '--share', '0').status).toBe(1);
  });

  test('the next term’s comparison finds a source copied from the archived contest', async () => {
    const page = await term.organise(`${CONTEST}/manage/end`);
    await page.getByLabel('Title').fill('Autumn 2027');
    await page.getByRole('button', { name: 'Create copy' }).click();
    await page.waitForURL((url) => url.pathname === `${NEXT_TERM}/manage`);
    const code = (await page.locator('.big-code').textContent())!;
    // A copy has no dates, and starts when it is opened.
    await page.goto(`${NEXT_TERM}/manage/dates`);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Submissions are accepted, and matches are played.').waitFor();
    await page.goto(`${CONTEST}/manage/end`);
    await page.getByRole('button', { name: 'Archive the contest' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('This contest is archived: no one can change it').waitFor();
    const copied = FILES[PAU][1].replaceAll('room', 'space').replaceAll('Pau', 'Pol').replaceAll('way', 'd');
    const pol = await term.takesPart('Pol Nou', code, DESKTOP, NEXT_TERM);
    await term.handIn(pol, ['Pol.ts', copied]);
    const rita = await term.takesPart('Rita Font', code, DESKTOP, NEXT_TERM);
    await term.handIn(rita, FILES[BERNAT]);
    await page.goto(`${NEXT_TERM}/similar`);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: MINUTES });
    const first = page.getByRole('region', { name: 'Most similar pairs' }).locator('tbody tr').first();
    const names = (await first.textContent())!;
    for (const name of ['Pol Nou', PAU, 'Spring 2027']) expect(names).toContain(name);
  });
}
