import { joined, makeContest, organiserOf, until } from '@ludus/contest/testing.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import { type Cookie, DESKTOP, mustBeUsable, PHONE, turnTo, useStage } from './contest-support.ts';

const CONTEST = { params: { contest: 'spring' } };
const OF_STUDENTS = [
  '/c/spring',
  '/begin',
  '/mine',
  '/submissions/1',
  '/matches',
  '/matches/1',
  '/entrants/1',
  '/wins',
];
const OF_ALL = ['/challenge', '/boards', '/rounds', '/rounds/1', '/rounds/2'];
const OF_ORGANISERS = [
  ...['/manage', '/manage/matches', '/manage/dates', '/manage/log', '/manage/end'],
  ...['/roster', '/roster/codes', '/entrants', '/similar', '/platform'],
];
const at = (path: string): string => (path.startsWith('/c/') ? path : `/c/spring${path}`);
const AROUND = ['/', '/me', '/privacy', '/join', '/sign-in', '/organise/new', '/organise/people', '/organise/workers'];

const EVERY_LOOK = [
  ['ca', 'a phone', PHONE],
  ['es', 'a desktop', DESKTOP],
  ['ca', 'a desktop', DESKTOP],
  ['es', 'a phone', PHONE],
] as const;

/** Finds texts that are wider than their elements, and options that don't fit into their select boxes. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const scrolls = (part: Element | null): boolean =>
      part !== null && (/auto|scroll/.test(getComputedStyle(part).overflowX) || scrolls(part.parentElement));
    return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((part) => {
      if (!part.checkVisibility() || part.closest('.visually-hidden, pre, code, svg, ludus-viewer')) return [];
      const style = getComputedStyle(part);
      const { right } = part.getBoundingClientRect();
      if (part instanceof HTMLSelectElement) {
        pen.font = style.font;
        // The browser's arrow is next to the text.
        const room =
          part.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - 28;
        return [...part.options]
          .filter(({ text }) => pen.measureText(text).width > room)
          .map(({ text }) => `select: ${text}`);
      }
      const own = [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (own.length === 0 || style.display === 'inline' || scrolls(part)) return [];
      // Long names may be shortened with an ellipsis.
      if (style.textOverflow === 'ellipsis') return [];
      const range = document.createRange();
      return own
        .filter((node) => {
          range.selectNodeContents(node);
          return range.getBoundingClientRect().right > right + 1 || part.scrollWidth > part.clientWidth + 1;
        })
        .map((node) => `${part.tagName.toLowerCase()}: ${node.textContent}`);
    });
  });

describe.skipIf(noChromium)('the contest’s pages in Catalan and Spanish (skipped unless Chromium is installed)', () => {
  const stage = useStage({ plays: false });
  let organiser: Cookie[];
  let student: Cookie[];
  beforeAll(async () => {
    const ada = await organiserOf(stage.server);
    const form = { slug: 'spring', title: 'Spring 2027', game: 'madmax', boards: ['default', 'maze1'], teamSize: 2 };
    const code = await makeContest(ada, form);
    const [anna, biel] = [
      await joined(stage.server.url, code, 'Anna Puig'),
      await joined(stage.server.url, code, 'Biel Roca'),
    ];
    for (const [who, strength] of [
      [anna, 30],
      [biel, 20],
    ] as const)
      await who.get('submit', { ...CONTEST, query: { file: 'AIMine.cc' }, bytes: `// strength ${strength}\n` });
    for (const submission of [1, 2])
      await until(
        async () => (await ada.get('submission', { params: { ...CONTEST.params, submission } })).state === 'in',
      );
    await ada.get('roster', { ...CONTEST, body: { csv: 'id,name,group\n1001,Anna Puig,A\n1002,Carla Mas,B\n' } });
    await ada.get('announce', { ...CONTEST, body: { text: 'Welcome' } });
    await ada.get('addCollection', { ...CONTEST, body: { kind: 'earlier', label: '2024', contest: null, goes: null } });
    const marks = {
      source: { kind: 'evenly', first: 10, last: 5 },
      late: { aDay: 1, most: 10 },
      step: 0.1,
      rounding: 'nearest',
      least: 0,
      most: 10,
    } as const;
    const format = { kind: 'last-out', matches: 4, out: 1, outPercent: 0 } as const;
    for (const seconds of [2, 86_400]) {
      const deadline = new Date(Date.now() + seconds * 1000).toISOString();
      await ada.get('announceRound', { ...CONTEST, body: { title: 'The final', deadline, format, marks } as never });
    }
    const round = { params: { ...CONTEST.params, round: 1 } };
    await until(async () => (await ada.get('round', round)).state === 'played');
    await ada.get('changeRound', { ...round, body: { what: 'publish' } });
    [organiser, student] = [stage.cookiesOf(ada), stage.cookiesOf(anna)];
  });

  describe.each(EVERY_LOOK)('in %s on %s', (language, _, size) => {
    const open = async (cookies: Cookie[]): Promise<Page> => {
      const context = await stage.signedIn(cookies, size);
      await context.addInitScript((chosen) => localStorage.setItem('ludus.contest.locale', chosen), language);
      return await stage.open(context, '/c/spring');
    };
    const mustShowAll = async (page: Page, paths: readonly string[]): Promise<void> => {
      const wrong: string[] = [];
      for (const path of paths) {
        await turnTo(page, path);
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll('details')) fold.open = true;
        });
        wrong.push(...(await cutOff(page)).map((text) => `${path} ${text}`));
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(
          0,
        );
      }
      expect(wrong).toEqual([]);
    };

    test('show every text on a student’s pages in full', async () => {
      await mustShowAll(await open(student), [...OF_STUDENTS, ...OF_ALL].map(at));
    });

    test('show every text on an organiser’s pages in full', async () => {
      await mustShowAll(await open(organiser), [...OF_ORGANISERS.map(at), ...OF_ALL.map(at), ...AROUND]);
    });

    test('show every text in the form for a new final in full, for each mark rule', async () => {
      const page = await open(organiser);
      await turnTo(page, '/c/spring/rounds');
      const next = { ca: 'Següent', es: 'Siguiente' }[language];
      await page.getByRole('button', { name: { ca: 'Final nova', es: 'Nueva final' }[language] }).click();
      const wrong: string[] = [];
      const look = async (): Promise<void> => {
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll('details')) fold.open = true;
        });
        for (const width of size === PHONE ? [size.width] : [size.width, 1440]) {
          await page.setViewportSize({ ...size, width });
          wrong.push(...(await cutOff(page)).map((text) => `${width} ${text}`));
        }
      };
      await look();
      await page.getByRole('button', { name: next }).click();
      await look();
      await page.getByRole('button', { name: next }).click();
      for (const source of ['evenly', 'places', 'points', 'ranks']) {
        await page.locator('[name=source]').selectOption(source);
        await look();
      }
      expect(wrong).toEqual([]);
      await page.setViewportSize(size);
      await mustBeUsable(page, 'a new final');
    });
  });
});
