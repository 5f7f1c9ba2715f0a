import { readFileSync } from 'node:fs';
import { catalog } from '@ludus/cli/benchmarks.ts';
import { type Browser as ContestBrowser, PASSWORD } from '@ludus/contest/testing.ts';
import type { Page, Request } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import {
  beginContest,
  type Cookie,
  DESKTOP,
  MINUTES,
  mustBeUsable,
  onLadder,
  PHONE,
  SEARCH,
  takePart,
  useStage,
} from './contest-support.ts';

const BOARD = readFileSync(new URL('../packages/games/madmax/boards/default.cnf', import.meta.url), 'utf8');

describe.skipIf(noChromium)('the contest’s pages for entrants (skipped unless Chromium is installed)', () => {
  const stage = useStage();
  let owner: ContestBrowser;
  let organiser: Cookie[];
  let student: Cookie[];
  let code: string;
  beforeAll(async () => {
    const begun = await beginContest(stage);
    code = begun.code;
    owner = begun.organiser;
    organiser = stage.cookiesOf(owner);
  });

  // The ladder's matches would use a core while the tests check pages.
  afterEach(() => stage.rest());

  /** Joins with a new account. */
  async function join(page: Page, name: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Class code' }).fill(code);
    await page.getByRole('button', { name: 'Take part' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Take part' }).click();
    await page.waitForURL('**/c/spring-2027');
  }

  /**
   * Switches from Spanish to English. Waits until the account has changed, because the next test's browser uses the
   * account's language.
   */
  async function backToEnglish(page: Page): Promise<void> {
    const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
    await page.getByLabel('Idioma').selectOption('en');
    expect((await saved).ok()).toBe(true);
  }

  test('let a student join on a phone, submit, and follow the submission to the ladder', async () => {
    const context = await stage.newVisitor(PHONE);
    const page = await stage.open(context, '/');
    await mustBeUsable(page, 'home');
    await join(page, 'Núria d’Aigua-Roca');
    student = await context.cookies();
    await page.locator('input[type=file]').setInputFiles(SEARCH);
    await page.waitForURL('**/submissions/1');
    await page.getByRole('heading', { name: 'AISearch.cc' }).waitFor();
    await expect.poll(() => page.locator('.steps .done').count(), { timeout: MINUTES }).toBe(5);
    await page.getByText('It plays on the ladder.').waitFor();
    const log = await page.locator('.log').textContent();
    for (const word of ['compiled', 'played', 'Null', 'scored']) expect(log).toContain(word);
    await mustBeUsable(page, 'submission');

    await page.locator('.log').getByRole('link', { name: 'Watch' }).last().click();
    await page.waitForURL('**/matches/*');
    const decisive = page.getByRole('button', { name: /Decisive moment/ });
    await decisive.waitFor({ timeout: MINUTES });
    const [round] = /\d+/.exec((await decisive.textContent())!)!;
    const shown = await page.evaluate(
      () => document.querySelector<HTMLElement & { round: number }>('ludus-viewer')!.round,
    );
    expect(shown).toBe(Math.max(0, Number(round) - 5));
    // The address contains the round, and the page opens at this round.
    await page.evaluate(() =>
      document.querySelector<HTMLElement & { seek(to: number): void }>('ludus-viewer')!.seek(2),
    );
    await page.waitForFunction(() => location.hash === '#round=2');
    await page.reload();
    await decisive.waitFor({ timeout: MINUTES });
    expect(
      await page.evaluate(() => document.querySelector<HTMLElement & { round: number }>('ludus-viewer')!.round),
    ).toBe(2);
    const names = await page.evaluate(
      // biome-ignore lint/suspicious/noExplicitAny: the test accesses the viewer's state by name
      () => (document.querySelector('ludus-viewer') as any).viewer.timeline.value.names as string[],
    );
    expect(names).toContain('Núria d’Aigua-Roca');
    // The page explains the match's result for the player.
    const why = await page.waitForFunction(
      // biome-ignore lint/suspicious/noExplicitAny: the test accesses the viewer's state by name
      () => (document.querySelector('ludus-viewer') as any).viewer.reasons.value[0] as string | undefined,
    );
    expect(await why.jsonValue()).toMatch(/^Núria d’Aigua-Roca /);
    expect(await page.locator('ludus-viewer .holder').getAttribute('lang')).toBe('en');
    await page.locator('.captions p:not(.hint)').first().waitFor({ timeout: MINUTES });
    await mustBeUsable(page, 'match');

    await page.getByRole('link', { name: 'Get started', exact: true }).click();
    await page.locator('.rules .lead').getByText('Four players').waitFor({ timeout: MINUTES });
    expect(await page.locator('.rules').innerText()).not.toContain('§');
    const starter = page.locator('.starters').getByRole('link', { name: /\.py$/ }).first();
    const text = await starter.evaluate(async (link) => (await fetch((link as HTMLAnchorElement).href)).text());
    expect(text).toMatch(/^(class|def|from|import) /m);
    await mustBeUsable(page, 'get started');

    // The table appears without a reload of the page.
    await page.getByRole('link', { name: 'Ladder', exact: true }).click();
    await page.locator('.ladder tr.own').waitFor({ timeout: MINUTES });
    expect(await page.locator('.ladder tr.own').textContent()).toContain('Núria d’Aigua-Roca');
    // No one had a place on the ladder yesterday, so the table has no column for changes.
    expect(await page.locator('.ladder thead').textContent()).not.toContain('Change');
    await page.locator('.match-list .match').first().waitFor({ timeout: MINUTES });
    await mustBeUsable(page, 'contest');
  });

  // A quick run skips this test, because the server's tests of premieres make the same requests, without a page.
  if (IS_LONG_RUN)
    test('let a visitor without an account predict a premiere’s winner, watch the premiere, and see the result', async () => {
      const { db } = stage.server.context.store;
      const context = await stage.newVisitor(DESKTOP, 'light');
      const page = await stage.open(context, '/c/spring-2027');
      const premiere = page.locator('.premiere');
      await premiere.locator('.premiere-stage').waitFor({ timeout: MINUTES });
      // The premiere shows a match that has already been played, so the test needn't wait for another match.
      const { match } = await db
        .selectFrom('replays')
        .innerJoin('matches', 'matches.id', 'match')
        .select('match')
        .where('kind', '=', 'ladder')
        .limit(1)
        .executeTakeFirstOrThrow();
      /** Moves the premiere's start and end to these times, in seconds from now. */
      const to = async (starts: number, ends: number) => {
        const at = (seconds: number) => new Date(Date.now() + 1000 * seconds);
        const times = { starts: at(starts), ends: at(ends) };
        await db
          .updateTable('premieres')
          .set({ match, known: false, settled: false, ...times })
          .where('number', '=', (eb) => eb.selectFrom('premieres').select((of) => of.fn.max('number').as('newest')))
          .execute();
        // The server's answer is cached for a moment.
        const told = () => page.evaluate(async () => (await fetch('/api/contests/spring-2027/premiere')).json());
        await expect.poll(async () => (await told()).premiere?.starts).toBe(times.starts.toISOString());
        await page.reload();
      };
      await to(3600, 7200);
      await premiere.getByText('Who wins?').waitFor({ timeout: MINUTES });
      await mustBeUsable(page, 'premiere');
      const heightOf = () => premiere.evaluate((card) => card.getBoundingClientRect().height);
      const before = await heightOf();
      await premiere.getByLabel('Nickname').fill('Núria d’Aigua-Roca');
      const call = premiere.locator('.call-buttons button').first();
      await call.click();
      await premiere.getByText('The name Núria d’Aigua-Roca is taken').waitFor({ timeout: MINUTES });
      const nickname = premiere.getByRole('textbox', { description: /^The name .* is taken/ });
      expect(await nickname.getAttribute('aria-invalid')).toBe('true');
      await premiere.getByLabel('Nickname').fill('Foreseer');
      await call.click();
      await premiere.getByText('You called').waitFor({ timeout: MINUTES });
      const another = await stage.newVisitor(DESKTOP, 'light');
      const lateCaller = await stage.open(another, '/c/spring-2027');
      await lateCaller.locator('.call-buttons').waitFor({ timeout: MINUTES });
      await to(-60, 3600);
      await lateCaller.locator('.call-buttons button').first().click();
      await lateCaller.getByText('You called after the match had begun').waitFor({ timeout: MINUTES });
      await another.close();
      await premiere.locator('.captions p:not(.hint)').first().waitFor({ timeout: MINUTES });
      // The ladder below the premiere stays where it is on the page.
      expect(await heightOf()).toBe(before);
      const board = premiere.locator('ludus-viewer');
      expect(await board.evaluate((element) => (element as HTMLElement).inert)).toBe(true);
      expect(await premiere.locator('.premiere-result').count()).toBe(0);
      // Names and scores are shown during the premiere.
      expect(await premiere.locator('.match-seats .seat').count()).toBeGreaterThan(1);
      expect(await premiere.locator('.match-seats .score').first().textContent()).toMatch(/\d/);
      await mustBeUsable(page, 'premiere that is shown');
      await premiere.getByRole('button', { name: 'Full screen' }).click();
      await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toContain('premiere');
      const name = premiere.locator('.seat-name').first();
      expect(await name.evaluate((element) => getComputedStyle(element).fontSize)).toBe('32px');
      await premiere.getByRole('button', { name: 'Leave full screen' }).click();
      await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
      await premiere.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
      await premiere.getByRole('button', { name: 'Commentary' }).click();
      await expect.poll(() => premiere.locator('.captions').count()).toBe(0);
      await to(-60, -1);
      await premiere.locator('.premiere-result').waitFor({ timeout: MINUTES });
      await premiere.locator('.match-seats .seat.first').waitFor({ timeout: MINUTES });
      await premiere.getByRole('button', { name: 'Save a clip' }).click();
      await board.getByRole('dialog', { name: 'Save a clip' }).waitFor({ timeout: MINUTES });
      await page.keyboard.press('Escape');
      await premiere.locator('.callers').getByText('Foreseer').waitFor({ timeout: MINUTES });
      await mustBeUsable(page, 'result of a premiere');
      await premiere.getByRole('button', { name: 'Hide' }).click();
      await page.getByRole('button', { name: 'Show the premiere' }).waitFor();
      await context.close();
    });

  if (IS_LONG_RUN)
    test('let a keyboard user join and paste code on a desktop, and show the line of a compile error', async () => {
      const context = await stage.newVisitor(DESKTOP, 'light');
      const page = await stage.open(context, `/join#${code}`);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
      await page.keyboard.press('Enter');
      // Tab reaches the fields in this order: the code (already filled in), the name, and the password.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Pau Keys');
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/c/spring-2027');
      await page.getByRole('button', { name: 'Paste code' }).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('Broken.ts');
      await page.keyboard.press('Tab');
      await page.keyboard.insertText(
        "import { MadMaxPlayer } from 'ludus/madmax';\n\nexport default class extends 'no <b>number</b>';\n",
      );
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/submissions/*');
      await page.locator('.source .line.error').waitFor({ timeout: MINUTES });
      expect(await page.locator('.source .line.error .line-number').first().textContent()).toBe('3');
      expect(await page.locator('.source .line.error code').first().textContent()).toContain('no <b>number</b>');
      expect(await page.locator('.steps .failed').textContent()).toContain('Compiled');
      expect(await page.locator('.source b').count()).toBe(0);
      await mustBeUsable(page, 'rejected submission');
    });

  if (IS_LONG_RUN)
    test('show a contest’s title and announcements as text, not as HTML', async () => {
      const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
      const page = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/spring-2027/manage/dates');
      await page.locator('[name=title]').fill(hostile);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.goto('/c/spring-2027/manage');
      await page.locator('[name=text]').fill(`${hostile}\nand <b>more</b>`);
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      // Waits until the text is posted, because leaving the page earlier would cancel the request.
      await expect.poll(() => page.locator('[name=text]').inputValue(), { timeout: MINUTES }).toBe('');
      await page.goto('/c/spring-2027');
      await page.locator('.said').waitFor();
      expect(await page.locator('.said').textContent()).toBe(`${hostile}\nand <b>more</b>`);
      expect(await page.locator('h1').textContent()).toBe(hostile);
      expect(await page.locator('img, script:not([src])').count()).toBe(0);
      await page.goto('/');
      await page.locator('.contest-title').waitFor();
      expect(await page.locator('img').count()).toBe(0);
      await page.goto('/c/spring-2027/manage/dates');
      await page.locator('[name=title]').fill('Spring 2027');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
    });

  // A quick run skips this test, because the server's tests of accounts use passkeys to sign in.
  if (IS_LONG_RUN)
    test('let a user create a passkey after a password sign-in, and sign in with the passkey alone', async () => {
      const context = await stage.newVisitor(PHONE, 'dark', 'name');
      const page = await stage.open(context, '/');
      const devtools = await context.newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await join(page, 'Pere Clau');
      await page.goto('/me');
      await page.getByLabel('Device').fill('this phone');
      await page.getByRole('button', { name: 'Create passkey' }).click();
      await page.getByRole('button', { name: 'Remove: this phone' }).waitFor();
      await mustBeUsable(page, 'passkeys');
      await page.getByRole('button', { name: 'Sign out' }).last().click();
      await page.getByText('Sign in first.').waitFor();
      await page.goto('/sign-in?to=/c/spring-2027');
      await mustBeUsable(page, 'sign in with a passkey');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL((url) => url.pathname === '/c/spring-2027');
      await page.goto('/me');
      await page.getByRole('heading', { name: 'Pere Clau' }).waitFor();
      // A deleted passkey can't sign in, and the page explains the alternative.
      await page.getByRole('button', { name: 'Remove: this phone' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => page.getByRole('button', { name: /^Remove: / }).count(), { timeout: MINUTES }).toBe(0);
      await page.getByRole('button', { name: 'Sign out' }).last().click();
      await page.getByText('Sign in first.').waitFor();
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('This server doesn’t know this passkey').waitFor();
      await context.close();
      // Browsers don't support passkeys at a numeric address, so the page doesn't offer passkeys.
      const other = await stage.newVisitor(DESKTOP);
      const bare = await stage.open(other, '/sign-in');
      await bare.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(await bare.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    });

  if (IS_LONG_RUN)
    test('show problems and logs of submissions in the page’s language', async () => {
      const context = await stage.newVisitor(PHONE);
      const page = await stage.open(context, '/join');
      await page.getByLabel('Language').selectOption('ca');
      await page.getByLabel('Codi de classe').fill('nope');
      await page.locator('[name=name]').fill('Algú');
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Participa' }).click();
      await page.getByText('Aquest codi no val').waitFor();
      expect(await page.locator('[name=code]').getAttribute('aria-invalid')).toBe('true');
      await page.locator('[name=code]').fill(code);
      await page.locator('[name=name]').fill('pau keys');
      await page.getByRole('button', { name: 'Participa' }).click();
      await page.getByText('El nom pau keys ja s’utilitza').waitFor();
      await context.close();
      const own = await stage.open(await stage.signedIn(student, PHONE), '/c/spring-2027/submissions/1');
      await own.getByLabel('Language').selectOption('es');
      const log = own.locator('.log');
      await log.getByText(/^partidas contra Null: \d, de las que tiene que ganar \d$/).waitFor();
      await log.getByText(/^ha jugado 300 rondas en el tablero /).waitFor();
      await backToEnglish(own);
    });

  // A quick run skips this test, because the test above changes the language. contest-languages.long.test.ts checks all
  // pages.
  if (IS_LONG_RUN)
    test('use the chosen language, even on the next page', async () => {
      const page = await stage.open(await stage.signedIn(student, PHONE), '/c/spring-2027');
      await page.getByLabel('Language').selectOption('ca');
      await page.getByRole('heading', { name: 'Classificació' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('ca');
      await page.goto('/c/spring-2027/begin');
      const rules = page.locator('.rules');
      await rules.locator('.lead').getByText('Quatre jugadors').waitFor();
      expect(await rules.getAttribute('lang')).toBe('ca');
      await page.getByLabel('Llengua').selectOption('es');
      await rules.locator('.lead').getByText('Cuatro jugadores').waitFor();
      expect(await rules.getAttribute('lang')).toBe('es');
      await page.getByLabel('Idioma').selectOption('ca');
      await page.goto('/me');
      await page.getByRole('heading', { name: 'Testimonis personals' }).waitFor();
      await page.getByLabel('Llengua').selectOption('es');
      await page.getByRole('heading', { name: 'Tokens personales' }).waitFor();
      await backToEnglish(page);
      await page.getByRole('heading', { name: 'Personal tokens' }).waitFor();
    });

  // A quick run skips this test, because the server's tests of events check the events that a client receives after an
  // interruption.
  if (IS_LONG_RUN)
    test('receive announcements over one connection, including an announcement posted during an interruption', async () => {
      const context = await stage.newVisitor(PHONE);
      const page = await stage.open(context, '/');
      // A tab that is hidden for some time closes its connection, and opens a new connection when it is visible again.
      const connections = new Set<Request>();
      page.on('request', (request) => {
        if (request.url().endsWith('/events')) connections.add(request);
      });
      page.on('requestfailed', (request) => connections.delete(request));
      page.on('requestfinished', (request) => connections.delete(request));
      await page.goto('/c/spring-2027');
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Matches', exact: true }).click();
      await page.getByRole('heading', { name: 'Matches' }).waitFor();
      await page.getByRole('link', { name: 'Ladder', exact: true }).click();
      await page.getByText('Live', { exact: true }).waitFor();
      await expect.poll(() => connections.size, { timeout: MINUTES }).toBe(1);
      const say = async (text: string) => {
        const theirs = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/spring-2027/manage');
        await theirs.locator('[name=text]').fill(text);
        await theirs.getByRole('button', { name: 'Post', exact: true }).click();
        await expect.poll(() => theirs.locator('[name=text]').inputValue(), { timeout: MINUTES }).toBe('');
        await theirs.close();
      };
      await say('First news');
      await page.getByText('First news').waitFor();
      await mustBeUsable(page, 'news');
      await context.setOffline(true);
      await say('Second news');
      await context.setOffline(false);
      await page.getByText('Second news').waitFor();
      expect(stage.heard().filter((each) => !/ERR_INTERNET_DISCONNECTED/.test(each))).toEqual([]);
    });

  // A quick run skips this test, because contest-organiser.test.ts has a mock challenge.
  if (IS_LONG_RUN)
    test('let an entrant play a challenge that doesn’t count', async () => {
      // In only two matches, a starter may not win any.
      const easy = { builtin: 'Null', wins: 0, matches: 1 };
      await owner.get('changeContest', { params: { contest: 'spring-2027' }, body: { qualify: easy } });
      stage.play();
      // The bot is in TypeScript, which compiles faster than C++.
      const source = catalog.startersOf('madmax').find(({ file }) => file.endsWith('.ts'))!.text;
      await onLadder(await takePart(stage, code, 'Quim Rival', source, 'Mine.ts'), 3);
      const page = await stage.open(await stage.signedIn(student, PHONE), '/c/spring-2027/challenge');
      await page.getByLabel('Quim Rival').check();
      await mustBeUsable(page, 'challenge');
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.waitForURL('**/matches/*');
      // The match is shown as soon as it has been played.
      await page.getByRole('button', { name: /Decisive moment/ }).waitFor({ timeout: MINUTES });
      expect(await page.locator('.about').textContent()).toContain('challenge');
    });

  // A quick run skips this test, because the server's tests of boards also submit boards.
  if (IS_LONG_RUN)
    test('show the error in an entrant’s invalid board, and let an organiser accept a valid board', async () => {
      const page = await stage.open(await stage.signedIn(student, PHONE), '/c/spring-2027/boards');
      const send = async (text: string) => {
        await page
          .getByLabel('Board file')
          .setInputFiles({ name: 'my-own.cnf', mimeType: 'text/plain', buffer: Buffer.from(text) });
        await page.getByRole('button', { name: 'Submit', exact: true }).click();
      };
      await send(BOARD.replace(/nb_rnds\s+\d+/, 'nb_rnds 60'));
      await page.getByText('nb_rnds must be 300').waitFor();
      await send(BOARD);
      await page.getByText('Thank you!').waitFor();
      await page.close();
      const theirs = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/spring-2027/boards');
      // The board is accepted only after a check of its fairness.
      const sent = theirs.locator('.board-list li', { hasText: 'my-own' });
      await sent.getByText(/equally good|better than others/).waitFor({ timeout: MINUTES });
      expect((await sent.locator('.facts').textContent())!.match(/\d+ ?%/g)).toHaveLength(4);
      await mustBeUsable(theirs, 'a board that was sent in');
      await theirs.getByRole('button', { name: 'Accept' }).click();
      await expect.poll(() => theirs.getByRole('button', { name: 'Accept' }).count(), { timeout: MINUTES }).toBe(0);
    });
});
