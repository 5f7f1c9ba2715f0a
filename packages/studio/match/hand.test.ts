import { compareWithHand } from '@ludus/referee/hand.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { BUILTIN_BOARDS } from '../data/boards.ts';
import { GAMES, kitOf } from '../games/kits.ts';
import { viewOf } from '../games/views.ts';
import { playBranch } from './branch.ts';
import { HandDesk } from './hand-desk.ts';
import type { MatchNews, PlayerOrder } from './order.ts';
import { openSeat, playOrder, playOrderByHand } from './play-order.ts';

const board = BUILTIN_BOARDS.find((each) => each.game === 'starwar')!.text.replace(/nb_rnds\s+\d+/, 'nb_rnds 30');
const builtin = (name: string): PlayerOrder => ({ kind: 'builtin', name });
const you: PlayerOrder = { kind: 'hand', name: 'Human', beatMs: 0, turnMs: 0 };
const others = ['Demo', 'Demo', 'Null'].map(builtin);

/**
 * A mock person who follows every hint, controls another starship from round 5 on, and once makes an impossible choice.
 */
function person(players: readonly (PlayerOrder | undefined)[]) {
  const news: MatchNews[] = [];
  let switched = false;
  const tell = (one: MatchNews): void => {
    news.push(one);
    const act = (action: Parameters<HandDesk['take']>[0]) => setImmediate(() => void desk.take(action));
    if (one.type === 'question') {
      const { round, choices } = one.question;
      const other = choices.findLast(({ group, isChosen }) => group === 'Drive' && !isChosen);
      const isSwitched = switched || round < 5 || !other;
      if (!isSwitched) switched = true;
      act(isSwitched ? { do: 'hint' } : { do: 'choose', round, id: other.id });
    }
    if (one.type !== 'hint') return;
    if (one.round === 20) act({ do: 'choose', round: one.round, id: 'nonsense' });
    for (const id of one.hint?.steps ?? []) act({ do: 'choose', round: one.round, id });
  };
  const desk = new HandDesk(players, tell);
  return { news, tell, desk };
}

test('a person plays in the worker through messages, and the replay verifies even after a rejected move', async () => {
  const players = [you, ...others];
  const { news, tell, desk } = person(players);
  await playOrderByHand({ game: 'starwar', board, seed: 5, players }, tell, desk.seated(openSeat));
  const done = news.at(-1)!;
  if (done.type !== 'done') throw new Error(JSON.stringify(done));
  expect(verifyReplay(done.replay, GAMES).kind).toBe('ok');
  // There is one more question, about the other starship.
  expect(news.filter(({ type }) => type === 'question')).toHaveLength(31);
  const refused = news.flatMap((one) => (one.type === 'reply' && !one.reply.ok ? [one.reply.code] : []));
  expect(refused).toEqual(['refused']);
  const told = news.flatMap((one) => (one.type === 'progress' ? [one.text] : [])).join('');
  expect(done.replay.startsWith(told)).toBe(true);
  expect(told.length).toBeGreaterThan(done.replay.length / 2);

  // The player that gave the hints agrees with the person, but only about the starship that the person controlled.
  const { hand, players: builtins } = kitOf('starwar')!;
  const compare = (drafts: typeof desk.drafts) =>
    compareWithHand({ replay: done.replay, seat: 0, drafts }, GAMES, hand!, builtins.at(-1)!.open());
  const agreed = async (drafts: typeof desk.drafts) =>
    (await compare(drafts)).rounds.filter(({ agrees }) => agrees).length;
  expect(await agreed(desk.drafts)).toBe(30);
  expect(await agreed(undefined)).toBeLessThan(30);
});

test('a person continues a recorded match from one of its rounds', async () => {
  let replay = '';
  playOrder({ game: 'starwar', board, seed: 5, players: [builtin('Demo'), ...others] }, (one) => {
    if (one.type === 'done') ({ replay } = one);
  });
  const players = [you, ...others];
  const { news, tell, desk } = person(players);
  await playBranch({ game: 'starwar', replay, round: 12, players }, tell, async (round) =>
    desk.seated(openSeat, round),
  );
  const done = news.at(-1)!;
  if (done.type !== 'done') throw new Error(JSON.stringify(done));
  expect(verifyReplay(done.replay, GAMES).kind).toBe('ok');
  expect(done.replay).toContain('Human@12');
  expect(news.filter(({ type }) => type === 'question')).toHaveLength(18);
});

/** Checks that the text for the person's page shows the first seat as the whole replay does, in each round. */
function mustShowSeat(id: string, news: readonly MatchNews[]): void {
  const done = news.at(-1)!;
  if (done.type !== 'done') throw new Error(JSON.stringify(done));
  const told = news.flatMap((one) => (one.type === 'progress' ? [one.text] : [])).join('');
  const [shown, whole] = [told, done.replay].map((text) => viewOf(id)!.open(text));
  if (!shown.ok || !whole.ok) throw new Error(JSON.stringify([shown, whole]));
  const seen = whole.value.seenBy!(0);
  expect(shown.value.last).toBe(seen.last);
  for (let round = 0; round <= seen.last; round++)
    expect(shown.value.frame(round), `round ${round}`).toEqual(seen.frame(round));
}

test.each(KITS.filter(({ game }) => game.observe).map((kit) => [kit.game.id, kit] as const))(
  'a person in a new or continued match of %s sees the same rounds as the replay’s view of their seat',
  async (id, { game, players: bots }) => {
    const dealt = game.printBoard(game.generateBoard!(3));
    const seats = [
      you,
      ...Array.from({ length: game.seatsOf(game.generateBoard!(3)) - 1 }, () => builtin(bots[0].name)),
    ];
    const first = person(seats);
    const order = { game: id, board: dealt, seed: 5, players: seats, fuel: { key: 'a'.repeat(64) } };
    await playOrderByHand(order, first.tell, first.desk.seated(openSeat));
    mustShowSeat(id, first.news);
    const { replay } = first.news.at(-1) as Extract<MatchNews, { type: 'done' }>;
    const second = person(seats);
    await playBranch({ game: id, replay, round: 3, players: seats }, second.tell, async (round) =>
      second.desk.seated(openSeat, round),
    );
    mustShowSeat(id, second.news);
  },
);
