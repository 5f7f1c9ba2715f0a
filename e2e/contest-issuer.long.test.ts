import {
  type Browser as ContestBrowser,
  LearningPlatform,
  makeContest,
  organiserOf,
  startProvider,
} from '@ludus/contest/testing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { DESKTOP, mustBeUsable, PHONE, useStage } from './contest-support.ts';

describe.skipIf(noChromium)('a server with a university’s sign-in (skipped unless Chromium is installed)', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  const stage = useStage({
    plays: false,
    signIn: async () => {
      provider = await startProvider({ u1001: { name: 'Anna Puig', email: 'anna@uni.example' } });
      return { issuers: [provider.settings], passwords: true };
    },
  });
  let code: string;
  let organiser: ContestBrowser;
  beforeAll(async () => {
    provider.allow(stage.server.url);
    organiser = await organiserOf(stage.server);
    code = await makeContest(organiser, { slug: 'course', title: 'Course', game: 'trails', boards: ['crossing'] });
    const csv = 'id,name\nanna@uni.example,Anna Puig\n';
    await organiser.get('roster', { params: { contest: 'course' }, body: { csv } });
  });
  afterAll(() => provider?.close());

  test('adds a student who uses the class code to the roster, and brings the student back to the same account', async () => {
    const context = await stage.newVisitor(PHONE);
    const page = await stage.open(context, `/join#${code}`);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    const button = page.getByRole('link', { name: 'Sign in with Test University' });
    await button.waitFor();
    await mustBeUsable(page, 'sign-in with an issuer');
    await button.click();
    await page.locator('input[name=login]').fill('u1001');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${stage.server.url}/join#${code}`);
    await page.getByText('You take part as Anna Puig.').waitFor();
    await page.getByRole('button', { name: 'Take part' }).click();
    await page.waitForURL('**/c/course');
    expect(await page.getByText('An organiser has to let you in').count()).toBe(0);
    await page.goto('/me');
    await page.getByRole('button', { name: 'Unlink: Test University' }).waitFor();
    await page.getByRole('button', { name: 'Link Test University' }).waitFor();
    await mustBeUsable(page, 'an account with an issuer');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.goto('/sign-in');
    await button.click();
    // The university's site still recognises this browser.
    await page.waitForURL(`${stage.server.url}/`);
    await page.goto('/c/course');
    await page.getByRole('link', { name: 'My submissions' }).waitFor();
    // The provider's test pages request an external font.
    stage.heard();
  });

  test('lets visitors without an account play in a room that a friend joins through the room’s link', async () => {
    const ann = await stage.open(await stage.newVisitor(DESKTOP), '/play.html?renderer=canvas');
    await mustBeUsable(ann, 'the way into a room');
    await ann.getByLabel('Your name').fill('Ann');
    await ann.getByRole('button', { name: 'Open a room' }).click();
    await ann.locator('.letters').waitFor();
    const bob = await stage.open(await stage.newVisitor(PHONE), ann.url());
    await bob.getByLabel('Your name').fill('Bob');
    await bob.getByRole('button', { name: 'Take a seat' }).click();
    await bob.getByText('Ann starts the match').waitFor();
    await ann.getByRole('button', { name: 'Start', exact: true }).click();
    for (const page of [ann, bob]) await page.locator('.hand-choice').first().waitFor();
  });

  // The server's LTI tests use the same launch, without a frame.
  test('admits a student who opens it in a learning platform’s frame, and reads the roster from the course', async () => {
    const platform = await LearningPlatform.start();
    try {
      const { server } = stage;
      platform.use(server.url);

      await organiser.get('savePlatform', { body: platform.form });
      const parameter = await makeContest(organiser, {
        slug: 'lti',
        title: 'Spring',
        game: 'trails',
        boards: ['crossing'],
      });
      platform.links.set('link', { code: parameter });
      platform.members.push({ user_id: '101', name: 'Carla Mas' }, { user_id: '102', name: 'Ben Roca' });
      const student = await stage.newVisitor(DESKTOP);
      // A page on another site, which shows the server in a frame without the server's cookies.
      const course = await student.newPage();
      await course.goto(`${platform.url.replace('127.0.0.1', 'localhost')}/course/101/link`);
      const button = course.frameLocator('iframe').getByRole('button', { name: 'Open Spring' });
      const [tab] = await Promise.all([student.waitForEvent('page'), button.click()]);
      await tab.waitForURL(`${server.url}/c/lti`);
      await tab.getByRole('link', { name: 'My submissions' }).waitFor();
      const page = await stage.open(await stage.signedIn(stage.cookiesOf(organiser), PHONE), '/c/lti/platform');
      await page.getByRole('button', { name: 'Read students' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('2 added').waitFor();
      await mustBeUsable(page, 'a learning platform');
      // The student who joined before the roster was read is matched with her row.
      expect(
        (await organiser.get('rosterRows', { params: { contest: 'lti' } })).rows.map(({ is }) => is?.name),
      ).toEqual(['Carla Mas', undefined]);
    } finally {
      await platform.close();
    }
  });

  test('links to each issuer’s sign-in when only organisers have passwords', async () => {
    const context = await stage.newVisitor(PHONE);
    const body = JSON.stringify({
      issuers: [
        { id: 'first', name: 'First' },
        { id: 'second', name: 'Second' },
      ],
      passwords: false,
    });
    await context.route('**/api/sign-in', (route) => route.fulfill({ contentType: 'application/json', body }));
    const page = await stage.open(context, '/sign-in');
    const second = page.getByRole('link', { name: 'Sign in with Second' });
    expect(await second.getAttribute('href')).toContain('/begin/second');
    expect(await page.getByLabel('Password', { exact: true }).isVisible()).toBe(false);
    await mustBeUsable(page, 'sign-in without passwords');
    await page.getByText('Organiser password').click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.goto(`/join#${code}`);
    await page.getByText('Course').first().waitFor();
    expect(await second.getAttribute('href')).toContain(encodeURIComponent(`/join#${code}`));
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    await mustBeUsable(page, 'joining without passwords');
  });

  test('shows a failed sign-in with the issuer’s name and a link back', async () => {
    const query = new URLSearchParams({ problem: 'issuer/down', issuer: 'uni', to: `/join#${code}` });
    const page = await stage.open(await stage.newVisitor(PHONE), `/sign-in?${query}`);
    await page.getByText('Test University doesn’t respond').waitFor();
    const back = page.getByRole('link', { name: 'Back to the page you came from' });
    expect(await back.getAttribute('href')).toBe(`/join#${code}`);
    await mustBeUsable(page, 'sign-in after an error');
  });
});
