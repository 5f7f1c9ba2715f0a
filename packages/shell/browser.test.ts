import { expect, test } from 'vitest';
import { browserCommand } from './browser.ts';

const PAGE = 'http://127.0.0.1:4000/?file=a&round=3';

test('browserCommand uses the system’s command, and passes the address as one argument', () => {
  expect(browserCommand(PAGE, { env: {}, platform: 'darwin' })).toEqual(['open', PAGE]);
  expect(browserCommand(PAGE, { env: {}, platform: 'win32' })).toEqual([
    'rundll32',
    'url.dll,FileProtocolHandler',
    PAGE,
  ]);
  expect(browserCommand(PAGE, { env: { DISPLAY: ':0' }, platform: 'linux' })).toEqual(['xdg-open', PAGE]);
});

test('browserCommand returns undefined without a screen, in CI, over SSH, or if BROWSER is none', () => {
  expect(browserCommand(PAGE, { env: {}, platform: 'linux' })).toBeUndefined();
  for (const env of [{ BROWSER: 'none' }, { CI: 'true' }, { SSH_CONNECTION: '1' }])
    expect(browserCommand(PAGE, { env: { DISPLAY: ':0', ...env }, platform: 'linux' })).toBeUndefined();
});
