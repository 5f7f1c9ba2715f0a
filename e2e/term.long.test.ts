// A term until its last week, from an empty server, as people see it. It takes minutes because everything in it is real: a
// database, compilers of five languages, and hundreds of matches.
import { readFileSync } from 'node:fs';
import { catalog } from '@ludus/cli/benchmarks.ts';
import { LearningPlatform, PASSWORD, startProvider } from '@ludus/contest/testing.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import type { Size } from '../tools/browser/use-browser.ts';
import { type Cookie, DESKTOP, MINUTES, PHONE, useStage } from './contest-support.ts';

const SAMPLES = new URL('../packages/games/trails/samples/', import.meta.url);
const sample = (file: string): string => readFileSync(new URL(file, SAMPLES), 'utf8');
const CONTEST = '/c/spring-2027';
/** Students, by the way they come. */
const GUEST = 'Joan Vila';
const [ANNA, BERNAT] = ['Anna Puig', 'Bernat Tàpies'];
const CARLA = 'Carla Mas';
const [PAU, LUCIA, MARTA, NIL, DIDAC, EVA] = [
  'Pau Keys',
  'Lucía Gil',
  'Marta Roca',
  'Nil Serra',
  'Dídac Pons',
  'Eva Soler',
];
const idOf = (name: string): string => `${name.split(' ')[0].normalize('NFD').replace(/\p{M}/gu, '')}@uni.example`;
/** A sample that always tries the sides in another order, so that no two are the same. */
const FILES: Readonly<Record<string, readonly [string, string]>> = {
  [GUEST]: ['Joan.js', sample('cyclist.js')],
  [ANNA]: ['Anna.ts', sample('cyclist.ts')],
  [BERNAT]: ['Bernat.py', sample('cyclist.py')],
  [CARLA]: ['Carla.cc', sample('cyclist.cc')],
  [LUCIA]: catalog.compilesRust?.() ? ['Lucia.rs', sample('Cyclist.rs')] : ['Lucia.cc', sample('cyclist.cc')],
  [MARTA]: ['Marta.py', sample('cyclist.py')],
};

describe.skipIf(noChromium)('a term (without Chromium: skipped, install it)', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let platform: LearningPlatform;
  const stage = useStage({
    issuer: async () => {
      provider = await startProvider({
        u1: { name: ANNA, email: idOf(ANNA) },
        u2: { name: BERNAT, email: idOf(BERNAT) },
      });
      return provider.settings;
    },
  });
  let organiser: Cookie[];
  const cookies = new Map<string, Cookie[]>();
  let clicks = 0;
  let code: string;
  beforeAll(async () => {
    provider.allow(stage.server.url);
    platform = await LearningPlatform.start();
    platform.use(stage.server.url);
  });
  afterAll(async () => {
    await Promise.all([provider?.close(), platform?.close()]);
  });

  /** The organiser's page in this test. */
  async function organise(path: string): Promise<Page> {
    return await stage.open(await stage.signedIn(organiser, DESKTOP), path);
  }

  /** A student's page in this test: browsers are closed after each. */
  async function pageOf(name: string, path: string, size: Size = DESKTOP) {
    const context = await stage.signedIn(cookies.get(name)!, size);
    return await stage.open(context, path);
  }

  async function keep(name: string, page: Page): Promise<void> {
    cookies.set(name, await page.context().cookies());
  }

  /** A student takes part with a code, of the class or a personal one. */
  async function takesPart(name: string, by: string, size: Size = DESKTOP): Promise<Page> {
    const page = await stage.open(await stage.newVisitor(size), `/join#${by}`);
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.waitFor();
    if ((await field.inputValue()) === '') await field.fill(name);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Take part' }).click();
    await page.waitForURL(`**${CONTEST}`);
    await keep(name, page);
    return page;
  }

  /** Hands a file in, and waits until it plays. `plays`: what the page says then. */
  async function handIn(page: Page, [name, text]: readonly [string, string], plays = 'It plays on the ladder.') {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.waitForURL('**/submissions/*');
    await page.getByText(plays).waitFor({ timeout: MINUTES });
  }

  /** That number of minutes from now, as `datetime-local` has it, in this machine's time zone. */
  function inMinutes(minutes: number): string {
    const at = new Date(Date.now() + 60_000 * minutes);
    return new Date(at.getTime() - 60_000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
  }

  test('an organiser makes a contest, and a first student qualifies', async () => {
    const began = Date.now();
    const context = await stage.newVisitor(DESKTOP);
    await context.exposeFunction('clicked', () => clicks++);
    await context.addInitScript('addEventListener("pointerdown", () => clicked(), true)');
    const page = await stage.open(context, `/link#${stage.server.organiserSecret}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Teacher');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('label.game', { hasText: 'Trails' }).click();
    await page.getByLabel('Title').fill('Spring 2027');
    await page.getByRole('button', { name: 'Make the contest' }).click();
    await page.waitForURL(`**${CONTEST}/manage`);
    code = (await page.locator('.big-code').textContent())!;
    organiser = await context.cookies();
    const first = await takesPart(GUEST, code);
    await handIn(first, FILES[GUEST]);
    const seconds = Math.round((Date.now() - began) / 1000);
    expect(clicks).toBeLessThanOrEqual(4);
    console.info(`from an empty server to a qualified submission: ${seconds} s, ${clicks} clicks of the organiser`);
  });

  test('teams of two are allowed, and a roster gives personal codes', async () => {
    stage.rest();
    const page = await organise(`${CONTEST}/manage/matches`);
    await page.getByText('Limits and rules').click();
    await page.getByLabel('People per team').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.goto(`${CONTEST}/roster`);
    const rows = [GUEST, ANNA, BERNAT, CARLA, PAU, LUCIA, MARTA, NIL, DIDAC, EVA].map(
      (name) => `${idOf(name)},${name}`,
    );
    await page.getByLabel('Or as text').fill(['id,name', ...rows].join('\n'));
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByText('10 added, 0 changed, 0 unchanged').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^10 rows · \d joined · \d+ missing$/).waitFor();
  });

  test('students sign in at their university, in English on a phone and in Catalan', async () => {
    for (const [login, name, language] of [
      ['u1', ANNA, 'en'],
      ['u2', BERNAT, 'ca'],
    ]) {
      const page = await stage.open(await stage.newVisitor(PHONE), `/join#${code}`);
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
      await keep(name, page);
      stage.play();
      await handIn(page, FILES[name], language === 'ca' ? 'Ja juga a la classificació.' : undefined);
      stage.rest();
    }
    // The provider's pages for tests want a font from elsewhere.
    stage.heard();
  });

  test('a student comes from the learning platform, which has the roster’s students', async () => {
    const page = await organise(`${CONTEST}/platform`);
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
    await page.getByLabel('Proves who someone on a roster is').selectOption('email');
    await page.getByRole('button', { name: 'Add a platform' }).click();
    await page.getByRole('rowheader', { name: form.name }).waitFor();
    platform.links.set('link', { code });
    for (const [at, name] of [CARLA, ANNA, GUEST].entries())
      platform.members.push({ user_id: `${101 + at}`, name, email: idOf(name) });
    const theirs = await stage.newVisitor(DESKTOP);
    const course = await theirs.newPage();
    await course.goto(`${platform.url.replace('127.0.0.1', 'localhost')}/course/101/link`);
    const button = course.frameLocator('iframe').getByRole('button', { name: 'Open Spring 2027' });
    const [tab] = await Promise.all([theirs.waitForEvent('page'), button.click()]);
    await tab.waitForURL(`**${CONTEST}`);
    await tab.getByRole('link', { name: 'My submissions' }).waitFor();
    await keep(CARLA, tab);
    stage.play();
    await handIn(tab, FILES[CARLA]);
    stage.rest();
  });

  test('others come with personal codes: by keyboard alone, in Spanish, and as a team', async () => {
    const page = await organise(`${CONTEST}/roster`);
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
    /** Goes on by the tabulator key until the focus is on what is wanted. */
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
    await keep(PAU, keys);
    await tabTo(keys.getByRole('button', { name: 'Paste code' }));
    await keys.keyboard.press('Enter');
    await keys.keyboard.press('Tab');
    await keys.keyboard.press('ControlOrMeta+a');
    await keys.keyboard.type('Pau.ts');
    await keys.keyboard.press('Tab');
    await keys.keyboard.insertText(`// Pau\n${sample('cyclist.ts')}`);
    await keys.keyboard.press('Tab');
    stage.play();
    await keys.keyboard.press('Enter');
    await keys.waitForURL('**/submissions/*');
    await keys.getByText('It plays on the ladder.').waitFor({ timeout: MINUTES });

    const lucia = await takesPart(LUCIA, codes.get(LUCIA)!);
    const saved = lucia.waitForResponse((response) => response.request().method() !== 'GET');
    await lucia.getByLabel('Language').selectOption('es');
    await saved;
    await handIn(lucia, FILES[LUCIA], 'Ya juega en la clasificación.');

    const marta = await takesPart(MARTA, codes.get(MARTA)!);
    await marta.getByRole('link', { name: 'My submissions' }).click();
    await marta.getByRole('button', { name: 'Make a team code' }).click();
    const teamCode = await marta.locator('.team code').innerText();
    const nil = await takesPart(NIL, codes.get(NIL)!, PHONE);
    await nil.goto(`${CONTEST}/mine`);
    await nil.getByLabel('Code of another team').fill(teamCode);
    await nil.getByRole('button', { name: 'Join', exact: true }).click();
    await nil.getByText('2 of 2 places taken').waitFor();
    await handIn(nil, FILES[MARTA]);
    await marta.goto(`${CONTEST}/mine`);
    await marta.getByText('Marta.py').first().waitFor();
    for (const name of [DIDAC, EVA]) await takesPart(name, codes.get(name)!);
    await (await pageOf(DIDAC, CONTEST)).getByText('Paste code').waitFor();
  });

  test('the ladder has everyone who plays', async () => {
    const page = await organise(CONTEST);
    const rows = page.locator('.ladder tbody tr');
    const names = async () => (await rows.allTextContents()).join('\n');
    for (const name of [GUEST, ANNA, BERNAT, CARLA, PAU, LUCIA, MARTA])
      await expect.poll(names, { timeout: MINUTES }).toContain(name);
  });

  test('the organiser moves the end, and gives one student more time', async () => {
    const page = await organise(`${CONTEST}/manage/dates`);
    await page.getByLabel('Ends').fill(inMinutes(60));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.goto(`${CONTEST}/entrants`);
    await page.getByRole('button', { name: `Change: ${ANNA}` }).click();
    await page.getByLabel('May submit until').fill(inMinutes(2));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Change: ${ANNA}` }).waitFor();
    const anna = await pageOf(ANNA, `${CONTEST}/mine`, PHONE);
    await handIn(anna, ['Anna.ts', `// again\n${sample('cyclist.ts')}`]);
  });
});
