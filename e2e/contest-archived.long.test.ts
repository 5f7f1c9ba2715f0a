import { joined, LearningPlatform } from '@ludus/contest/testing.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import {
  beginContest,
  type Cookie,
  DESKTOP,
  mustBeUsable,
  onLadder,
  PHONE,
  takePart,
  turnTo,
  useStage,
} from './contest-support.ts';

const CONTEST = { params: { contest: 'spring-2027' } };
const AT = '/c/spring-2027';
const ROLES = ['Remove role: The organiser', 'Create invitation link', 'Give role'];
/** By page: buttons that don't change the contest, or that also work in an archived contest. */
const BUTTONS: Readonly<Record<string, readonly string[]>> = {
  '': ['Commentary', 'Full screen', 'Hide'],
  '/matches': ['More'],
  '/entrants/1': ['More'],
  '/boards': [],
  '/rounds': [],
  '/rounds/1': [],
  '/challenge': [],
  '/submissions/1': [],
  '/manage': ROLES,
  '/manage/matches': [],
  '/manage/dates': [],
  '/manage/log': [],
  '/manage/end': ['Unarchive', 'Create copy'],
  '/roster': [],
  '/roster/codes': [],
  '/platform': ['Change: Test Campus', 'Create a registration link'],
  '/entrants': [],
  '/similar': [],
};

describe.skipIf(noChromium)('an archived contest (skipped unless Chromium is installed)', () => {
  const stage = useStage({ plays: false });
  let platform: LearningPlatform;
  let organiser: Cookie[];
  let student: Cookie[];
  let code: string;
  beforeAll(async () => {
    const begun = await beginContest(stage);
    const { organiser: ada } = begun;
    code = begun.code;
    const anna = await takePart(stage, code, 'Anna Puig', '// strength 30\n');
    await onLadder(anna, 1);
    const csv = 'id,name,group\n1001,Anna Puig,A\n1002,Biel Roca,B\n';
    await ada.get('roster', { ...CONTEST, body: { csv } });
    await joined(stage.server.url, code, 'Carla Mas');
    const collection = { kind: 'earlier', label: '2024', contest: null, goes: null } as const;
    await ada.get('addCollection', { ...CONTEST, body: collection });
    const deadline = new Date(Date.now() + 3_600_000).toISOString();
    const format = { kind: 'last-out', matches: 4, out: 1, outPercent: 0 } as const;
    await ada.get('announceRound', { ...CONTEST, body: { title: 'The final', deadline, format } as never });
    await ada.get('changeRound', { params: { ...CONTEST.params, round: 1 }, body: { what: 'cancel' } });
    platform = await LearningPlatform.start();
    platform.use(stage.server.url);
    await ada.get('savePlatform', { body: platform.form });
    await platform.launch(platform.launchOf({ user_id: '900', role: 'Instructor' }, 'link', { code }));
    await ada.get('announce', { ...CONTEST, body: { text: 'Thank you all' } });
    await ada.get('archiveContest', { ...CONTEST, body: { archived: true } });
    [organiser, student] = [stage.cookiesOf(ada), stage.cookiesOf(anna)];
  });
  afterAll(() => platform?.close());

  /** Shows each of these pages in turn, and calls `look` when a page has loaded. */
  const walk = async (page: Page, paths: readonly string[], look: (path: string) => Promise<void>): Promise<void> => {
    for (const path of paths) {
      await turnTo(page, `${AT}${path}`);
      await page.getByText('This contest is archived: no one can change it').waitFor();
      await look(path);
    }
  };

  test('shows no buttons for actions that the server rejects', async () => {
    const page = await stage.open(await stage.signedIn(organiser, DESKTOP), AT);
    await walk(page, Object.keys(BUTTONS), async (path) => {
      const there = await page.getByRole('main').getByRole('button', { disabled: false }).all();
      const names = await Promise.all(
        there.map(async (button) => (await button.getAttribute('aria-label')) ?? (await button.innerText()).trim()),
      );
      expect(
        names.filter((name) => !/^(?:Copy|All|Joined|Missing)\b/.test(name)),
        path,
      ).toEqual(BUTTONS[path]);
      await mustBeUsable(page, path);
    });
  });

  test('shows no codes or form hints, and explains which actions are impossible', async () => {
    const page = await stage.open(await stage.signedIn(organiser, DESKTOP), AT);
    const at = (path: string) => walk(page, [path], async () => {});
    await at('');
    expect(await page.getByRole('heading', { name: 'Class code' }).count()).toBe(0);
    await at('/manage');
    await page.getByText('Roles can still change').waitFor();
    expect(await page.getByRole('heading', { name: 'Class code' }).count()).toBe(0);
    for (const path of ['/manage/matches', '/manage/dates']) {
      await at(path);
      const hints = page.locator('fieldset.fixed').locator('.hint, small');
      expect(await hints.count()).toBeGreaterThan(0);
      expect(await hints.filter({ visible: true }).count()).toBe(0);
    }
    await at('/roster');
    await page.getByRole('cell', { name: '1002' }).waitFor();
    expect(await page.locator('main code').count()).toBe(0);
    await at('/roster/codes');
    await page.getByText('personal codes don’t work').waitFor();
    await at('/similar');
    await page.getByText('To compare submissions, unarchive the contest first.').waitFor();
  });

  test('rejects class codes and personal codes on the first screen', async () => {
    const { db } = stage.server.context.store;
    const row = await db.selectFrom('roster').select('code').where('roster_id', '=', '1002').executeTakeFirstOrThrow();
    for (const each of [code, row.code!]) {
      const page = await stage.open(await stage.newVisitor(PHONE), `/join#${each}`);
      await page.getByRole('alert').getByText('This contest is over.').waitFor();
      expect(await page.getByLabel('Password').count()).toBe(0);
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
      await mustBeUsable(page, 'a code of an archived contest');
    }
    stage.heard();
  });

  test('shows students its pages, without ways to submit, challenge, or withdraw', async () => {
    const page = await stage.open(await stage.signedIn(student, PHONE), AT);
    await walk(page, ['', '/mine', '/submissions/1', '/entrants/2'], async (path) => {
      expect(await page.getByRole('main').locator('input[type=file]').count()).toBe(0);
      for (const name of ['Challenge', 'Withdraw', 'Live'])
        expect(await page.getByRole('main').getByText(name, { exact: true }).count()).toBe(0);
      await mustBeUsable(page, path);
    });
  });
});
