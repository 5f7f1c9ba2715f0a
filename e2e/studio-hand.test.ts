import { verifyReplay } from '@ludus/referee/verify.ts';
import { GAMES } from 'ludus/registry.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { IS_LONG_RUN } from '../tools/long-run.ts';
import { mustBeUsable, useStudio } from './studio-support.ts';
import type { ViewerHandle } from './viewer-support.ts';

describe.skipIf(noChromium)('matches with a human player (skipped unless Chromium is installed)', () => {
  const studio = useStudio();

  const bar = (page: Page) => page.locator('.hand-bar');
  const choices = (page: Page) => page.locator('.hand-choice');
  const shownRound = (page: Page) =>
    page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.last.value as number);

  /** Starts a match of a game. If `waits` is true, the match has no clock. */
  async function begin(page: Page, game: string, waits = true): Promise<void> {
    await page.locator('label.game', { hasText: game }).click();
    if (waits) await page.getByLabel('Your time per round').selectOption('0');
    await page.getByRole('button', { name: 'Play it yourself' }).click();
    await choices(page).first().waitFor();
  }

  /** Returns the replay that the page shows, after a check that it verifies. */
  async function verified(page: Page): Promise<string> {
    const replay = await page.evaluate(
      () => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.source as string,
    );
    expect(verifyReplay(replay, GAMES).kind).toBe('ok');
    return replay;
  }

  // A quick run skips this test, because packages/studio/match/mistakes.test.ts tests the search for mistakes and the
  // judgement of a retry.
  if (IS_LONG_RUN)
    test('let a person who lost go back to a mistake and get a better result', async () => {
      const page = await studio.open();
      await begin(page, 'Trails');
      const mistakes = page.locator('details.mistakes');
      // The person rides straight on, around the board, into the trail.
      for (let last = 0; await choices(page).first().isVisible(); last++) {
        await page.keyboard.press('ArrowUp');
        await expect.poll(() => shownRound(page)).toBeGreaterThan(last);
        if (await page.locator('.hand-end').isVisible()) break;
      }
      await mistakes.locator('summary').first().click();
      await mistakes.getByText('Learn from your mistakes 1 of 1 to solve').waitFor();
      await mistakes.getByText(/^Round \d+: Human ran into/).waitFor();
      expect(await page.getByRole('figure', { name: 'Chance of winning by round' }).count()).toBe(1);
      await mistakes.getByRole('button', { name: /^Try again from round \d+$/ }).click();
      const title = await page.getByText(/^Mistake 1 of 1, round \d+: Human ran into/).textContent();
      const first = Number(/round (\d+)/.exec(title!)![1]);
      // The person gives up too early, before there is an improvement.
      await page.getByRole('button', { name: 'Give up' }).click();
      const result = page.getByRole('region', { name: 'Your new attempt' });
      await result.getByText('Not yet').waitFor();
      expect(await result.textContent()).toContain('You stopped in round');
      await mustBeUsable(page, '.attempt-bar');
      await result.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => shownRound(page)).toBe(first);
      for (let n = 0; n < 6; n++) {
        const now = await shownRound(page);
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.getByRole('button', { name: 'Do it' }).click();
        await expect.poll(() => shownRound(page)).toBeGreaterThan(now);
      }
      await page.getByRole('button', { name: 'Give up' }).click();
      await result.getByText('✓ Solved').waitFor();
      expect(await result.textContent()).toMatch(/You avoided it\. It went better than in the match up to round \d+:/);
      await verified(page);
      await result.getByRole('button', { name: 'Back to the match' }).click();
      await mistakes.getByText('✓ all solved').waitFor();
      await mistakes.locator('summary').first().click();
      await mistakes.getByRole('button', { name: 'Now program it …' }).waitFor();
      // The browser stores the solution of this match's mistake.
      await page.reload();
      await mistakes.getByText('✓ all solved').waitFor();
    });

  test('accept moves by keys, taps, and buttons in a grid game with simultaneous moves, and verify afterwards', async () => {
    const page = await studio.open();
    await begin(page, 'Trails');
    const keys: Readonly<Record<string, string>> = {
      '↑': 'ArrowUp',
      '→': 'ArrowRight',
      '↓': 'ArrowDown',
      '←': 'ArrowLeft',
    };
    const pressed: string[] = [];
    for (let n = 0; n < 5; n++) {
      const label = await page.locator('.hand-choice:not(.warned) span').first().textContent();
      pressed.push(keys[label!]);
      await page.keyboard.press(keys[label!]);
      await expect.poll(() => shownRound(page)).toBe(n + 1);
    }
    // A key that isn’t among the choices does nothing, and the viewer’s keys are off.
    await page.keyboard.press('Space');
    expect(await shownRound(page)).toBe(5);
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect.poll(() => page.locator('.hand-hint').textContent()).toContain('would choose');
    await page.getByRole('button', { name: 'Do it' }).click();
    await expect.poll(() => shownRound(page)).toBe(6);
    // A cell named by a button can also be tapped on the board.
    const spot = await page.evaluate(() => {
      const element = document.querySelector<ViewerHandle>('ludus-viewer')!;
      const box = element.shadowRoot!.querySelector('.picture')!.getBoundingClientRect();
      const { marks } = element.viewer.handMarks.value as { marks: { place: object; look: string }[] };
      const safe = marks.filter(({ look }) => look === 'plain').map(({ place }) => place);
      const viewer = element as unknown as { nearest(places: object[], x: number, y: number): number };
      // The centre of all points of the first safe cell.
      const all = marks.map(({ place }) => place);
      const hits: { x: number; y: number }[] = [];
      for (let x = box.left; x < box.right; x += 3)
        for (let y = box.top; y < box.bottom; y += 3)
          if (all[viewer.nearest(all, x, y)] === safe[0]) hits.push({ x, y });
      const mean = (of: 'x' | 'y') => hits.reduce((sum, hit) => sum + hit[of], 0) / hits.length;
      return { x: mean('x'), y: mean('y') };
    });
    await page.mouse.click(spot.x, spot.y);
    await expect.poll(() => shownRound(page)).toBe(7);
    await mustBeUsable(page, '.hand-bar');
    await page.getByRole('button', { name: 'Give up' }).click();
    await bar(page)
      .getByText(/You (?:win|share|lose)/)
      .waitFor();
    // A screen reader announces the result, and the focus is on it.
    await page
      .getByRole('status')
      .filter({ hasText: /You (?:win|share|lose)/ })
      .waitFor({ state: 'attached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('.hand-end, .hand-end *, main')))
      .toBe(true);
    // The keys used for steering don't move the replay until another key is pressed.
    const seen = () =>
      page.evaluate(() => {
        const { round, speed, last } = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer;
        return [last.value - round.value, speed.value];
      });
    const atEnd = await seen();
    expect(atEnd[0]).toBe(0);
    for (const key of new Set(pressed)) await page.keyboard.press(key);
    expect(await seen()).toEqual(atEnd);
    await page.getByText('You gave up in round 8.').waitFor();
    await page.keyboard.press('PageUp');
    expect(await seen()).not.toEqual(atEnd);
    await page.keyboard.press('End');
    expect(await verified(page)).toContain('Human');

    // A quick run ends here, because the tests of packages/studio/compare and packages/studio/climb check the following
    // results.
    if (!IS_LONG_RUN) return;
    // The editor opens next to the match, with a bot whose moves are compared with the match round by round.
    await page.getByRole('button', { name: 'Now program it …' }).click();
    const compared = page.getByRole('region', { name: 'Your code and you' });
    const sentence = compared.getByText(/^Your code agrees with you in (?:\d of|all) 7 rounds/);
    await sentence.waitFor();
    // The person rode straight on.
    const turn = 'if (this.round === 3) this.go(this.left(this.heading));';
    const source = `import { TrailsPlayer } from 'ludus/trails';\nexport default class Mine extends TrailsPlayer {\n  play() {\n    ${turn}\n  }\n}\n`;
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(source);
    await expect.poll(() => compared.locator('.differs').count()).toBeGreaterThan(0);
    await compared.getByRole('button', { name: 'Next difference ›' }).click();
    const label = /^Round (\d+): you chose (\w+), your code chooses (\w+)\.$/;
    const [, round, mine, code] = label.exec((await compared.locator('.compare-round').textContent())!)!;
    expect(mine).not.toBe(code);
    const marks = () =>
      page.evaluate(() => {
        const { round, handMarks } = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer;
        const { marks, arrows } = handMarks.value as { marks: { look: string }[]; arrows: { isDashed: boolean }[] };
        return [round.value, marks.map(({ look }) => look), arrows.map(({ isDashed }) => isDashed)];
      });
    expect(round).toBe('3');
    await expect.poll(marks).toEqual([3, ['chosen', 'dashed'], [false, true]]);
    await mustBeUsable(page, '.compare-bar');
    // The first goal is checked immediately, and the second goal when the bot plays the same match.
    await compared.getByText(/best so far: \d+%/).waitFor();
    await compared.getByRole('button', { name: 'Play your match' }).click();
    await compared.getByText(/best so far: \d+$/).waitFor();

    // The third goal is an opponent of the practice ladder.
    await compared.getByRole('button', { name: 'Practice ladder …' }).click();
    const ladder = page.getByRole('dialog', { name: 'Trails practice ladder' });
    await ladder.getByRole('button', { name: /Null/ }).first().click();
    await ladder.getByRole('button', { name: 'Play 12 matches' }).click();
    const result = await ladder.getByText(/^Null is (?:not )?beaten: \d+% of the points$/).textContent();
    await ladder.getByText(/^Versions of Mine that have played: \d$/).click();
    expect(await ladder.locator('.versions tbody tr').first().textContent()).toMatch(
      /beats Null|hasn’t beaten an opponent yet/,
    );
    await mustBeUsable(page);
    await page.reload();
    await page.locator('.ladder-card button').click();
    await expect.poll(() => ladder.locator('.rung').first().textContent()).toContain(/\d+%/.exec(result!)![0]);
  });

  if (IS_LONG_RUN)
    test('offer the next opponent in one click after a win, and keep the arrow buttons in place', async () => {
      const page = await studio.open();
      await page.locator('label.game', { hasText: 'Trails' }).click();
      await page.getByLabel('Your time per round').selectOption('0');
      await page.locator('.ladder-card button').click();
      await page.getByRole('button', { name: 'Play Null yourself' }).click();
      await choices(page).first().waitFor();
      // Null rides straight on, and crashes into its own trail.
      await page.evaluate(async () => {
        const { last } = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer;
        for (let round = -1; !document.querySelector('.hand-end'); await new Promise(requestAnimationFrame)) {
          if (last.value === round) continue;
          round = last.value;
          const safe = [...document.querySelectorAll<HTMLElement>('.hand-choice:not(.warned)')];
          // The person steps aside once, which makes the way around the board longer.
          safe.at(round === 0 ? -1 : 0)?.click();
        }
      });
      await bar(page).getByText('You win').waitFor();
      await page.getByRole('button', { name: 'Next opponent: Gnat' }).click();
      await choices(page).first().waitFor();
      // The person can’t choose the way back, and no button moves when a different direction becomes the way back.
      const pad = () =>
        page.locator('.hand-pad button').evaluateAll((buttons) =>
          buttons.map((button) => {
            const { x, y } = button.getBoundingClientRect();
            return `${button.textContent![0]} ${x} ${y}`;
          }),
        );
      const cross = await pad();
      expect(cross.map(([arrow]) => arrow).join('')).toBe('↑←↓→');
      expect(await page.locator('.hand-pad :disabled').textContent()).toBe('↓');
      await page.getByRole('button', { name: /left/ }).click();
      await expect.poll(() => page.locator('.hand-pad :disabled').textContent()).toBe('→');
      expect(await pad()).toEqual(cross);
      await page.getByRole('button', { name: 'Give up' }).click();
      await bar(page).locator('.hand-title').waitFor();
      expect(await verified(page)).toContain('Gnat');
    });

  if (IS_LONG_RUN)
    test('start the clock at the first move, and stop the clock when Esc is pressed or a hint is shown', async () => {
      const page = await studio.open();
      await begin(page, 'Trails', false);
      await bar(page).getByText('The match begins with your first move.').waitFor();
      await page.locator('.hand-choice:not(.warned)').first().click();
      await expect.poll(() => shownRound(page)).toBeGreaterThan(2);
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.hand-hint').waitFor();
      const goOn = page.getByRole('button', { name: 'Go on' });
      await goOn.waitFor();
      const at = await shownRound(page);
      await page.getByRole('button', { name: 'Do it' }).click();
      await expect.poll(() => shownRound(page)).toBeGreaterThan(at);
      await page.keyboard.press('Escape');
      await goOn.waitFor();
      expect(await page.locator('.hand-hint').count()).toBe(0);
      await page.getByRole('button', { name: 'Give up' }).click();
      await page.locator('.hand-end').waitFor();
      expect(await verified(page)).toContain('Gnat');
      await page.getByRole('button', { name: 'Watch the replay' }).click();
      await expect.poll(() => bar(page).count()).toBe(0);
    });

  if (IS_LONG_RUN)
    test('don’t start when Tab moves the focus', async () => {
      const page = await studio.open();
      await begin(page, 'Star War', false);
      const waits = bar(page).getByText('The match begins with your first move.');
      await waits.waitFor();
      for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
      expect(await waits.isVisible()).toBe(true);
      await page.keyboard.press('s');
      await expect.poll(() => shownRound(page)).toBeGreaterThan(0);
    });

  if (IS_LONG_RUN)
    test('show a person only the seat’s observation in a turn-based game', async () => {
      const page = await studio.open();
      await begin(page, 'Tall Tales', false);
      const cups = () =>
        page.evaluate(() => {
          const { timeline, whole } = document.querySelector<ViewerHandle>('ludus-viewer')!.viewer;
          const { state } = timeline.value.frame(timeline.value.last);
          const faces = Array.from(state.cups as Uint8Array);
          const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
          return {
            own: sum(faces.slice(0, 6)),
            others: sum(faces.slice(6)),
            seed: timeline.value.seed,
            all: typeof whole.seenBy,
          };
        });
      expect(await cups()).toEqual({ own: expect.any(Number), others: 0, seed: '', all: 'undefined' });
      await page.keyboard.press('v');
      expect((await cups()).others).toBe(0);
      expect((await cups()).own).toBeGreaterThan(0);
      const before = await shownRound(page);
      await choices(page).first().click();
      await expect.poll(() => shownRound(page)).toBeGreaterThan(before);
      await choices(page).first().waitFor();
      await page.getByRole('button', { name: 'Give up' }).click();
      await page.locator('.hand-end').waitFor();
      await verified(page);
      expect((await cups()).all).toBe('function');
    });

  // A quick run skips this test, because packages/studio/rooms tests each of these rules. contest-issuer.long.test.ts
  // plays in a room from two pages.
  if (IS_LONG_RUN)
    test('let two friends play in a room while a third watches, even after a pause and refused moves', async () => {
      const ann = await studio.open();
      // This game continues with the next round when all players are ready.
      await ann.locator('label.game', { hasText: 'Angry Mob' }).click();
      await ann.getByRole('button', { name: 'Play with a friend' }).click();
      await ann.getByLabel('Your name').fill('Ann');
      await ann.getByRole('button', { name: 'Open a room' }).click();
      await ann.locator('.letters').waitFor();
      await mustBeUsable(ann, '.lobby');
      const here = ann.url();
      const link = here.replace(/\?[^#]*/, '');
      const code = link.slice(-4);
      expect(await ann.getByRole('img', { name: `QR code of ${link}` }).isVisible()).toBe(true);
      const bob = await studio.visit(here, { width: 390, height: 844 });
      await bob.getByLabel('Your name').fill('Bob');
      await bob.getByRole('button', { name: 'Take a seat' }).click();
      await bob.getByText('Ann starts the match').waitFor();
      await ann.getByRole('status').filter({ hasText: 'Bob takes a seat.' }).waitFor({ state: 'attached' });
      await ann.getByRole('button', { name: /^Cop(?:y link|ied)$/ }).waitFor();
      await mustBeUsable(bob, '.lobby');
      const eve = await studio.visit(here);
      await ann.getByRole('status').filter({ hasText: '1 person watches' }).waitFor({ state: 'attached' });
      await eve.getByLabel('Language').selectOption('Català');
      await eve.getByRole('heading', { name: 'Seients' }).waitFor();
      expect(await eve.evaluate(() => document.documentElement.lang)).toBe('ca');
      await eve.getByLabel('Llengua').selectOption('English');
      await ann.getByRole('button', { name: 'Start', exact: true }).click();
      const pages = [ann, bob, eve];
      for (const page of [ann, bob]) await page.getByRole('button', { name: 'End turn' }).click();
      for (const page of pages) await expect.poll(() => shownRound(page)).toBeGreaterThan(0);
      expect(await choices(eve).count()).toBe(0);

      // Bob's page is closed, and then opened again.
      studio.roomsStoppedAt = Date.now();
      await bob.goto('about:blank');
      await bar(ann).getByText('for Bob to come back').waitFor();
      const at = await shownRound(ann);
      await bob.goto(here);
      await choices(bob).first().waitFor();
      studio.roomsStoppedAt = undefined;
      for (const page of pages) await expect.poll(() => shownRound(page)).toBeGreaterThan(at);

      const choose = async (token: string, round: number, id: string) => {
        const answer = await fetch(new URL(`api/rooms/${code}`, studio.server.url), {
          method: 'POST',
          headers: { origin: new URL(studio.server.url).origin, authorization: `Bearer ${token}` },
          body: JSON.stringify({ do: 'choose', round, id }),
        });
        return [answer.status, ((await answer.json()) as { code?: string }).code];
      };
      const token = (await bob.evaluate((key) => sessionStorage.getItem(key), `ludus-room-${code}`))!;
      expect(await choose(token, 0, 'end turn')).toEqual([409, 'late']);
      expect(await choose('forged', at, 'end turn')).toEqual([403, 'token']);

      for (const page of [bob, ann]) await page.getByRole('button', { name: 'Give up' }).click();
      for (const page of pages) await page.getByText('The match is over').waitFor();
      const replay = await verified(ann);
      for (const name of ['Ann', 'Bob']) expect(replay).toContain(name);
      expect(await Promise.all([bob, eve].map(verified))).toEqual([replay, replay]);
      await ann.getByRole('button', { name: 'Play again' }).click();
      for (const page of [ann, bob]) await choices(page).first().waitFor();
    });

  if (IS_LONG_RUN)
    test('let a person continue a match from one of its rounds', async () => {
      const page = await studio.open();
      await studio.choose(page);
      await studio.play(page);
      await page.evaluate(() => {
        const viewer = document.querySelector<ViewerHandle>('ludus-viewer')!;
        viewer.pause();
        viewer.seek(1);
      });
      await page.getByRole('button', { name: 'Play on from here' }).click();
      const form = page.getByRole('dialog', { name: 'Play on from here' });
      await form.getByLabel('Bot for seat 1').selectOption('You');
      await form.getByRole('button', { name: 'Play on', exact: true }).click();
      await choices(page).first().waitFor();
      expect(await shownRound(page)).toBeGreaterThanOrEqual(1);
      await page.keyboard.press('d');
      await expect.poll(() => shownRound(page)).toBeGreaterThan(1);
      await page.getByRole('button', { name: 'Give up' }).click();
      await page.locator('.hand-end').waitFor();
      expect(await verified(page)).toContain('Human@1');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.seek(1));
      await page.getByRole('button', { name: 'Play on from here' }).click();
      await form.getByRole('button', { name: 'Play on as yourself' }).click();
      await choices(page).first().waitFor();
      const names = () =>
        page.evaluate(() => document.querySelector<ViewerHandle>('ludus-viewer')!.viewer.timeline.value.names);
      expect((await names())[1]).toBe('Human@1');
    });

  if (IS_LONG_RUN)
    test('show the board and aligned buttons on a phone, without key labels and without scrolling sideways', async () => {
      const page = await studio.open({ width: 390, height: 844 });
      await begin(page, 'Periscope', false);
      await mustBeUsable(page, '.hand-bar');
      const [board, buttons] = [await page.locator('ludus-viewer').boundingBox(), await bar(page).boundingBox()];
      expect(board!.height).toBeGreaterThan(300);
      expect(buttons!.y + buttons!.height).toBeLessThanOrEqual(844);
      // The rows of buttons are aligned. On a touch screen, no keys are shown.
      const starts = await page
        .locator('.hand-group')
        .evaluateAll((groups) => groups.map((group) => group.querySelector('button')!.getBoundingClientRect().x));
      expect(starts.length).toBeGreaterThan(2);
      expect(new Set(starts).size).toBe(1);
      const keys = page.locator('.hand-keys, .hand-choice kbd').filter({ visible: true });
      expect(await keys.count()).toBeGreaterThan(5);
      const wire = await page.context().newCDPSession(page);
      await wire.send('Emulation.setDeviceMetricsOverride', {
        width: 390,
        height: 844,
        deviceScaleFactor: 1,
        mobile: true,
      });
      await wire.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await expect.poll(() => keys.count()).toBe(0);
    });
});
