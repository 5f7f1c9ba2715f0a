import { expect, test } from 'vitest';
import { BUILTIN_BOARDS } from '../data/boards.ts';
import { playBranch } from './branch.ts';
import type { BranchOrder, MatchNews, MatchOrder, PlayerOrder } from './order.ts';
import { playOrder } from './play-order.ts';

const board = BUILTIN_BOARDS.find((each) => each.game === 'starwar')!.text.replace(/nb_rnds\s+\d+/, 'nb_rnds 40');
const builtin = (name: string): PlayerOrder => ({ kind: 'builtin', name });
const players = ['Demo', 'Dummy', 'Demo', 'Null'].map(builtin);

function played(order: Partial<MatchOrder> = {}): MatchNews {
  const news: MatchNews[] = [];
  playOrder({ game: 'starwar', board, seed: 5, players, ...order }, (one) => news.push(one));
  return news.at(-1)!;
}
function recorded(): string {
  const last = played();
  if (last.type !== 'done') throw new Error(last.type);
  return last.replay;
}
const replay = recorded();

async function branched(order: Partial<BranchOrder>): Promise<MatchNews> {
  const news: MatchNews[] = [];
  await playBranch({ game: 'starwar', replay, round: 20, players: [], ...order }, (one) => news.push(one));
  return news.at(-1)!;
}

test('the same players repeat the recorded match', async () => {
  expect(await branched({ players })).toMatchObject({ type: 'done', replay });
});

test('a different player continues from the chosen round, and all names get the round’s number', async () => {
  const mine: PlayerOrder = { kind: 'own', name: 'Mine', source: 'export default () => {};' };
  const news = await branched({ players: [undefined, undefined, undefined, mine] });
  if (news.type !== 'done') throw new Error(JSON.stringify(news));
  expect(news.replay).toContain('names Demo@20 Dummy@20 Demo@20 Mine@20');
});

test('a match that can’t continue is reported', async () => {
  expect(await branched({ replay: 'nothing', players })).toMatchObject({ type: 'problem' });
  expect(await branched({ round: 40, players })).toMatchObject({
    type: 'problem',
    message: expect.stringContaining('the match has no round 40'),
  });
  const broken: PlayerOrder = { kind: 'own', name: 'Mine', source: 'export default (' };
  expect(await branched({ players: [undefined, broken, undefined, undefined] })).toMatchObject({
    type: 'problem',
    seat: 1,
  });
});

test('a match uses the chosen revision, and continues with the revision that its sidecar names', async () => {
  expect(played({ revision: '2' })).toMatchObject({ type: 'done', sidecar: { revision: '2' } });
  expect(played({ revision: '3' })).toEqual({
    type: 'problem',
    message: 'Star War has no revision 3; choose 1 or 2',
  });
  // No starship dies in the first two rounds, so both revisions have the same replay.
  const short = played({ board: board.replace('nb_rnds 40', 'nb_rnds 2') });
  if (short.type !== 'done') throw new Error(short.type);
  const more = { replay: short.replay, round: 1, players };
  expect(await branched({ ...more, told: '2' })).toMatchObject({ type: 'done', sidecar: { revision: '2' } });
  expect(await branched(more)).not.toMatchObject({ sidecar: { revision: '2' } });
});
