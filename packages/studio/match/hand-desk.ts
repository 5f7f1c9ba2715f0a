import { handFromLegal } from '@ludus/game/protocol.ts';
import { type HandDrafts, HandSeat, unhurried } from '@ludus/referee/hand.ts';
import type { AnyKit } from 'ludus/kit.ts';
import type { HandAction, HandOrder, MatchNews, PlayerOrder } from './order.ts';
import { OwnPlayerError } from './own-player.ts';
import { type OpenSeat, openBuiltin } from './play-order.ts';

/** The referee's interface to the person in a match, in the worker that plays the match. */
export class HandDesk {
  readonly #tell: (news: MatchNews) => void;
  readonly #hand: HandOrder | undefined;
  #seat: HandSeat | undefined;
  #round = -1;
  readonly #drafts: (readonly [number, unknown])[] = [];

  constructor(players: readonly (PlayerOrder | undefined)[], tell: (news: MatchNews) => void) {
    this.#tell = tell;
    this.#hand = players.find((player) => player?.kind === 'hand');
  }

  /**
   * Opens the person's seat, and opens all other seats with `open`. In turn-based games, the other seats' moves are
   * delayed, so that the person can follow the moves. `firstRound`: the first round in which the person decides.
   */
  seated(open: OpenSeat, firstRound?: number): OpenSeat {
    const hand = this.#hand;
    if (!hand) return open;
    return (kit, player, seat, output, tell) => {
      if (player.kind === 'hand') return this.#openHand(kit, player, firstRound);
      const runner = open(kit, player, seat, output, tell);
      if (!kit.game.actors || hand.turnMs === 0) return runner;
      return unhurried(runner, (state) =>
        kit.game.round(state) < (firstRound ?? 0) ? 0 : hand.turnMs + (kit.hand?.readMs?.(state) ?? 0),
      );
    };
  }

  /**
   * The person's decision in each round, if the move doesn't show the decision; undefined in games without an
   * assistant.
   */
  get drafts(): HandDrafts | undefined {
    return this.#drafts.length === 0 ? undefined : this.#drafts;
  }

  async take(action: HandAction): Promise<void> {
    const seat = this.#seat;
    if (action.do === 'choose')
      this.#tell({
        type: 'reply',
        action,
        reply: seat?.choose(action.round, action.id) ?? { ok: false, code: 'late', why: 'the match is over' },
      });
    else if (action.do === 'hint') {
      const round = this.#round;
      this.#tell({ type: 'hint', round, hint: await seat?.hint() });
    } else if (action.do === 'pause') seat?.pause();
    else if (action.do === 'resume') seat?.resume();
    else seat?.leave();
  }

  #openHand(kit: AnyKit, { name, beatMs, turnMs }: HandOrder, firstRound: number | undefined) {
    const { game, players, ladder } = kit;
    const hand = kit.hand ?? handFromLegal(game);
    if (!hand) throw new OwnPlayerError(`${game.title} can’t be played by a person`);
    const adviser = ladder?.opponents.at(-1)?.name ?? players.at(-1)?.name;
    const { assistant } = hand;
    const builtin = (wanted: string) => () => openBuiltin(kit, wanted, { log() {}, draw() {} });
    this.#seat = new HandSeat({
      game,
      hand,
      name,
      beatMs,
      startsPaused: beatMs > 0,
      idleMs: beatMs > 0 ? beatMs : turnMs,
      ...(firstRound !== undefined && { firstRound }),
      ...(adviser !== undefined && { adviser: builtin(adviser) }),
      ...(assistant !== undefined && { assistant: builtin(assistant) }),
      tell: (question) => {
        this.#round = question.round;
        this.#tell({ type: 'question', question });
      },
      onDecided: (round, draft) => {
        if (assistant !== undefined) this.#drafts.push([round, draft]);
      },
    });
    return this.#seat.runner;
  }
}
