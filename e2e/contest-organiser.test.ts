import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PASSWORD } from '@ludus/contest/testing.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { contentOf } from '../tools/browser/use-browser.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import {
  type Cookie,
  DESKTOP,
  MINUTES,
  mustBeUsable,
  mustBeUsableAt,
  onLadder,
  PHONE,
  SEARCH,
  takePart,
  useStage,
} from './contest-support.ts';

describe.skipIf(noChromium)('the contest’s pages for the organiser (skipped unless Chromium is installed)', () => {
  // Nothing is compiled here, and matches are simulated, because contest-student.test.ts compiles and plays.
  const stage = useStage({ plays: false });
  let organiser: Cookie[];
  let student: Cookie[];
  // A test that needs matches starts the ladder.
  afterEach(() => stage.rest());

  test('let the organiser open the printed link and create a contest with a form', async () => {
    const context = await stage.newVisitor(DESKTOP);
    const page = await stage.open(context, `/link#${stage.server.organiserSecret}`);
    expect(page.url()).not.toContain(stage.server.organiserSecret);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Teacher');
    await page.getByLabel('Password').fill(PASSWORD);
    await mustBeUsable(page, 'link');
    await page.getByRole('button', { name: 'Get started' }).click();
    await page.locator('label.game', { hasText: 'Mad Max' }).click();
    await page.getByLabel('Title').fill('Spring 2027');
    await page.getByText('More settings').click();
    expect(await page.getByLabel('Short name').inputValue()).toBe('spring-2027');
    await page.getByLabel('maze5').uncheck();
    await page.getByLabel('Bot to beat to qualify').selectOption('Null');
    await mustBeUsable(page, 'new contest');
    await page.getByRole('button', { name: 'Create contest' }).click();
    await page.waitForURL('**/c/spring-2027/manage');
    const code = (await page.locator('.big-code').textContent())!;
    expect(code).toMatch(/\w/);
    await mustBeUsable(page, 'manage');
    await page.getByRole('link', { name: 'Boards and limits' }).click();
    await page.getByLabel('maze4').waitFor();
    expect(await page.getByLabel('maze5').isChecked()).toBe(false);
    expect(await page.getByLabel('maze4').isChecked()).toBe(true);
    organiser = await context.cookies();
    // Two entrants submit the same program. The two others submit nothing.
    const source = readFileSync(SEARCH, 'utf8');
    const nuria = await takePart(stage, code, 'Núria d’Aigua-Roca', `// strength 9\n\n${source}`);
    const rivals = `// strength 7\n\n${source.replace(/(PLAYER_NAME\s+)\w+/, '$1Rival')}`;
    const quim = await takePart(stage, code, 'Quim Rival', rivals);
    for (const name of ['Pau Keys', 'Pere Clau']) await takePart(stage, code, name);
    await Promise.all([onLadder(nuria, 1), onLadder(quim, 2)]);
    student = stage.cookiesOf(nuria);
  });

  if (IS_LONG_RUN)
    test('let the organiser upload a roster, set a group, merge accounts, and create a password link and a worker token', async () => {
      const page = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/spring-2027/roster');
      await page.getByLabel('Or paste text').fill('id,name,group\n1001,Anna Puig,A\n1002,Biel Roca,B\n');
      await page.getByRole('button', { name: 'Show changes' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('2 added').waitFor();
      await page.goto('/c/spring-2027/entrants');
      await page.getByRole('button', { name: 'Change: Quim Rival' }).click();
      await page.getByLabel('Group').fill('B');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: 'B', exact: true }).waitFor();
      await page.goto('/organise/people');
      await page.getByRole('button', { name: 'Change: Quim Rival' }).click();
      await page.getByRole('button', { name: 'Link for a new password' }).click();
      const link = await page.locator('.copy code').textContent();
      const theirs = await stage.open(await stage.newVisitor(PHONE), link!);
      await theirs.getByText('Hello Quim Rival!').waitFor();
      await theirs.getByLabel('Password').fill('another password');
      await theirs.getByRole('button', { name: 'Save and sign in' }).click();
      await theirs.waitForURL((url) => url.pathname === '/');
      // The account that a user created by mistake is deleted after a confirmation.
      await page.getByRole('button', { name: 'Change: Pau Keys' }).click();
      await page.getByLabel('The same person as').selectOption('Pere Clau');
      await page.getByRole('button', { name: 'Merge' }).click();
      await page.getByText('The account Pere Clau will be deleted, and Pau Keys will keep').waitFor();
      await mustBeUsable(page, 'merging');
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => page.getByRole('rowheader', { name: 'Pere Clau' }).count(), { timeout: MINUTES }).toBe(0);
      await page.goto('/organise/workers');
      await page.getByLabel('Purpose').fill('lab-1');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText(/npx ludus worker --server/).waitFor();
      await page.goto('/organise/audit');
      await page.getByRole('cell', { name: 'Ada Teacher' }).first().waitFor();
    });

  // A quick run skips this test, because the server's tests check each role's rights. contest-colleagues.long.test.ts
  // also assigns roles.
  if (IS_LONG_RUN)
    test('let an owner appoint an assistant and revoke the role, and show the assistant only that role’s actions', async () => {
      const page = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/spring-2027/manage');
      await page.getByText('You are an owner').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('No One Here');
      const give = page.getByRole('form', { name: 'Give role' });
      await give.getByLabel('Role').selectOption('assistant');
      await page.getByRole('button', { name: 'Give role' }).click();
      await page.getByText('No one with the name No One Here signs in here').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('núria d’aigua-roca');
      await page.getByRole('button', { name: 'Give role' }).click();
      await page.getByRole('button', { name: 'Remove role: Núria d’Aigua-Roca' }).waitFor();
      await mustBeUsable(page, 'manage with an assistant');
      await page.getByRole('combobox', { name: 'Role: Ada Teacher' }).selectOption('observer');
      await page.getByText('A contest needs an owner').waitFor();
      const theirs = await stage.open(await stage.signedIn(student, DESKTOP), '/c/spring-2027/manage');
      await theirs.getByText('You are an assistant').waitFor();
      await theirs.getByRole('link', { name: 'Roster', exact: true }).waitFor();
      for (const name of ['Similar', 'Boards and limits', 'After the term'])
        expect(await theirs.getByRole('link', { name }).count()).toBe(0);
      expect(await theirs.getByRole('button', { name: 'Give role' }).count()).toBe(0);
      await theirs.goto('/c/spring-2027/submissions/2');
      await theirs.getByRole('button', { name: 'Run again' }).waitFor();
      expect(await theirs.getByRole('link', { name: 'Download' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Remove role: Núria d’Aigua-Roca' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await page.getByRole('button', { name: 'Remove role: Núria d’Aigua-Roca' }).waitFor({ state: 'detached' });
      await page.goto('/c/spring-2027/manage/log');
      await page.getByRole('row', { name: /gave the assistant role.*Núria/ }).waitFor();
      await theirs.goto('/c/spring-2027/roster');
      await theirs.getByRole('alert').waitFor();
    });

  if (IS_LONG_RUN)
    test('let the organiser announce, play, and publish finals, and reveal them step by step', async () => {
      const page = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/spring-2027/rounds');
      await page.getByRole('button', { name: 'New final' }).click();
      await mustBeUsable(page, 'new final, the format');
      await page.getByRole('button', { name: 'Next' }).click();
      // The two entrants with submissions play one stage. Stand-ins take the other two seats in each match.
      const told = page.getByRole('status').filter({ hasText: /With 2 entrants, the final has \d+ matches/ });
      await told.getByText(/1 entrant has no accepted submission: Pau Keys/).waitFor();
      await page.getByLabel('Matches per entrant').fill('16');
      await told.filter({ hasText: '16 matches' }).waitFor();
      await mustBeUsable(page, 'new final, boards and matches');
      await page.getByRole('button', { name: 'Next' }).click();
      await mustBeUsable(page, 'new final, dates and marks');
      // The form's deadlines are whole minutes, and this test doesn't wait for a deadline.
      const status = await page.evaluate(async () => {
        const terms = {
          title: 'The final',
          deadline: new Date(Date.now() + 3000).toISOString(),
          format: { kind: 'last-out', matches: 4, out: 1, outPercent: 0 },
        };
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify(terms);
        return (await fetch('/api/contests/spring-2027/rounds', { method: 'POST', headers, body })).status;
      });
      expect(status).toBe(200);
      await page.getByRole('link', { name: /The final/ }).click();
      await page.getByRole('heading', { name: 'Commitment' }).waitFor();
      await mustBeUsable(page, 'round');
      // The server's tests play, reveal, and publish finals. reveal-file.long.test.ts checks a reveal's pages.
      stage.play();
      await page.getByRole('link', { name: 'Watch the reveal' }).click({ timeout: MINUTES });
      stage.rest();
      await page.getByText('Ready? Press Next.').waitFor();
      expect(await page.locator('.tabs').count()).toBe(0);
      const [notes] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: 'Presenter’s notes' }).click(),
      ]);
      await notes.getByText('Out:').first().waitFor({ timeout: MINUTES });
      await mustBeUsable(notes, 'presenter’s notes');
      await page.keyboard.press('PageDown');
      // The deciding match is shown before its result, together with the notes.
      await page.locator('.reveal-match ludus-viewer').waitFor({ timeout: MINUTES });
      expect(await page.locator('.reveal-rows').count()).toBe(0);
      await mustBeUsable(page, 'reveal, a match');
      await notes.getByText(/Not shown yet: Out:/).waitFor();
      await notes.close();
      await page.keyboard.press('PageDown');
      await page.locator('.reveal-rows .out').waitFor();
      await mustBeUsable(page, 'reveal, a cut');
      await page.keyboard.press('ArrowRight');
      await page.getByText('The winner is').waitFor();
      await mustBeUsable(page, 'reveal, the winner');
      const winner = await page.locator('.reveal-name').evaluate((name) => name.firstChild!.textContent);
      await page.keyboard.press('ArrowRight');
      await page.locator('.reveal-podium').waitFor();
      expect(await page.locator('.reveal-podium .place-1 .reveal-name').textContent()).toBe(winner);
      // A test can't handle the browser's file dialog, so the page must use a download.
      await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
      const [picture] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save a picture' }).click(),
      ]);
      expect(picture.suggestedFilename()).toBe('spring-2027-podium.png');
      await mustBeUsable(page, 'reveal, the podium');
      await page.getByRole('link', { name: 'Leave' }).click();
      await page.getByRole('button', { name: 'Save the reveal as a file' }).waitFor();
      await mustBeUsable(page, 'a final that is over');
      await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the reveal as a file' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('spring-2027-round-1.html');
      // reveal-file.long.test.ts checks a saved reveal.
      const file = join(mkdtempSync(join(tmpdir(), 'ludus-reveal-')), 'show.html');
      writeFileSync(file, await contentOf(saved));
      const shown = await (await stage.newVisitor(DESKTOP)).newPage();
      await shown.context().setOffline(true);
      await shown.goto(pathToFileURL(file).href);
      await shown.keyboard.press('PageDown');
      await shown.locator('.reveal-match ludus-viewer').waitFor();
      await shown.locator('.reveal-at', { hasText: /^1 / }).waitFor();
      await shown.close();
      rmSync(dirname(file), { recursive: true });
      await page.getByRole('link', { name: 'Watch the reveal' }).click();
      await page.getByText('Ready? Press Next.').waitFor();
      while ((await page.locator('.reveal-podium').count()) === 0) await page.keyboard.press('PageDown');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Publish' }).count(), { timeout: MINUTES }).toBe(0);
      await page.close();
      const theirs = await stage.open(await stage.signedIn(student, PHONE), '/c/spring-2027/rounds/1');
      await theirs.getByText('The secret', { exact: true }).waitFor();
      expect(await theirs.locator('.ladder tbody tr').first().textContent()).toContain(winner);
      await mustBeUsable(theirs, 'published round');
    });

  if (IS_LONG_RUN)
    test('let a student challenge a fellow student to a match that doesn’t count', async () => {
      const page = await stage.open(await stage.signedIn(student, PHONE), '/c/spring-2027/challenge');
      await page.getByLabel('Quim Rival').check();
      await mustBeUsable(page, 'challenge');
      stage.play();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.waitForURL('**/matches/*');
      await page.locator('.about', { hasText: 'challenge' }).waitFor();
    });

  // A quick run skips this test, because the server's tests of comparisons have the same steps.
  if (IS_LONG_RUN)
    test('let the organiser compare submissions, even with an earlier year’s, and view two submissions side by side', async () => {
      const page = await stage.open(await stage.signedIn(organiser, DESKTOP), '/c/spring-2027/similar');
      await mustBeUsable(page, 'nothing compared');
      const source = readFileSync(SEARCH, 'utf8');
      await page.getByLabel('Kind', { exact: true }).selectOption('files');
      await page.getByLabel('Year').fill('2024');
      await page.getByLabel('Files').setInputFiles([
        { name: 'Zoe.cc', mimeType: 'text/plain', buffer: Buffer.from(`// old\n${source.replaceAll('int', 'long')}`) },
        { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') },
      ]);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('1 source, 1 source was left out').waitFor();
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: MINUTES });
      await mustBeUsable(page, 'compared');
      const pairs = page.getByRole('region', { name: 'Most similar pairs' });
      // Two submissions are identical, and a submission from 2024 matches them.
      const first = await pairs.locator('tbody tr').allTextContents();
      expect(first.slice(0, 3).join('\n')).toMatch(/Núria.*Quim Rival/);
      expect(first.slice(0, 3).join('\n')).toMatch(/Zoe 2024/);
      const [report] = await Promise.all([
        page.context().waitForEvent('page'),
        pairs
          .getByRole('link', { name: /side by side: .*Zoe/ })
          .first()
          .click(),
      ]);
      await report.locator('.pair mark').first().waitFor();
      expect(new URL(report.url()).hash).toMatch(/^#pair-\d$/);
      await report.close();
      await page.getByRole('button', { name: 'Delete: 2024' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Delete: 2024' }).count(), { timeout: MINUTES }).toBe(0);
    });

  // A quick run skips this test, because the server's tests copy, archive, and delete contests.
  // contest-archived.long.test.ts checks an archived contest.
  if (IS_LONG_RUN)
    test('let the organiser copy a contest for the next term, archive and unarchive the copy, and delete the copy', async () => {
      const page = await stage.open(await stage.signedIn(organiser, PHONE), '/c/spring-2027/manage/end');
      await page.getByLabel('Title').fill('Autumn 2027');
      await mustBeUsable(page, 'after the term');
      await page.getByRole('button', { name: 'Create copy' }).click();
      await page.waitForURL((url) => url.pathname === '/c/autumn-2027/manage');
      await page.getByRole('textbox', { name: 'Post an announcement' }).fill('Sent by mistake');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await page.getByRole('button', { name: 'Delete: Sent by mistake' }).click();
      await mustBeUsable(page, 'deleting an announcement');
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => page.locator('.said').count(), { timeout: MINUTES }).toBe(0);
      await page.goto('/c/autumn-2027/similar');
      await page.getByText('Spring 2027', { exact: true }).waitFor();
      await page.goto('/c/autumn-2027/manage/end');
      await page.getByRole('button', { name: 'Archive the contest' }).click();
      await page
        .getByRole('alertdialog', { name: /You can unarchive the contest/ })
        .getByRole('button', { name: 'Yes' })
        .click();
      await page.getByText('This contest is archived: no one can change it').waitFor();
      await page.goto('/');
      await page.getByText('Archived contests (1)').click();
      await mustBeUsable(page, 'archived contests');
      await page.getByRole('link', { name: /Autumn 2027/ }).click();
      await page.locator('.badge', { hasText: 'archived' }).waitFor();
      await page.goto('/c/autumn-2027/manage/end');
      await page.getByRole('button', { name: 'Unarchive' }).click();
      await page.getByRole('button', { name: 'Archive the contest' }).waitFor();
      await page.getByText('Delete the contest').last().click();
      const name = page.getByLabel('To confirm, enter the contest’s short name: autumn-2027');
      await name.fill('spring-2027');
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('The short name of this contest is autumn-2027').waitFor();
      await mustBeUsable(page, 'another contest’s name');
      await name.fill('autumn-2027');
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByText('Spring 2027').waitFor();
      expect(await page.getByText('Autumn 2027').count()).toBe(0);
    });

  // A quick run skips this test, which checks more pages on a phone. contest-usable.long.test.ts checks each page in
  // every way.
  if (IS_LONG_RUN)
    test('show lists that are usable on a phone, in light mode', async () => {
      const context = await stage.signedIn(organiser, PHONE, 'light');
      for (const path of ['matches', 'entrants/1', 'wins'])
        await mustBeUsableAt(stage, context, `/c/spring-2027/${path}`, 'a phone');
    });
});
