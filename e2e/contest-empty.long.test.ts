import { type Browser as ContestBrowser, joined, makeContest, organiserOf } from '@ludus/contest/testing.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { DESKTOP, mustBeUsable, PHONE, turnTo, useStage, widerThanScreen } from './contest-support.ts';

/** Contests without any events, by phase. */
const PHASES = ['planned', 'draft', 'open', 'ended', 'frozen', 'closed', 'archived'] as const;
type Phase = (typeof PHASES)[number];
const PAGES = [
  '',
  '/begin',
  '/mine',
  '/matches',
  '/matches?kind=challenge',
  '/wins',
  '/challenge',
  '/boards',
  '/rounds',
];
const OF_HELPERS = ['/entrants', '/roster', '/roster/codes', '/manage', '/manage/log', '/similar', '/platform'];

/** Parts of a page that are empty and have no link, and tables without rows. */
const deadEnds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const main = document.querySelector('main')!;
    for (const empty of main.querySelectorAll('.empty'))
      if (!empty.querySelector('a[href], button')) wrong.push(`leads nowhere: ${empty.textContent}`);
    for (const table of main.querySelectorAll('table'))
      if (!table.querySelector('tbody tr') && !table.parentElement!.querySelector('.empty'))
        wrong.push(`an empty table: ${table.parentElement!.getAttribute('aria-label')}`);
    for (const alert of main.querySelectorAll('.notice.bad'))
      if (!main.querySelector('a[href], button')) wrong.push(`a refusal that leads nowhere: ${alert.textContent}`);
    return wrong;
  });

describe.skipIf(noChromium)('a contest in which nothing has happened (skipped unless Chromium is installed)', () => {
  const stage = useStage({ plays: false });
  let organiser: ContestBrowser;
  let student: ContestBrowser;

  const make = async (phase: Phase): Promise<void> => {
    const params = { contest: phase };
    const code = await makeContest(organiser, { slug: phase, title: phase, game: 'madmax', boards: ['default'] });
    if (student === undefined) student = await joined(stage.server.url, code, 'Stu Dent');
    else await student.get('join', { body: { code } });
    const { db } = stage.server.context.store;
    const ofPhase = () => db.updateTable('contests').where('slug', '=', phase);
    const [before, after] = [-86_400_000, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString());
    if (phase === 'planned') await organiser.get('changeContest', { params, body: { opens: after } });
    // The form rejects past times.
    if (phase === 'ended') {
      const { form } = await db
        .selectFrom('contests')
        .select('form')
        .where('slug', '=', phase)
        .executeTakeFirstOrThrow();
      await ofPhase()
        .set({ form: JSON.stringify({ ...form, closes: before }) })
        .execute();
    }
    if (phase === 'draft') await ofPhase().set({ state: 'planned' }).execute();
    if (phase === 'frozen' || phase === 'closed') await organiser.get('setState', { params, body: { state: phase } });
    if (phase === 'archived') await organiser.get('archiveContest', { params, body: { archived: true } });
  };

  test('can be created in each of seven phases', async () => {
    organiser = await organiserOf(stage.server);
    for (const phase of PHASES) await make(phase);
  });

  test.each(['visitor', 'student', 'organiser'] as const)(
    'offers the next step on each page, and fits on a phone (%s)',
    async (role) => {
      const who = { visitor: undefined, student, organiser }[role];
      const context = who ? await stage.signedIn(stage.cookiesOf(who), PHONE) : await stage.newVisitor(PHONE);
      const found: string[] = [];
      const page = await stage.open(context, '/');
      // A member's contests are above the class code. For everyone else, the code comes first.
      if (role === 'student') await page.locator('.contests ~ form').waitFor();
      if (role === 'visitor') await page.locator('.lead:has(form) ~ .contests').waitFor();
      for (const phase of PHASES)
        for (const path of role === 'organiser' ? [...PAGES, ...OF_HELPERS] : PAGES) {
          await turnTo(page, `/c/${phase}${path}`, `nav.tabs a[href="/c/${phase}/matches"]`);
          for (const each of await deadEnds(page)) found.push(`${phase}${path}: ${each}`);
          const wider = await widerThanScreen(page);
          if (wider > 0) found.push(`${phase}${path}: ${wider} px wider than the screen`);
        }
      stage.heard();
      expect(found).toEqual([]);
    },
  );

  test('shows when it opens, or who can open it if it has no date', async () => {
    const page = await stage.open(await stage.newVisitor(PHONE), '/c/planned');
    await page
      .getByText(/The contest opens on .*\d/)
      .first()
      .waitFor();
    await mustBeUsable(page, 'planned');
    await page.getByText('Enter the class code from your teacher to take part').waitFor();
    await page.goto('/c/draft');
    await page.getByText('An organiser will open the contest.').first().waitFor();
    const entrant = await stage.open(await stage.signedIn(stage.cookiesOf(student), PHONE), '/c/planned');
    await entrant.getByText(/You can submit from .*\d\d:\d\d/).waitFor();
  });

  test('shows that a submission is being checked, instead of instructions for starting a bot', async () => {
    const of = { params: { contest: 'open' } };
    stage.rest();
    await student.get('submit', { ...of, query: { file: 'AIMine.cc' }, bytes: 'strength 5' });
    const page = await stage.open(await stage.signedIn(stage.cookiesOf(student), DESKTOP), '/c/open/wins');
    await page.getByText('Your newest submission is being checked.').waitFor();
    expect(await page.getByText('Get a starter bot').count()).toBe(0);
    await page.getByRole('link', { name: 'See your newest submission' }).click();
    await page.getByText('It will play once it has qualified.').waitFor();
    stage.play();
  });

  test('opens when its owner clicks Open, whatever its opening date', async () => {
    const context = await stage.signedIn(stage.cookiesOf(organiser), DESKTOP);
    for (const phase of ['planned', 'draft']) {
      const page = await stage.open(context, `/c/${phase}/manage/dates`);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByText('Submissions are accepted, and matches are played.').waitFor();
      expect(await organiser.get('contest', { params: { contest: phase } })).toMatchObject({
        state: 'open',
        opens: null,
      });
    }
    stage.heard();
  });

  test('offers to plan the first final while the form is closed, and lets the form be closed again', async () => {
    const page = await stage.open(await stage.signedIn(stage.cookiesOf(organiser), DESKTOP), '/c/open/rounds');
    const plan = page.getByRole('button', { name: 'Plan the first final' });
    await plan.click();
    await page.getByRole('button', { name: 'Next' }).waitFor();
    expect(await page.getByText('No final has been planned yet.').count()).toBe(0);
    await mustBeUsable(page, 'the first final');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await plan.waitFor();
    expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
    stage.heard();
  });

  test('gives staff a link to the entrants on the page for their own submissions', async () => {
    const page = await stage.open(await stage.signedIn(stage.cookiesOf(organiser), DESKTOP), '/c/open/mine');
    await page.getByText('You help run this contest.').getByRole('link', { name: 'See who takes part' }).click();
    await page.waitForURL('**/c/open/entrants');
    stage.heard();
  });

  test('shows organisers that it has no owner, and how to appoint an owner', async () => {
    await stage.server.context.store.db.deleteFrom('staff').execute();
    const page = await stage.open(await stage.signedIn(stage.cookiesOf(organiser), DESKTOP), '/');
    const line = page.getByText('These contests have no owner yet.');
    await line.waitFor();
    await mustBeUsable(page, 'contests without owners');
    await line.getByRole('link', { name: 'open', exact: true }).click();
    await page.waitForURL('**/c/open/manage');
    await page.getByText('This contest has no owner yet.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Stu Dent');
    await page.getByRole('form', { name: 'Give role' }).getByLabel('Role').selectOption('owner');
    await page.getByRole('button', { name: 'Give role' }).click();
    await page.getByText('This contest has no owner yet.').waitFor({ state: 'detached' });
    await page.goto('/');
    await line.waitFor();
    expect(await line.getByRole('link', { name: 'open', exact: true }).count()).toBe(0);
    expect(await (await fetch(`${stage.server.url}/api/contests`)).text()).not.toContain('"owned"');
    stage.heard();
  });
});
