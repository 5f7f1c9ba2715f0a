import type { HandButton, HandChoice, HandPlay } from '@ludus/game/protocol.ts';
import { pathOf } from './player/api.ts';
import { DIRECTIONS, SHOOT } from './rules/directions.ts';
import type { Instructions } from './rules/instructions.ts';
import * as layout from './rules/layout.ts';
import { possible } from './rules/legal-moves.ts';
import { OBSTACLE } from './rules/position-view.ts';
import { type CylinderState, recordOf } from './rules/state.ts';
import { nextWindowStart } from './rules/window.ts';

/** The unit that the person controls, and its instruction once there is one. */
export interface CylinderDraft {
  readonly unit: number;
  readonly code?: number;
}

/** By direction: its name, label, and keys. On the keyboard, the letters form a square like the cells on the board. */
const MOVES = [
  { id: 'up', label: '↗', keys: ['w', 'ArrowUp'] },
  { id: 'ahead', label: '→', keys: ['s'] },
  { id: 'down', label: '↘', keys: ['x', 'ArrowDown'] },
  { id: 'slow up', label: '↑', keys: ['q'] },
  { id: 'slow', label: 'Stay', keys: ['a', 'ArrowLeft'] },
  { id: 'slow down', label: '↓', keys: ['z', 'y'] },
  { id: 'fast up', label: '↗ fast', keys: ['e'] },
  { id: 'fast', label: '→ fast', keys: ['d', 'ArrowRight'] },
  { id: 'fast down', label: '↘ fast', keys: ['c'] },
] as const;
/** The buttons are arranged like the cells on the board. */
const BUTTONS = [3, 0, 6, 4, 1, 7, 5, 2, 8];
const PAD: readonly HandButton[] = [
  ...BUTTONS.map((each, at) => ({
    id: MOVES[each].id,
    label: MOVES[each].label,
    row: Math.floor(at / 3),
    column: at % 3,
  })),
  { id: 'shoot', label: 'Shoot', row: 0, column: 3, rows: 3 },
];

/** A person controls one unit of the seat, and the assistant moves the other units. */
export const cylinderHand = (unitWord: string): HandPlay<CylinderState, Instructions, CylinderDraft> => ({
  how: `Tap a marked cell to go there. Squire drives your other ${unitWord}s.`,
  keys: `Q W E, A S D, and Z X C steer the ${unitWord} on your keyboard’s square of keys, Space shoots, Tab changes the ${unitWord}.`,
  pad: PAD,
  beatsMs: [500, 0, 300, 1000],
  friendMs: 600,
  assistant: 'Squire',
  begin(state, seat, before) {
    const living = livingOf(state, seat);
    return { unit: before && living.includes(before.unit) ? before.unit : (living[0] ?? -1) };
  },
  look(state, seat, { unit, code }) {
    const { words, settings } = state;
    const left = `Round ${words[layout.ELAPSED] + 1} of ${settings.rounds}.`;
    if (unit < 0)
      return { choices: [], status: `None of your ${unitWord}s is alive: they come back by themselves. ${left}` };
    const can = possible(words, state.moves, recordOf(unit), nextWindowStart(words));
    const others = livingOf(state, seat).filter((each) => each !== unit);
    const moves = BUTTONS.filter((each) => ((can >> each) & 1) === 1).map((each): HandChoice => {
      const warning = warningOf(state, unit, each);
      return {
        ...MOVES[each],
        group: 'Go',
        place: placeAfter(state, unit, each),
        ...(warning !== undefined && { warning }),
        ...(code === each && { isChosen: true }),
      };
    });
    const next = others.find((each) => each > unit) ?? others[0];
    return {
      choices: [
        ...moves,
        ...(((can >> SHOOT) & 1) === 1
          ? [{ id: 'shoot', label: 'Shoot', group: 'Missile', keys: [' '], ...(code === SHOOT && { isChosen: true }) }]
          : []),
        ...livingOf(state, seat).map(
          (each): HandChoice => ({
            id: `${unitWord} ${each}`,
            label: `${unitWord} ${each}`,
            group: 'Drive',
            place: { row: state.unitRow(each), column: state.unitColumn(each) },
            ...(each === unit && { isChosen: true }),
            ...(each === next && { keys: ['Tab'] }),
          }),
        ),
      ],
      status: `You drive ${unitWord} ${unit}: ${state.unitMissiles(unit)} missiles${settings.gasBonuses > 0 ? `, gas ${state.unitGas(unit)}` : ''}. ${state.score(seat)} points. ${left}`,
    };
  },
  choose(_state, _seat, draft, id) {
    if (id === 'shoot') return { ...draft, code: SHOOT };
    const code = MOVES.findIndex((move) => move.id === id);
    return code >= 0 ? { ...draft, code } : { unit: Number(id.slice(unitWord.length + 1)) };
  },
  isWhole: ({ code }) => code !== undefined,
  write(_state, _seat, { unit, code }, move, assisted) {
    for (let at = 0; at < (assisted?.length ?? 0); at++)
      if (assisted!.unit(at) !== unit) move.push(assisted!.unit(at), assisted!.code(at));
    if (code !== undefined) move.push(unit, code);
  },
  steps(_state, _seat, { unit }, move) {
    for (let at = 0; at < move.length; at++)
      if (move.unit(at) === unit) return [move.code(at) === SHOOT ? 'shoot' : (MOVES[move.code(at)]?.id ?? 'ahead')];
    return ['ahead'];
  },
});

function livingOf(state: CylinderState, seat: number): number[] {
  const { unitsPerPlayer } = state.settings;
  return Array.from({ length: unitsPerPlayer }, (_, n) => seat * unitsPerPlayer + n).filter((unit) =>
    state.unitAlive(unit),
  );
}

const columnAt = (state: CylinderState, column: number): number => column % state.columns;

function placeAfter(state: CylinderState, unit: number, code: number) {
  const { row, column } = DIRECTIONS[code];
  return { row: state.unitRow(unit) + row, column: columnAt(state, state.unitColumn(unit) + column) };
}

/**
 * A warning about the first object that is now in the path; undefined if there is none. By the time the unit moves,
 * missiles and other units may have moved.
 */
function warningOf(state: CylinderState, unit: number, code: number): string | undefined {
  const [row, column] = [state.unitRow(unit), state.unitColumn(unit)];
  for (const step of pathOf(DIRECTIONS[code])) {
    const [to, at] = [row + step.row, columnAt(state, column + step.column)];
    if (state.contentAt(to, at) === OBSTACLE) return 'an obstacle';
    const other = state.unitAt(to, at);
    if (other >= 0 && other !== unit) return 'another unit';
    if (state.missileAt(to, at) >= 0) return 'a missile';
  }
  return undefined;
}
