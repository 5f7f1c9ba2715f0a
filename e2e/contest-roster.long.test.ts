import { joined, makeContest, organiserOf, PASSWORD } from '@ludus/contest/testing.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { contentOf } from '../tools/browser/use-browser.ts';
import { type Cookie, DESKTOP, mustBeUsable, PHONE, useStage } from './contest-support.ts';

const AT = '/c/course/roster';
const LIST = ['id,name,group', '1001,Anna Puig,A', '1002,Bernat Tàpies,A', '1003,Hugo Pons,B', '1004,Zoe Vila,B'];

// The tests build on each other, in the order of a teacher’s first week.
describe.skipIf(noChromium)('the roster’s page (skipped unless Chromium is installed)', () => {
  const stage = useStage({ plays: false });
  let organiser: Cookie[];
  let classCode: string;
  let teacher: Awaited<ReturnType<typeof organiserOf>>;
  beforeAll(async () => {
    teacher = await organiserOf(stage.server);
    classCode = await makeContest(teacher, { slug: 'course', title: 'Course', game: 'trails', boards: ['crossing'] });
    organiser = stage.cookiesOf(teacher);
  });
  const open = async (path = AT, size = DESKTOP) => await stage.open(await stage.signedIn(organiser, size), path);

  test('shows an upload’s changes before they are saved, and then every row with its state', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'No roster yet' }).waitFor();
    await mustBeUsable(page, 'no roster');
    await page.getByLabel('Or paste text').fill(LIST.join('\n'));
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByText('4 added, 0 changed, 0 unchanged').waitFor();
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(LIST.slice(1).map((line) => line.split(',')[1]));
    await mustBeUsable(page, 'a preview');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('4 rows · 0 joined · 4 missing').waitFor();
    await page.getByLabel('Search').fill('tapies');
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Bernat Tàpies']);
    await page.getByLabel('Search').fill('');
    await page.getByRole('button', { name: 'Joined' }).click();
    await page.getByText('No rows match.').waitFor();
    await page.close();
  });

  test('offers codes for printing, as CSV, and by email', async () => {
    const page = await open(`${AT}/codes`);
    await page.getByText('«link»').waitFor();
    const codes = await page.locator('.big-code').allInnerTexts();
    expect(new Set(codes).size).toBe(4);
    await mustBeUsable(page, 'codes');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const csv = (await contentOf(download)).toString();
    expect(csv).toContain(`"1001","Anna Puig","A","${codes[0]}","${stage.server.url}/join#${codes[0]}"`);
    // The printed page contains only the slips.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByText('«link»').isVisible()).toBe(false);
    expect(await page.getByText(codes[0]).isVisible()).toBe(true);
    // The codes are black in any theme.
    const colour = await page.getByText(codes[0]).evaluate((code) => getComputedStyle(code).color);
    expect(colour).toBe('rgb(0, 0, 0)');
    await page.close();
  });

  test('admits a student with a personal code, and links a student with the class code to a row in two clicks', async () => {
    const page = await open();
    const codeOf = async (name: string) =>
      (
        await page
          .getByRole('row', { name: new RegExp(name) })
          .locator('code')
          .innerText()
      ).trim();
    const theirs = await stage.open(await stage.newVisitor(PHONE), `/join#${await codeOf('Anna Puig')}`);
    await theirs.getByText('You’re on the roster of “Course” as Anna Puig.').waitFor();
    expect(await theirs.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Anna Puig');
    await mustBeUsable(theirs, 'joining by a personal code');
    await theirs.getByLabel('Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Take part' }).click();
    await theirs.waitForURL('**/c/course');
    await theirs.close();
    const waiting = await stage.open(await stage.newVisitor(PHONE), `/join#${classCode}`);
    await waiting.getByText('This code is for “Course”.').waitFor();
    await waiting.getByRole('textbox', { name: 'Name' }).fill('Zoe Vila');
    await waiting.getByLabel('Password').fill(PASSWORD);
    await waiting.getByRole('button', { name: 'Take part' }).click();
    await waiting.waitForURL('**/c/course');
    await waiting.close();
    await joined(stage.server.url, classCode, 'Ben Tapies');
    // The page updates without a reload.
    await page.getByText('4 rows · 1 joined · 3 missing').waitFor();
    await page.getByRole('heading', { name: 'Who is this?' }).waitFor();
    await mustBeUsable(page, 'people who wait');
    await page.getByRole('button', { name: 'It’s Bernat Tàpies · 1002' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('4 rows · 2 joined · 2 missing').waitFor();
    await page
      .getByRole('row', { name: /Bernat Tàpies/ })
      .getByRole('link', { name: 'Ben Tapies' })
      .waitFor();
    // The organiser first chooses another row by mistake, and then chooses no row, so that the other row becomes free
    // again.
    await page.getByRole('combobox', { name: 'Another row' }).selectOption('1003');
    await page.getByRole('button', { name: 'Choose this row' }).click();
    await page.getByText('4 rows · 3 joined · 1 missing').waitFor();
    await page.getByRole('button', { name: 'Change: Hugo Pons' }).click();
    await page.getByRole('button', { name: 'Unlink this row' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('4 rows · 2 joined · 2 missing').waitFor();
    await page.getByRole('button', { name: 'Let in without a row: Zoe Vila' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('guest', { exact: true }).waitFor();
    await page.close();
  });

  test('lets the organiser add, change, and remove rows, and is shown in each language', async () => {
    const page = await open();
    const add = page.getByRole('heading', { name: 'Add a row' }).locator('xpath=ancestor::section');
    await add.getByLabel('Id').fill('1005');
    await add.getByLabel('Name').fill('Iris Mas');
    await add.getByRole('button', { name: 'Add a row' }).click();
    await page.getByText('Iris Mas is now on the roster.').waitFor();
    await add.getByLabel('Id').fill('1005');
    await add.getByLabel('Name').fill('Iris Mas');
    await add.getByRole('button', { name: 'Add a row' }).click();
    await page.getByText('The id 1005 is already on the roster.').waitFor();
    await page.getByRole('button', { name: 'Change: Iris Mas' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    await mustBeUsable(page, 'an open row');
    const before = await page.locator('.opened code').innerText();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => page.locator('.opened code').innerText()).not.toBe(before);
    await page.locator('.opened').getByLabel('Name').fill('Iris Mas i Pla');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Iris Mas i Pla' }).waitFor();
    await page.getByLabel('Or paste text').fill(LIST.slice(0, 3).join('\n').replace('Tàpies,A', 'Tàpies,C'));
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByText('0 added, 1 changed, 1 unchanged').waitFor();
    await page.getByRole('row', { name: /^changed joined .*Bernat Tàpies/ }).waitFor();
    await page.getByLabel('Remove 3 rows that aren’t in the new list').check();
    await mustBeUsable(page, 'a preview that removes');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('2 rows · 2 joined · 0 missing').waitFor();
    for (const [language, title] of [
      ['ca', 'Llista de classe'],
      ['es', 'Lista de clase'],
      ['en', 'Roster'],
    ]) {
      await page.getByRole('combobox').first().selectOption(language);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await page.close();
  });

  // The test below creates a team. The server's tests cover leaving the team.
  test('shows students and organisers a team’s code, the team’s members, and how to leave the team', async () => {
    const { url } = stage.server;
    const form = { slug: 'pairs', title: 'Pairs', game: 'trails', boards: ['crossing'], teamSize: 3 };
    const code = await makeContest(teacher, form);
    const [ada, bob] = [await joined(url, code, 'Ada'), await joined(url, code, 'Bob')];
    const page = await stage.open(await stage.signedIn(stage.cookiesOf(ada), DESKTOP), '/c/pairs/mine');
    await page.getByRole('button', { name: 'Create team code' }).click();
    const teamCode = await page.locator('.team code').innerText();
    const theirs = await stage.open(await stage.signedIn(stage.cookiesOf(bob), PHONE, 'light'), '/c/pairs/mine');
    await theirs.getByLabel('Code of another team').fill('aaaaa-aaaaa');
    await theirs.getByRole('button', { name: 'Join' }).click();
    await theirs.getByText('This code isn’t valid').waitFor();
    await theirs.getByLabel('Code of another team').fill(teamCode);
    await theirs.getByRole('button', { name: 'Join' }).click();
    await theirs.getByText('2 of 3 places taken').waitFor();
    await mustBeUsable(theirs, 'a team');
    // The page updates without a reload.
    await page.getByText('2 of 3 places taken').waitFor();
    await bob.get('submit', { params: { contest: 'pairs' }, query: { file: 'AIMine.cc' }, bytes: 'strength 9' });
    await page.getByRole('cell', { name: 'Bob' }).waitFor();
    await mustBeUsable(page, 'a team with a submission');
    const manage = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/pairs/entrants');
    await manage.getByRole('button', { name: 'Change: Ada, Bob' }).click();
    await mustBeUsable(manage, 'an organiser’s view of a team');
    await manage.getByRole('button', { name: 'Remove from the team: Bob' }).click();
    await manage.getByRole('button', { name: 'Yes' }).click();
    await manage.getByRole('rowheader', { name: 'Bob', exact: true }).waitFor();
    await theirs.getByText('1 of 3 places taken').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('heading', { name: 'Your team' }).waitFor({ state: 'detached' });
    for (const each of [page, theirs, manage]) await each.close();
  });

  test('lets keyboard users create, name, join, and leave a team', async () => {
    const { url } = stage.server;
    const form = { slug: 'keys', title: 'Keys', game: 'trails', boards: ['crossing'], teamSize: 3 };
    const code = await makeContest(teacher, form);
    const open = async (name: string) =>
      await stage.open(await stage.signedIn(stage.cookiesOf(await joined(url, code, name)), DESKTOP), '/c/keys/mine');
    const [page, theirs] = [await open('Keyed One'), await open('Keyed Two')];
    /** The name of the focused button or field. */
    const at = (on: Page) =>
      on.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        return element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent ?? '';
      });
    const tabTo = async (on: Page, name: string) => {
      for (let tabs = 0; (await at(on)) !== name; tabs++) {
        expect(tabs, `the keyboard does not come to ${name}`).toBeLessThan(60);
        await on.keyboard.press('Tab');
      }
    };
    await page.getByRole('heading', { name: 'Your team' }).waitFor();
    await tabTo(page, 'Create team code');
    await page.keyboard.press('Enter');
    await page.locator('.team code').waitFor();
    // The button was replaced, and the focus is still on it.
    await expect.poll(() => at(page)).toBe('New code');
    await tabTo(page, 'Team name');
    await page.keyboard.type('The Keys');
    await page.keyboard.press('Enter');
    await page.locator('.team-name', { hasText: 'The Keys' }).waitFor();
    await expect.poll(() => at(page)).toBe('Team name');
    const teamCode = await page.locator('.team code').innerText();
    await theirs.getByRole('heading', { name: 'Your team' }).waitFor();
    await tabTo(theirs, 'Code of another team');
    await theirs.keyboard.type(teamCode);
    await theirs.keyboard.press('Enter');
    await theirs.getByText('2 of 3 places taken').waitFor();
    await expect.poll(() => at(theirs)).toBe('Code of another team');
    await tabTo(theirs, 'Leave the team');
    await theirs.keyboard.press('Enter');
    await expect.poll(() => at(theirs)).toBe('Yes');
    await theirs.keyboard.press('Enter');
    await theirs.getByText('1 of 3 places taken').waitFor();
    await expect.poll(() => at(theirs)).toBe('Withdraw');
    await theirs.keyboard.press('Enter');
    await expect.poll(() => at(theirs)).toBe('Yes');
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('heading', { name: 'Your team' }).waitFor({ state: 'detached' });
    await expect.poll(() => theirs.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    for (const each of [page, theirs]) await each.close();
  });

  test('is usable on a phone, in light mode', async () => {
    const phone = await stage.signedIn(organiser, PHONE, 'light');
    for (const path of [AT, `${AT}/codes`]) {
      const page = await stage.open(phone, path);
      await page.waitForFunction(() => document.querySelector('.waiting') === null);
      await mustBeUsable(page, path);
      await page.close();
    }
  });
});
