import { joined, organiserOf } from '@ludus/contest/testing.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { type Cookie, DESKTOP, mustBeUsable, PHONE, useStage } from './contest-support.ts';

describe.skipIf(noChromium)('the organiser’s pages with forms (skipped unless Chromium is installed)', () => {
  const stage = useStage({ plays: false });
  let organiser: Cookie[];
  beforeAll(async () => {
    organiser = stage.cookiesOf(await organiserOf(stage.server));
  });
  const open = async (path: string) => await stage.open(await stage.signedIn(organiser, DESKTOP), path);

  /** The visible error message, of which there must be only one. */
  const said = async (page: Page): Promise<string> => {
    const wrong = page.getByRole('alert');
    await wrong.waitFor();
    return (await wrong.textContent())!;
  };

  test('require only a title for a new contest, and hide real names by default', async () => {
    const page = await open('/organise/new');
    await page.getByLabel('Title').fill('Trails at once');
    const asked = page.locator('section.card').locator('legend, .field > label');
    expect(await asked.allTextContents()).toEqual(['Title', 'Game', 'Languages', 'Opens', 'Ends', 'Who may join']);
    await page.getByLabel('after approval by an organiser').check();
    await page.getByRole('button', { name: 'Create contest' }).click();
    await page.waitForURL('**/c/trails-at-once/manage');
    const { form } = await stage.server.context.store.db
      .selectFrom('contests')
      .select('form')
      .where('slug', '=', 'trails-at-once')
      .executeTakeFirstOrThrow();
    expect(form).toMatchObject({ open: true, approval: true, qualify: { builtin: null, wins: 1 } });
    expect(form.realNames).toBeUndefined();
    expect(form.boards.length).toBeGreaterThan(1);
  });

  test('show server errors, including those for checkboxes and long texts', async () => {
    const page = await open('/organise/new');
    const revision = page.getByLabel('Revision of the rules');
    await page.getByText('More settings').click();
    await page.locator('label.game', { hasText: 'Star War' }).click();
    await expect.poll(() => revision.locator('option').allTextContents()).toEqual(['1', '2']);
    await page.locator('label.game', { hasText: 'Trails' }).click();
    await expect.poll(() => revision.count()).toBe(0);
    await page.getByLabel('Title').fill('Trails');
    const boards = page.getByRole('group', { name: 'Boards' });
    await boards.getByRole('checkbox').first().waitFor();
    const names = await boards.getByRole('checkbox').count();
    for (let at = 0; at < names; at++) await boards.getByRole('checkbox').nth(at).uncheck();
    const make = page.getByRole('button', { name: 'Create contest' });
    await make.click();
    expect(await said(page)).toContain('Choose at least 1');
    expect(await boards.getAttribute('aria-invalid')).toBe('true');
    for (let at = 0; at < names; at++) await boards.getByRole('checkbox').nth(at).check();
    // A collapsed part with an error is expanded.
    await page.getByLabel('Short name').fill('');
    await page.getByText('More settings').click();
    await make.click();
    await page.getByLabel('Short name').fill('trails');
    const languages = page.getByRole('group', { name: 'Languages' });
    for (const box of await languages.getByRole('checkbox').all()) await box.uncheck();
    await make.click();
    expect(await said(page)).toContain('Choose at least 1');
    await mustBeUsable(page, 'what is wrong in a form');
    await languages.getByRole('checkbox', { name: 'TypeScript' }).check();
    await make.click();
    await page.waitForURL('**/c/trails/manage');

    await page.getByRole('link', { name: 'Open the roster' }).click();
    const csv = Buffer.from('id;name\r\n1;Jürgen Müller\r\n', 'latin1');
    await page.getByLabel('From a file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: csv });
    await page.getByText('read as Windows-1252').waitFor();
    expect(await page.getByLabel('Or paste text').inputValue()).toContain('Jürgen Müller');
    await page.getByLabel('Or paste text').fill('id,name\n1,"Ann');
    await page.getByRole('button', { name: 'Show changes' }).click();
    expect(await said(page)).toContain('line 2: a quotation mark is opened here');
    await page.getByLabel('Or paste text').fill('id,name\n,Ann\n2,\n');
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByText('line 3: the name is missing').waitFor();
    const lines = (await page.getByRole('alert').innerText()).split('\n');
    expect(lines).toEqual(['The roster is not valid:', 'line 2: the id is missing', 'line 3: the name is missing.']);
    await page.goto('/c/trails/manage');
    await page.getByRole('textbox', { name: 'Post an announcement' }).fill('   ');
    await page.getByRole('button', { name: 'Post' }).click();
    expect(await said(page)).toContain('the minimum is 1');
  });

  test('don’t send an empty number or a six-digit year', async () => {
    const page = await open('/c/trails/manage/matches');
    await page.getByText('Limits and rules').click();
    await page.getByLabel('Submissions per entrant per hour').fill('');
    await page.getByText('Limits and rules').click();
    const isValid = () => page.locator('form.wide').evaluate((form) => (form as HTMLFormElement).reportValidity());
    expect(await isValid()).toBe(false);
    // The part with the error is expanded.
    await page.getByLabel('Submissions per entrant per hour').waitFor();
    await page.getByLabel('Submissions per entrant per hour').fill('12');
    expect(await isValid()).toBe(true);
    await page.getByLabel('Seconds of fuel').fill('6');
    expect(await isValid()).toBe(false);
    await page.getByLabel('Seconds of fuel').fill('5');
    await page.goto('/c/trails/manage/dates');
    await page.getByLabel('Ends').fill('275760-01-01T00:00');
    expect(await isValid()).toBe(false);
    await page.getByLabel('Ends').fill('2020-01-01T00:00');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await said(page)).toContain('This end is in the past');
    expect(await page.getByLabel('Ends').getAttribute('aria-invalid')).toBe('true');
  });

  test('set a language’s fuel factor, and show the factor on the contest’s page', async () => {
    const page = await open('/c/trails/manage/matches');
    await page.getByText('Limits and rules').click();
    await page.getByLabel('Factor for TypeScript').fill('90');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await said(page)).toBe('A bot in this language would get 9 s of fuel. The allowed range is 0.01 to 5 s.');
    expect(await page.getByLabel('Factor for TypeScript').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Factor for TypeScript').fill('2.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.goto('/c/trails');
    await page.getByText('TypeScript × 2.5').waitFor();
    await page.goto('/c/trails/manage/matches');
    await page.getByText('Limits and rules').click();
    expect(await page.getByLabel('Factor for TypeScript').inputValue()).toBe('2.5');
  });

  test('submit a file byte for byte', async () => {
    const { db } = stage.server.context.store;
    const { code } = await db
      .selectFrom('contests')
      .select('code')
      .where('slug', '=', 'trails')
      .executeTakeFirstOrThrow();
    const theirs = stage.cookiesOf(await joined(stage.server.url, code, 'Bytes'));
    const page = await stage.open(await stage.signedIn(theirs, PHONE), '/c/trails');
    const buffer = Buffer.from([0x2f, 0x2f, 0xff, 0xfe, 0x0a]);
    await page.locator('input[type=file]').setInputFiles({ name: 'Mine.TS', mimeType: 'text/plain', buffer });
    await page.waitForURL('**/submissions/1');
    const { source, language } = await db
      .selectFrom('submissions')
      .select(['source', 'language'])
      .executeTakeFirstOrThrow();
    expect([Buffer.from(source!).toString('hex'), language]).toEqual([buffer.toString('hex'), 'typescript']);
  });

  test('fit tables of people and workers on a phone’s screen', async () => {
    const phone = await stage.signedIn(organiser, PHONE);
    for (const path of ['/organise/people', '/organise/workers']) {
      const page = await stage.open(phone, path);
      const table = page.locator('.scroll').first();
      await table.waitFor();
      expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBeLessThanOrEqual(0);
      await mustBeUsable(page, path);
      await page.close();
    }
  });

  test('show the audit log in the page’s language', async () => {
    const page = await open('/organise/audit');
    await page.getByRole('cell', { name: 'created a contest' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ca');
    await page.getByRole('cell', { name: 'ha creat un concurs' }).first().waitFor();
    await page.getByRole('combobox').first().selectOption('en');
    await page.getByRole('cell', { name: 'created a contest' }).first().waitFor();
  });

  test('show each error at its field when a final is planned on boards of different sizes', async () => {
    const page = await open('/c/trails/rounds');
    await page.getByRole('button', { name: 'New final' }).click();
    const next = page.getByRole('button', { name: 'Next' });
    const plan = page.getByRole('button', { name: 'Plan the final' });
    await page.getByLabel('Everyone meets everyone').check();
    await next.click();
    const boards = page.getByRole('group', { name: 'Boards', exact: true }).getByRole('checkbox');
    await boards.first().waitFor();
    const unchosen = await boards.evaluateAll((all) =>
      all.flatMap((box, at) => ((box as HTMLInputElement).checked ? [] : [at])),
    );
    expect(unchosen.length).toBeGreaterThan(0);
    await boards.nth(unchosen[0]).check();
    await page.getByLabel('Ties are played off').fill('2');
    await next.click();
    expect(await page.getByLabel('Title').inputValue()).toBe('The final');
    await page.getByLabel('Deadline').fill('2099-06-01T12:00');
    await plan.click();
    // The server's error message is shown at the field for the boards, on the previous step of the form.
    expect(await said(page)).toContain('same number of bots');
    await mustBeUsable(page, 'a round that cannot be');
    await boards.nth(unchosen[0]).uncheck();
    await next.click();
    await page.getByLabel('Marks', { exact: true }).selectOption('points');
    await page.getByLabel('Points: mark').fill('0: five');
    await page.getByLabel('The highest mark').fill('9.5');
    await page.getByLabel('Rounded', { exact: true }).selectOption('down');
    await plan.click();
    await said(page);
    expect(await page.getByLabel('Points: mark').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Points: mark').fill('0: 5; 0,5: 7,5; 1: 10');
    await plan.click();
    await page.getByRole('link', { name: /The final/ }).click();
    await page.getByRole('heading', { name: 'Terms' }).waitFor();
    const terms = (await page.locator('.facts-list').allTextContents()).join(' ');
    for (const each of ['first … places2', '0: 5; 0.5: 7.5; 1: 10', '0.1, down', '0 … 9.5'])
      expect(terms).toContain(each);
    await mustBeUsable(page, 'a round with marks');
  });
});
