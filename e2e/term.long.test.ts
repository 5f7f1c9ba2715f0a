// A term from an empty server to the next term, from the users' perspective. It takes minutes because everything is
// real: a database, compilers for five languages, and hundreds of matches.
import { LearningPlatform, PASSWORD, startProvider } from '@ludus/contest/testing.ts';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { DESKTOP, MINUTES, PHONE, useStage } from './contest-support.ts';
import { lastWeek } from './term/last-week.ts';
import {
  ANNA,
  BERNAT,
  CARLA,
  CONTEST,
  DIDAC,
  EVA,
  FILES,
  GUEST,
  idOf,
  LUCIA,
  MARTA,
  NIL,
  PAU,
  sample,
  Term,
} from './term/term.ts';

describe.skipIf(noChromium)('a whole term (skipped unless Chromium is installed)', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let platform: LearningPlatform;
  const stage = useStage({
    signIn: async () => {
      provider = await startProvider({
        u1: { name: ANNA, email: idOf(ANNA) },
        u2: { name: BERNAT, email: idOf(BERNAT) },
      });
      return { issuers: [provider.settings], passwords: true };
    },
  });
  const term = new Term(stage);
  let clicks = 0;
  beforeAll(async () => {
    provider.allow(stage.server.url);
    platform = await LearningPlatform.start();
    platform.use(stage.server.url);
  });
  afterAll(async () => {
    await Promise.all([provider?.close(), platform?.close()]);
  });

  test('begins when an organiser creates a contest and the first student qualifies', async () => {
    const began = Date.now();
    const context = await stage.newVisitor(DESKTOP);
    await context.exposeFunction('clicked', () => clicks++);
    await context.addInitScript('addEventListener("pointerdown", () => clicked(), true)');
    const page = await stage.open(context, `/link#${stage.server.organiserSecret}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Teacher');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Get started' }).click();
    await page.locator('label.game', { hasText: 'Trails' }).click();
    await page.getByLabel('Title').fill('Spring 2027');
    await page.getByRole('button', { name: 'Create contest' }).click();
    await page.waitForURL(`**${CONTEST}/manage`);
    term.code = (await page.locator('.big-code').textContent())!;
    term.organiser = await context.cookies();
    const first = await term.takesPart(GUEST, term.code);
    await term.handIn(first, FILES[GUEST]);
    const seconds = Math.round((Date.now() - began) / 1000);
    expect(clicks).toBeLessThanOrEqual(4);
    console.info(`from an empty server to a qualified submission: ${seconds} s, ${clicks} clicks of the organiser`);
  });

  test('lets the organiser allow teams of two and upload a roster', async () => {
    stage.rest();
    const page = await term.organise(`${CONTEST}/manage/matches`);
    await page.getByText('Limits and rules').click();
    await page.getByLabel('People per team').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.goto(`${CONTEST}/roster`);
    const rows = [GUEST, ANNA, BERNAT, CARLA, PAU, LUCIA, MARTA, NIL, DIDAC, EVA].map(
      (name) => `${idOf(name)},${name}`,
    );
    await page.getByLabel('Or paste text').fill(['id,name', ...rows].join('\n'));
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByText('10 added, 0 changed, 0 unchanged').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^10 rows · \d joined · \d+ missing$/).waitFor();
  });

  test('lets students with a phone sign in at their university, in English and in Catalan', async () => {
    for (const [login, name, language] of [
      ['u1', ANNA, 'en'],
      ['u2', BERNAT, 'ca'],
    ]) {
      const page = await stage.open(await stage.newVisitor(PHONE), `/join#${term.code}`);
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'Sign in with Test University' }).click();
      await page.locator('input[name=login]').fill(login);
      await page.locator('input[name=password]').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(`You take part as ${name}.`).waitFor();
      await page.getByRole('button', { name: 'Take part' }).click();
      await page.waitForURL(`**${CONTEST}`);
      if (language === 'ca') {
        const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
        await page.getByLabel('Language').selectOption('ca');
        await saved;
        await page.getByLabel('Llengua').waitFor();
      }
      await term.keep(name, page);
      stage.play();
      await term.handIn(page, FILES[name], language === 'ca' ? 'Ja juga a la classificació.' : undefined);
      stage.rest();
    }
    // The provider's test pages request an external font.
    stage.heard();
  });

  test('admits a student from the learning platform, which provides the roster', async () => {
    const page = await term.organise(`${CONTEST}/platform`);
    await page.getByText('Add a platform').first().click();
    const form = platform.form;
    for (const [label, value] of [
      ['Name', form.name],
      ['Issuer', form.issuer],
      ['Client ID', form.clientId],
      ['Deployment IDs', form.deployments[0]],
      ['Authentication request URL', form.authUrl],
      ['Access token URL', form.tokenUrl],
      ['Public keyset URL', form.jwksUrl],
    ])
      await page.getByRole('textbox', { name: label, exact: true }).fill(value);
    await page.getByLabel('Identifies people on a roster by').selectOption('email');
    await page.getByRole('button', { name: 'Add a platform' }).click();
    await page.getByRole('rowheader', { name: form.name }).waitFor();
    platform.links.set('link', { code: term.code });
    for (const [at, name] of [CARLA, ANNA, GUEST].entries())
      platform.members.push({ user_id: `${101 + at}`, name, email: idOf(name) });
    const theirs = await stage.newVisitor(DESKTOP);
    const course = await theirs.newPage();
    await course.goto(`${platform.url.replace('127.0.0.1', 'localhost')}/course/101/link`);
    const button = course.frameLocator('iframe').getByRole('button', { name: 'Open Spring 2027' });
    const [tab] = await Promise.all([theirs.waitForEvent('page'), button.click()]);
    await tab.waitForURL(`**${CONTEST}`);
    await tab.getByRole('link', { name: 'My submissions' }).waitFor();
    await term.keep(CARLA, tab);
    stage.play();
    await term.handIn(tab, FILES[CARLA]);
    stage.rest();
  });

  test('admits the other students with personal codes: by keyboard alone, in Spanish, and as a team', async () => {
    const page = await term.organise(`${CONTEST}/roster`);
    const codeOf = async (name: string) =>
      (
        await page
          .getByRole('row', { name: new RegExp(name) })
          .locator('code')
          .innerText()
      ).trim();
    const codes = new Map<string, string>();
    for (const name of [PAU, LUCIA, MARTA, NIL, DIDAC, EVA]) codes.set(name, await codeOf(name));

    const keys = await stage.open(await stage.newVisitor(DESKTOP, 'light'), `/join#${codes.get(PAU)}`);
    /** Presses Tab until the wanted element has the focus. */
    const tabTo = async (wanted: Locator) => {
      for (let left = 60; left > 0; left--) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
        await keys.keyboard.press('Tab');
      }
      throw new Error('the tabulator key does not reach it');
    };
    await keys.getByText('You’re on the roster').waitFor();
    await tabTo(keys.getByLabel('Password'));
    await keys.keyboard.type(PASSWORD);
    await keys.keyboard.press('Enter');
    await keys.waitForURL(`**${CONTEST}`);
    await term.keep(PAU, keys);
    await tabTo(keys.getByRole('button', { name: 'Paste code' }));
    await keys.keyboard.press('Enter');
    await keys.keyboard.press('Tab');
    await keys.keyboard.press('ControlOrMeta+a');
    await keys.keyboard.type(FILES[PAU][0]);
    await keys.keyboard.press('Tab');
    await keys.keyboard.insertText(FILES[PAU][1]);
    await keys.keyboard.press('Tab');
    stage.play();
    await keys.keyboard.press('Enter');
    await keys.waitForURL('**/submissions/*');
    await keys.getByText('It plays on the ladder.').waitFor({ timeout: MINUTES });

    const lucia = await term.takesPart(LUCIA, codes.get(LUCIA)!);
    const saved = lucia.waitForResponse((response) => response.request().method() !== 'GET');
    await lucia.getByLabel('Language').selectOption('es');
    await saved;
    await term.handIn(lucia, FILES[LUCIA], 'Ya juega en la clasificación.');

    const marta = await term.takesPart(MARTA, codes.get(MARTA)!);
    await marta.getByRole('link', { name: 'My submissions' }).click();
    await marta.getByRole('button', { name: 'Create team code' }).click();
    const teamCode = await marta.locator('.team code').innerText();
    const nil = await term.takesPart(NIL, codes.get(NIL)!, PHONE);
    await nil.goto(`${CONTEST}/mine`);
    await nil.getByLabel('Code of another team').fill(teamCode);
    await nil.getByRole('button', { name: 'Join', exact: true }).click();
    await nil.getByText('2 of 2 places taken').waitFor();
    await term.handIn(nil, FILES[MARTA]);
    await marta.goto(`${CONTEST}/mine`);
    await marta.getByText('Marta.py').first().waitFor();
    for (const name of [DIDAC, EVA]) await term.takesPart(name, codes.get(name)!);
    await (await term.pageOf(DIDAC, CONTEST)).getByText('Paste code').waitFor();
  });

  test('puts everyone who submitted on the ladder', async () => {
    const page = await term.organise(CONTEST);
    const rows = page.locator('.ladder tbody tr');
    const names = async () => (await rows.allTextContents()).join('\n');
    for (const name of [GUEST, ANNA, BERNAT, CARLA, PAU, LUCIA, MARTA])
      await expect.poll(names, { timeout: MINUTES }).toContain(name);
  });

  test('lets the organiser move the deadline, and give one student more time', async () => {
    const page = await term.organise(`${CONTEST}/manage/dates`);
    await page.getByLabel('Ends').fill(term.inMinutes(60));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.goto(`${CONTEST}/entrants`);
    await page.getByRole('button', { name: `Change: ${ANNA}` }).click();
    await page.getByLabel('May submit until').fill(term.inMinutes(30));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Change: ${ANNA}` }).waitFor();
    const anna = await term.pageOf(ANNA, `${CONTEST}/mine`, PHONE);
    await term.handIn(anna, ['Anna.ts', `// again\n${sample('cyclist.ts')}`]);
  });

  lastWeek(term, () => platform);
});
