import type { Fault, ReplayReader } from '@ludus/game/game.ts';
import { playReplay } from '@ludus/game/replay.ts';
import { attempt, type Problem, ProblemError, problemOf, type Result } from '@ludus/kernel/result.ts';
import { type AnyView, keepLast, lineAt, type Timeline } from '@ludus/viewer/view.ts';
import { angrymob } from '../rules/game.ts';
import { MobMove } from '../rules/moves.ts';
import { MOB_REPLAY_PROBLEMS } from '../rules/replay.ts';
import type { MobState } from '../rules/state.ts';

type MobReader = ReplayReader<MobState['board'], MobState, MobMove>;

/** A turn of Angry Mob as the viewer shows it. */
export interface MobFrame {
  readonly turn: number;
  readonly rows: number;
  readonly columns: number;
  readonly passable: Uint8Array;
  /** The cells of the two bases, blue's first. */
  readonly bases: readonly [number, number];
  /** By seat: the player's units, one number per cell. */
  readonly units: readonly [Int32Array, Int32Array];
  readonly neutrals: Int32Array;
  readonly totals: readonly [number, number];
  readonly held: readonly [number, number];
  readonly shares: readonly [number, number];
  readonly limited: boolean;
  readonly faults: readonly (Fault | undefined)[];
  readonly sentences: readonly [string, string];
  readonly reason: string | undefined;
  readonly winner: number;
  /** By seat: i j k d of each submove that the player made in this turn; empty in the last frame. */
  readonly moves: readonly [Int32Array, Int32Array];
  /** An object that identifies the map: the same for every frame of one replay. */
  readonly map: object;
}

const KEYFRAME = 24;
const NOTHING = new Int32Array(0);

/**
 * Reads an Angry Mob replay, and plays its turns once with the game's rules. Frames are recreated on demand, from saved
 * states.
 */
export function openMob(view: AnyView, text: string): Result<Timeline<MobFrame>> {
  const opened = angrymob.replay.open(text) as Result<MobReader>;
  if (!opened.ok) return opened;
  return attempt(() => {
    const { board, info } = opened.value;
    const { map } = board;
    let { names } = info;
    const state = angrymob.start(board, info.seed);
    const keyframes: MobState[] = [angrymob.clone(state)];
    const moves: [Int32Array, Int32Array][] = [];
    const shares: [number, number][] = [[0, 0]];
    const kept = keepLast<MobFrame>(Math.max(32, Math.floor(3_000_000 / state.neutrals.length)));
    const asked = [new MobMove(), new MobMove()];
    let problem: Problem | undefined;
    let rest = '';
    let restLine = 1;
    let head = '';

    /**
     * Plays the rounds that the reader has received. Every turn is one round, including a turn in which a player
     * failed.
     */
    function play(reader: MobReader, lineShift: number): void {
      for (const step of playReplay(angrymob, reader, state)) {
        if (step.phase === 'asked') continue;
        if (step.phase === 'problem') {
          problem = { ...step.problem, ...(step.problem.line && { line: step.problem.line + lineShift }) };
          return;
        }
        const [blue, red] = step.asked;
        moves.push([blue.numbers.slice(0, blue.length * 4), red.numbers.slice(0, red.length * 4)]);
        shares.push([step.record.shares[0], step.record.shares[1]]);
        if (moves.length % KEYFRAME === 0) keyframes.push(angrymob.clone(state));
      }
    }

    function stateAt(round: number): MobState {
      const first = Math.floor(round / KEYFRAME);
      const replayed = angrymob.clone(keyframes[first]);
      for (let turn = first * KEYFRAME; turn < round; turn++) {
        // If a player failed in the last turn, only the final state shows this failure.
        if (turn === moves.length - 1) return angrymob.clone(state);
        for (const seat of [0, 1]) {
          asked[seat].clear();
          const numbers = moves[turn][seat];
          for (let at = 0; at < numbers.length; at += 4)
            asked[seat].push(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]);
        }
        angrymob.advance(replayed, asked);
      }
      return replayed;
    }

    function frameOf(at: MobState, round: number): MobFrame {
      return {
        turn: round,
        rows: map.rows,
        columns: map.columns,
        passable: map.passable,
        bases: map.bases,
        units: [at.armies[0].units.slice(), at.armies[1].units.slice()],
        neutrals: at.neutrals.slice(),
        totals: [at.armies[0].total, at.armies[1].total],
        held: [at.armies[0].count, at.armies[1].count],
        shares: shares[round],
        limited: info.limited,
        faults: [...at.faults],
        sentences: [at.sentences[0], at.sentences[1]],
        reason: at.reason,
        winner: at.winner,
        moves: moves[round] ?? [NOTHING, NOTHING],
        map,
      };
    }

    /** Determines how much of the text can be read. A turn is complete once a line of the next turn follows. */
    function takeWhole(final: boolean): void {
      if (state.reason !== undefined || problem !== undefined) return;
      const end = final
        ? rest.length
        : Math.max(0, rest.lastIndexOf('\nturn ') + 1, rest.search(/^(result|unfinished) /m));
      if (end === 0) return;
      const part = rest.slice(0, end);
      const opening = angrymob.replay.open(head + part) as Result<MobReader>;
      if (!opening.ok) throw new ProblemError(opening.problem);
      const before = moves.length;
      play(opening.value, restLine - lineAt(head, head.length));
      if (moves.length !== before) kept.forget(before);
      restLine += lineAt(part, part.length) - 1;
      rest = rest.slice(end);
    }

    /** Text before the first turn belongs to the header. */
    let inHead = true;
    function splitHead(): void {
      const at = head.search(/^(turn|result|unfinished) /m);
      if (at < 0) return;
      inHead = false;
      rest = head.slice(at);
      head = head.slice(0, at);
      restLine = lineAt(head, head.length);
    }
    head = text;
    splitHead();
    takeWhole(false);

    const timeline: Timeline<MobFrame> = {
      view,
      get names() {
        return names;
      },
      seed: board.seed === undefined ? '' : String(board.seed),
      settings: [
        { label: 'moveLimit', value: String(board.moveLimit) },
        { label: 'timeInit', value: `${board.timeInit} s` },
        { label: 'timeMove', value: `${board.timeMove} s` },
        { label: 'map', value: `${map.rows} × ${map.columns}` },
      ],
      rows: map.rows,
      columns: map.columns,
      get last() {
        return moves.length;
      },
      get planned() {
        return state.reason !== undefined || problem !== undefined ? moves.length : Math.max(moves.length, 1);
      },
      get ending() {
        return state.reason === undefined ? undefined : endingOf(state.reason, state.winner, names);
      },
      get problem() {
        return problem;
      },
      frame(round) {
        let frame = kept.get(round);
        if (frame === undefined) {
          frame = frameOf(round === moves.length ? state : stateAt(round), round);
          kept.set(round, frame);
        }
        return frame;
      },
      append(more) {
        if (inHead) {
          head += more;
          splitHead();
        } else rest += more;
        takeWhole(false);
      },
      finish() {
        takeWhole(true);
        if (problem === undefined && state.reason === undefined && !/^unfinished /m.test(rest))
          problem = {
            ...problemOf(MOB_REPLAY_PROBLEMS, 'replay/truncated', moves.length),
            line: restLine,
          };
      },
      rename(others) {
        names = others;
      },
    };
    return timeline;
  });
}

const WORDS: Record<string, string> = {
  base: 'the base is conquered',
  'both-bases': 'both bases are conquered',
  'no-units': 'no units are left',
  'move-limit': 'the move limit is reached',
  illegal: 'an illegal move',
  'both-illegal': 'both moves are illegal',
  time: 'a late move',
  'both-time': 'both moves are late',
  disconnect: 'a closed connection',
  'both-disconnect': 'both connections closed',
  'mixed-fault': 'both players failed',
};

function endingOf(reason: string, winner: number, names: readonly string[]): string {
  return `${winner < 0 ? 'draw' : `${names[winner]} wins`}: ${WORDS[reason] ?? reason}`;
}
