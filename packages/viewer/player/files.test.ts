import { playMatchSync } from '@ludus/referee/match.ts';
import { builtinPlayer, kitOf } from 'ludus/registry.ts';
import { view } from 'ludus/trails/testing.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { openAddress } from './files.ts';
import { createViewer } from './state.ts';

afterEach(() => vi.unstubAllGlobals());

/** The replay of a short match. */
function replay(): string {
  const { game } = kitOf('trails');
  let text = '';
  const runners = [0, 1].map(() => builtinPlayer('trails', 'Null').open());
  playMatchSync({ game, board: game.generateBoard!(1), seed: 1, runners, record: (piece) => (text += piece) });
  return text;
}

test('a replay is shown with a message when the server reports that the replay doesn’t verify', async () => {
  const text = replay();
  const headers = { 'ludus-differs': encodeURIComponent('round 3: “5” is expected') };
  vi.stubGlobal('location', { href: 'http://127.0.0.1/' });
  vi.stubGlobal('fetch', async (address: string) => new Response(text, address === 'b.trails' ? { headers } : {}));
  const viewer = createViewer([view]);
  expect(await openAddress(viewer, 'a.trails', undefined)).toBe(true);
  expect(viewer.problem.value).toBeUndefined();
  expect(await openAddress(viewer, 'b.trails', undefined)).toBe(true);
  expect(viewer.problem.value?.message).toBe('it can’t be verified: round 3: “5” is expected');
  expect([viewer.problemFile.value, viewer.timeline.value?.names]).toEqual(['b.trails', ['Null', 'Null']]);
  // A page that is saved from this replay contains the warning. A page that is saved from another replay doesn't.
  expect(viewer.differs).toBe('round 3: “5” is expected');
  expect(await openAddress(viewer, 'a.trails', undefined)).toBe(true);
  expect(viewer.differs).toBeUndefined();
});
