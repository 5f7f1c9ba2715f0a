import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import { type HandChoice, handFromLegal } from '@ludus/game/protocol.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { compareWithHand, type HandQuestion, HandSeat } from '@ludus/referee/hand.ts';
import { playMatch, type Refusal, type Verdict } from '@ludus/referee/match.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { describe, expect, test } from 'vitest';
import type { AnyKit } from '../kit.ts';
import { KITS } from '../registry.ts';

interface HandMatchResult {
  readonly replay: string;
  readonly questions: readonly HandQuestion[];
  readonly refusals: readonly Refusal[];
  readonly verdicts: readonly Verdict[];
  readonly drafts: readonly (readonly [number, unknown])[];
}

/** Plays a match with a person in seat 0. `decide` makes the person's choices. */
async function playByHand(
  { game, hand = handFromLegal(game), players, ladder }: AnyKit,
  decide: (seat: HandSeat, question: HandQuestion) => void | Promise<void>,
  hasAdviser = false,
): Promise<HandMatchResult> {
  const board = ladder?.board?.(1) ?? game.generateBoard!(3);
  const questions: HandQuestion[] = [];
  const refusals: Refusal[] = [];
  const drafts: [number, unknown][] = [];
  let failure: { readonly error: unknown } | undefined;
  const builtin = (name: string) => players.find((player) => player.name === name)!.open();
  const seat = new HandSeat({
    game,
    hand: hand!,
    name: 'Human',
    ...(hasAdviser && { adviser: () => players.at(-1)!.open() }),
    ...(hand!.assistant !== undefined && { assistant: () => builtin(hand!.assistant!) }),
    onDecided: (round, draft) => drafts.push([round, structuredClone(draft)]),
    tell(question) {
      questions.push(question);
      setImmediate(async () => {
        try {
          await decide(seat, question);
        } catch (error) {
          failure ??= { error };
          seat.leave();
        }
      });
    },
  });
  const others = Array.from({ length: game.seatsOf(board) - 1 }, () => players[0].open());
  const chunks: string[] = [];
  const { verdicts } = await playMatch({
    game,
    board,
    seed: 4,
    runners: [seat.runner, ...others],
    record: (text) => chunks.push(text),
    onRefusal: (refusal) => refusals.push(refusal),
  });
  if (failure) throw (failure as { readonly error: unknown }).error;
  return { replay: chunks.join(''), questions, refusals, verdicts, drafts };
}

describe.each(KITS.map((kit) => [kit.game.id, kit] as const))('%s with a human player', (_, kit) => {
  const { game } = kit;

  test('rejects none of the person’s random choices, and has a valid replay', async () => {
    const random = new Lehmer(7);
    const pick = (choices: readonly HandChoice[]) => choices[random.range(0, choices.length - 1)].id;
    let asked = 0;
    const { replay, questions, refusals, verdicts } = await playByHand(kit, (seat, question) => {
      // Ends the turn after some choices, if the game has such a choice, because a turn may have many.
      const isLong = question.choices.some(({ id }) => id === 'end turn') && asked % 6 === 5;
      if (asked++ > 250) seat.leave();
      else expect(seat.choose(question.round, isLong ? 'end turn' : pick(question.choices))).toEqual({ ok: true });
    });
    expect(refusals).toEqual([]);
    expect(verdicts.filter(({ fault }) => fault !== 'disconnect')).toEqual([]);
    const ids = questions.map(({ choices }) => choices.map(({ id }) => id));
    expect(ids.every((each) => new Set(each).size === each.length)).toBe(true);
    expect(ids.flat()).toEqual(expect.arrayContaining((kit.hand?.pad ?? []).map(({ id }) => id)));
    const keys = questions.map(({ choices }) => choices.flatMap((choice) => choice.keys ?? []));
    expect(keys.every((each) => new Set(each).size === each.length)).toBe(true);
    expect(verifyReplay(replay, [game]).kind).toBe('ok');
  }, 60_000);

  test('has instructions that name no keys, because a phone has none', () => {
    expect((kit.hand ?? handFromLegal(game)!).how).not.toMatch(/key|Tab\b|Enter|Space|W A S D|\d/i);
  });

  test('gives hints whose steps form the complete move of the bot that gives the hints', async () => {
    const hinted = new Set<number>();
    const { replay, drafts } = await playByHand(
      kit,
      async (seat, { round }) => {
        // The question is shown again for each step of a move.
        if (hinted.has(round)) return;
        hinted.add(round);
        const { steps } = (await seat.hint())!;
        for (const id of steps) expect(seat.choose(round, id)).toEqual({ ok: true });
        expect(seat.choose(round, steps[0])).toMatchObject({ code: 'late' });
        if (hinted.size > 12) seat.leave();
      },
      true,
    );
    expect(hinted.size).toBeGreaterThan(5);
    const hand = kit.hand ?? handFromLegal(game)!;
    // As in a match, the numbers drawn in one round don't affect those drawn in the next.
    const apart = (runner: AnyRunner): AnyRunner => ({
      ...forwardingRunner(runner),
      play: (state, move, generator) => runner.play(state, move, { ...generator }),
    });
    const compare = (bot: number) =>
      compareWithHand({ replay, seat: 0, drafts }, [game], hand, apart(kit.players.at(bot)!.open()));
    const { rounds, failed } = await compare(-1);
    expect({ failed, rounds: rounds.map(({ round }) => round) }).toEqual({ failed: undefined, rounds: [...hinted] });
    expect(rounds.filter(({ agrees }) => !agrees)).toEqual([]);
    expect((await compare(0)).rounds.some(({ agrees }) => !agrees)).toBe(true);
  }, 60_000);
});
