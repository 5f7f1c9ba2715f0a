import { joined, makeContest, organiserOf, PASSWORD } from '@ludus/contest/testing.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { type Cookie, DESKTOP, MINUTES, PHONE, useStage } from './contest-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

const course = { params: { contest: 'course' } };
const STARTER = '/playground/?contest=course&starter=Cyclist.ts';

describe.skipIf(noChromium)('the playground of a contest (skipped unless Chromium is installed)', () => {
  const stage = useStage({ plays: false });
  let organiser: Awaited<ReturnType<typeof organiserOf>>;
  let code: string;
  let ada: Cookie[];
  beforeAll(async () => {
    organiser = await organiserOf(stage.server);
    code = await makeContest(organiser, { slug: 'course', title: 'Course', game: 'trails', boards: ['crossing'] });
    ada = stage.cookiesOf(await joined(stage.server.url, code, 'Ada'));
  });

  const sourceOf = async (number: number) => {
    const { db } = stage.server.context.store;
    const row = await db.selectFrom('submissions').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
    return { file: row.file, language: row.language, text: Buffer.from(row.source!).toString() };
  };
  const openStarter = async (context: BrowserContext): Promise<Page> => {
    const page = await stage.open(context, '/c/course/begin');
    await page.goto(STARTER);
    await page.getByRole('button', { name: 'Submit' }).waitFor({ timeout: MINUTES });
    return page;
  };
  /** Types a line at the end of the code. */
  const write = async (page: Page, line: string) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText(`\n${line}`);
    await page.getByText('not saved').waitFor();
  };
  const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

  test('opens a starter from Get started, plays the starter, and submits the edited bot', async () => {
    const page = await stage.open(await stage.signedIn(ada, DESKTOP), '/c/course/begin');
    const row = page.locator('.starters .facts-list > div');
    await row.filter({ hasText: 'Cyclist.ts' }).getByRole('link', { name: 'Open in the playground' }).click();
    await page.getByRole('button', { name: 'Submit' }).waitFor({ timeout: MINUTES });
    await write(page, '// by Ada');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForFunction(() => {
      const { viewer, rounds } = document.querySelector<ViewerHandle>('ludus-viewer')!;
      return rounds > 1 && !viewer.live.value && viewer.timeline.value?.names.includes('Cyclist');
    });
    await submit(page);
    await page.waitForURL('**/c/course/submissions/1');
    await page.getByText('Cyclist.ts').first().waitFor();
    expect(await sourceOf(1)).toMatchObject({ file: 'Cyclist.ts', language: 'typescript' });
    expect((await sourceOf(1)).text).toMatch(/extends TrailsPlayer[\s\S]*\n\/\/ by Ada$/);
  });

  test('is offered only for languages that the page can run', async () => {
    // The page contains no C++ or Rust compiler.
    const starters = await organiser.get('starters', course);
    const played = starters.filter(({ playground }) => playground).map(({ file }) => file);
    expect(played).toEqual(['Cyclist.ts', 'Cyclist.js', 'Cyclist.py']);
    const page = await stage.open(await stage.signedIn(ada, DESKTOP), '/c/course/begin');
    await page.getByText('The playground doesn’t compile C++ and Rust. Download the bot').waitFor();
  });

  // The test below signs in again, and finds the text that was written here.
  test('asks a visitor on a phone to sign in, and then restores the code', async () => {
    await joined(stage.server.url, code, 'Bob');
    const page = await openStarter(await stage.newVisitor(PHONE));
    await write(page, '// by Bob');
    await submit(page);
    await page.waitForURL('**/sign-in?**');
    await page.getByRole('textbox', { name: 'Name' }).fill('Bob');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('// by Bob').waitFor({ timeout: MINUTES });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - screen.width);
    expect(over, 'the playground is wider than the screen').toBeLessThanOrEqual(0);
    await submit(page);
    await page.waitForURL('**/c/course/submissions/2');
    expect((await sourceOf(2)).text).toContain('// by Bob');
    stage.heard();
  });

  test('hides the previous user’s work from the next user of the computer', async () => {
    const zoe = stage.cookiesOf(await joined(stage.server.url, code, 'Zoe'));
    const page = await openStarter(await stage.signedIn(zoe, DESKTOP));
    await write(page, '// only Zoe’s');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForFunction(() => document.querySelector<ViewerHandle>('ludus-viewer')!.rounds > 1);
    await page.goto(`${stage.server.url}/me`);
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    const again = async () => {
      await page.goto(`${stage.server.url}${STARTER}`);
      await page.getByRole('button', { name: 'Submit' }).waitFor({ timeout: MINUTES });
      await page.locator('.cm-content', { hasText: 'Cyclist' }).waitFor();
      return await page.locator('.cm-content').textContent();
    };
    expect(await again()).not.toContain('only Zoe’s');
    await page.goto(`${stage.server.url}/sign-in`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Zoe');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
    expect(await again()).toContain('only Zoe’s');
  });

  // The server's tests check both refusals.
  test('explains why submitting is impossible', async () => {
    const elsewhere = await makeContest(organiser, {
      slug: 'other',
      title: 'Other',
      game: 'trails',
      boards: ['plaza'],
    });
    const cookies = stage.cookiesOf(await joined(stage.server.url, elsewhere, 'Eve'));
    const outsider = await openStarter(await stage.signedIn(cookies, DESKTOP));
    await submit(outsider);
    await outsider.getByText('you aren’t taking part in this contest').waitFor();
    await organiser.get('setState', { ...course, body: { state: 'frozen' } });
    const page = await openStarter(await stage.signedIn(ada, DESKTOP));
    await write(page, '// late');
    await submit(page);
    await page.getByText('this contest doesn’t accept submissions now').waitFor();
    stage.heard();
  });

  test('has a security policy that lets engines run, and has no other pages below its address', async () => {
    const answer = await fetch(`${stage.server.url}/playground/`);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /script-src 'self' 'wasm-unsafe-eval';.*frame-ancestors 'none'/,
    );
    const tag = answer.headers.get('etag')!;
    expect((await fetch(`${stage.server.url}/playground/`, { headers: { 'if-none-match': tag } })).status).toBe(304);
    for (const path of ['room.html', 'nothing.js', '..%2f..%2fpackage.json', 'run/nothing.gz'])
      expect((await fetch(`${stage.server.url}/playground/${path}`)).status, path).toBe(404);
    expect((await fetch(`${stage.server.url}/c/course`)).headers.get('content-security-policy')).not.toContain('wasm');
  });
});
