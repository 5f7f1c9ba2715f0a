import { beforeAll, expect, test, vi } from 'vitest';

let matchPath: typeof import('./address.ts').matchPath;
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  ({ matchPath } = await import('./address.ts'));
  return () => vi.unstubAllGlobals();
});

test('matchPath matches only a whole path, and decodes its parameters', () => {
  expect(matchPath('/c/:contest/matches/:match', '/c/spring/matches/7')).toEqual({ contest: 'spring', match: '7' });
  expect(matchPath('/c/:contest', '/c/spring/')).toEqual({ contest: 'spring' });
  expect(matchPath('/c/:contest', '/c/a%20b')).toEqual({ contest: 'a b' });
  expect(matchPath('/c/:contest', '/c/%E0%A4%A')).toEqual({ contest: '%E0%A4%A' });
  expect(matchPath('/', '/')).toEqual({});
  for (const path of ['/c', '/c/', '/c/spring/matches', '/c/spring/matches/7/8', '/d/spring'])
    expect(matchPath('/c/:contest/matches/:match', path)).toBeUndefined();
});
