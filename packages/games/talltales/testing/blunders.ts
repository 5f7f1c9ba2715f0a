import type { Blunder } from '../../conformance/blunder.ts';
import { CALL, claimOf, countOf, faceOf, heightOf, isClaim, opens, type TalltalesMove } from '../rules/move.ts';
import { legalActions } from '../rules/rules.ts';
import { fitting, type TalltalesState } from '../rules/state.ts';

const usual = { base: 'Actuary', others: ['Sceptic'] };
const held = { isHeldBack: true };

const claims = (state: TalltalesState, seat: number): number[] =>
  legalActions(state, seat).filter((action) => action !== CALL && !opens(action));

export const BLUNDERS: readonly Blunder<TalltalesState, TalltalesMove>[] = [
  {
    ...usual,
    id: 'claims-too-high',
    says: /too high|unlikely/i,
    spoil(move, state, seat) {
      if (!isClaim(move.action)) return;
      const high = claimOf(Math.min(state.total, countOf(move.action) + 2), faceOf(move.action));
      if (claims(state, seat).includes(high)) move.action = high;
    },
  },
  {
    ...usual,
    ...held,
    id: 'never-calls',
    says: /never called|calling unlikely|chances to call/i,
    spoil(move, state, seat) {
      if (move.action !== CALL) return;
      const all = claims(state, seat);
      if (all.length > 0) move.action = all[0];
    },
  },
  {
    ...usual,
    id: 'always-calls',
    says: /called too early|hardly anything but calling|by calling true/i,
    spoil(move, state) {
      if (state.told > 0) move.action = CALL;
    },
  },
  {
    ...usual,
    ...held,
    id: 'bluffs',
    says: /bluff/i,
    spoil(move, state, seat) {
      if (!isClaim(move.action)) return;
      const all = claims(state, seat).filter(
        (claim) =>
          fitting(state.cups, seat, faceOf(claim), state.wild) === 0 && heightOf(claim) <= heightOf(move.action) + 6,
      );
      if (all.length > 0) move.action = all[0];
    },
  },
  {
    ...usual,
    id: 'stops-calling',
    says: /stopped calling|chances to call|called an unlikely/i,
    spoil(move, state, seat, round) {
      if (round < 60 || move.action !== CALL) return;
      const all = claims(state, seat);
      if (all.length > 0) move.action = all[0];
    },
  },
  {
    ...usual,
    ...held,
    id: 'calls-when-sure',
    says: /proved true|too early|by calling true/i,
    spoil(move, state, seat) {
      if (state.told === 0) return;
      const claim = state.claims[state.told - 1];
      if (fitting(state.cups, seat, faceOf(claim), state.wild) >= countOf(claim)) move.action = CALL;
    },
  },
];
