import { readFileSync } from 'node:fs';
import { explain, explanationPage } from '@ludus/lab/why.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { describe, expect, test } from 'vitest';
import type { AnyKit } from '../kit.ts';
import { KITS } from '../registry.ts';
import { blundersOf, firstSentences } from './blunder.ts';

/** Plays a match between the two weakest built-in players, and returns the replay. */
function replayOf({ game, players }: AnyKit): string {
  const board = game.generateBoard!(3);
  const chunks: string[] = [];
  const runners = Array.from({ length: game.seatsOf(board) }, (_, seat) => players[seat % 2].open());
  playMatchSync({ game, board, seed: 5, runners, record: (text) => chunks.push(text) });
  return chunks.join('');
}

describe.each(KITS.map((kit) => ({ id: kit.game.id, kit })))('the explanation of the $id match', ({ kit }) => {
  const text = replayOf(kit);
  const why = explain(kit, text, undefined, { isQuick: true });
  if (!why.ok) throw new Error(why.problem.message);
  const { sentences, findings, place } = why.value;

  test.skipIf(kit.analysis === undefined)('names a planted blunder in its first three sentences', async () => {
    const [blunder] = await blundersOf(kit.game.id);
    expect(firstSentences(kit, blunder)).toMatch(blunder.says);
  });

  test('has sentences of at most 32 words', () => {
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[^ ].*[.]$/);
      expect(sentence.split(/\s+/).length, sentence).toBeLessThanOrEqual(32);
    }
  });

  test('orders findings by weight', () => {
    const weights = findings.map(({ weight }) => weight);
    expect(weights).toEqual(weights.toSorted((one, other) => other - one));
  });

  test('is for the last-placed seat by default', () => {
    const all = why.value.names.map((_, seat) => explain(kit, text, seat, { isQuick: true }));
    expect(Math.max(...all.map((each) => (each.ok ? each.value.place : 0)))).toBe(place);
  });

  test('fits on a page of 100 columns', () => {
    const lines = explanationPage(kit.game.title, why.value).split('\n');
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });

  test('has sentences even without the game’s own analysis', () => {
    const plain = explain({ game: kit.game, players: kit.players, partners: kit.partners }, text, 0, { isQuick: true });
    expect(plain.ok && plain.value.sentences.length).toBeTruthy();
  });

  test('gives a winner only the reasons for the win', () => {
    const winner = why.value.names
      .map((_, seat) => explain(kit, text, seat, { isQuick: true }))
      .find((each) => each.ok && each.value.result === 'won');
    // A match of two weak players may end in a draw.
    if (!winner?.ok) return;
    const { strengths, findings: own, sentences: told, names, seat } = winner.value;
    for (const { text: mistake } of own) expect(told[1]).not.toBe(`${names[seat]} ${mistake}.`);
    expect(told[0]).toMatch(new RegExp(`^${names[seat]}( \\(seat ${seat}\\))? won`));
    const page = explanationPage(kit.game.title, winner.value);
    expect(page).not.toContain('What went wrong');
    expect(page.includes('What won the match, the most important first')).toBe(strengths.length > 0);
    for (const { text: strength } of strengths) expect(strength).toMatch(/ \(.+: \d+ of \d+\)$/);
  });

  test('rejects a seat that isn’t in the match', () => {
    expect(explain(kit, text, 9)).toMatchObject({ ok: false, problem: { code: 'why/seat' } });
  });
});

test('an explanation has one line per team in a match with teams, and doesn’t compare teammates', () => {
  const kit = KITS.find(({ game }) => game.id === 'periscope')!;
  const { game, players } = kit;
  const read = game.readBoard(readFileSync(new URL('../periscope/boards/fleets.board', import.meta.url), 'utf8'));
  if (!read.ok) throw new Error(read.problem.message);
  const chunks: string[] = [];
  // The teammate pings and the others are silent, so only the teammate could be a model for pinging.
  const runners = [0, 1, 2, 3].map((seat) =>
    seat === 2 ? { ...players.at(-1)!.open(), name: 'Mate' } : { name: ['Mine', 'Left', '', 'Right'][seat], play() {} },
  );
  playMatchSync({ game, board: read.value, seed: 5, runners, record: (text) => chunks.push(text) });
  const why = explain(kit, chunks.join(''), 0, { isQuick: true });
  if (!why.ok) throw new Error(why.problem.message);
  const page = explanationPage(game.title, why.value);
  expect(page).toMatch(/^Periscope: Mine, team 0, seat 0, /);
  expect(page).toMatch(/^ {2}Team 0: Mine, Mate +\d+ {2}<$/m);
  expect(page).toMatch(/^ {2}Team 1: Left, Right +\d+$/m);
  for (const { text } of why.value.findings) expect(text).not.toContain('Mate');
});
