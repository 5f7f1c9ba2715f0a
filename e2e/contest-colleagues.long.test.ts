import { type Browser as ContestBrowser, makeContest, organiserOf } from '@ludus/contest/testing.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { DESKTOP, mustBeUsable, PHONE, useStage } from './contest-support.ts';

const CONTEST = { params: { contest: 'spring' } };

describe.skipIf(noChromium)('the staff of a contest (skipped unless Chromium is installed)', () => {
  const stage = useStage({ plays: false });
  let organiser: ContestBrowser;
  beforeAll(async () => {
    organiser = await organiserOf(stage.server);
    await makeContest(organiser, { title: 'Spring', game: 'madmax', boards: ['default'] });
  });

  /** An owner creates a link on the page. */
  const invite = async (role: string): Promise<string> => {
    const page = await stage.open(await stage.signedIn(stage.cookiesOf(organiser), DESKTOP), '/c/spring/manage');
    const form = page.getByRole('form', { name: 'Invite a colleague' });
    await form.getByLabel('Role').selectOption(role);
    await form.getByRole('button', { name: 'Create invitation link' }).click();
    const made = page.getByRole('status').filter({ hasText: 'It is shown only now.' });
    const link = await made.locator('code').innerText();
    await mustBeUsable(page, 'an invitation');
    await page.reload();
    await form.waitFor();
    expect(await page.getByText('It is shown only now.').count()).toBe(0);
    return link;
  };

  test('gets an account and a role through a link, without becoming an entrant', async () => {
    const link = await invite('assistant');
    const page = await stage.open(await stage.newVisitor(PHONE), link);
    await page.getByText('You are invited to help run “Spring”. Your role is Assistant').waitFor();
    await mustBeUsable(page, 'the invitation of a colleague');
    await page.getByLabel('Name', { exact: true }).fill('Cora Lleixà');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForURL('**/c/spring/manage');
    await page.getByText('You are an assistant').waitFor();
    await mustBeUsable(page, 'manage, as an assistant');
    expect(await page.getByRole('link', { name: 'My submissions' }).count()).toBe(0);
    expect(await organiser.get('entrants', CONTEST)).toEqual([]);
    await page.goto('/c/spring/manage/log');
    await page.getByRole('row', { name: /Cora Lleixà accepted an invitation.*role: Assistant/ }).waitFor();
    await page.goto('/');
    await page
      .getByRole('link', { name: /Spring/ })
      .getByText('Assistant')
      .waitFor();
    const used = await stage.open(await stage.newVisitor(DESKTOP), link);
    await used.getByText('This link isn’t valid').waitFor();
    stage.heard();
  });

  test('signs in before accepting a role if the account already exists', async () => {
    const link = await invite('observer');
    const code = await makeContest(organiser, { slug: 'other', title: 'Other', game: 'madmax', boards: ['default'] });
    const page = await stage.open(await stage.newVisitor(DESKTOP), `/join#${code}`);
    await page.getByLabel('Name', { exact: true }).fill('Dora Vila');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Take part' }).click();
    await page.waitForURL('**/c/other');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(link);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Dora Vila');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('You get this role as Dora Vila.').waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForURL('**/c/spring/manage');
    await page.getByText('You are an observer').waitFor();
    stage.heard();
  });
});
