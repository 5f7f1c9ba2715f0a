import { readFileSync } from 'node:fs';
import { beforeAll, describe, test } from 'vitest';
import { noChromium } from '../tools/browser/chromium.ts';
import {
  beginContest,
  type Cookie,
  DESKTOP,
  EVERY_PAGE,
  mustBeUsableAt,
  onLadder,
  PHONE,
  SEARCH,
  takePart,
  useStage,
} from './contest-support.ts';

// Other tests check each page in only one way.
describe.skipIf(noChromium)(
  'the contest’s pages in every theme and size (skipped unless Chromium is installed)',
  () => {
    const stage = useStage();
    let organiser: Cookie[];
    beforeAll(async () => {
      const begun = await beginContest(stage);
      organiser = stage.cookiesOf(begun.organiser);
      await onLadder(await takePart(stage, begun.code, 'Núria d’Aigua-Roca', readFileSync(SEARCH, 'utf8')), 1);
      stage.rest();
    }, 600_000);

    test.each([
      ['a phone in dark mode', PHONE, 'dark'],
      ['a phone in light mode', PHONE, 'light'],
      ['a desktop in dark mode', DESKTOP, 'dark'],
      ['a desktop in light mode', DESKTOP, 'light'],
    ] as const)(
      'are usable on %s',
      async (name, size, colours) => {
        const context = await stage.signedIn(organiser, size, colours);
        for (const path of EVERY_PAGE) await mustBeUsableAt(stage, context, path, name);
      },
      600_000,
    );
  },
);
