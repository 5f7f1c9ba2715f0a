import type { AnyGame } from '@ludus/game/game.ts';
import { gameOfReplay } from '@ludus/game/replay.ts';
import { attempt, type Problem, ProblemError, problemOf, type Result } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { type AnyView, type Fact, keepLast, lineAt, type Timeline } from '@ludus/viewer/view.ts';
import { readPosition } from '../rules/codec/position.ts';
import { CYLINDER_PROBLEMS } from '../rules/codec/problems.ts';
import { readInfo } from '../rules/codec/replay.ts';
import { readInstructions } from '../rules/codec/rounds.ts';
import { readHead } from '../rules/codec/settings.ts';
import type { Dialect } from '../rules/dialect.ts';
import { Instructions } from '../rules/instructions.ts';
import type { CylinderFrame } from './diff.ts';

/** Maximum total number of cells in cached frames. */
const MAX_CELLS = 4_000_000;

/**
 * Opens a `.res`: reads its header and first board, and finds where the other boards begin. The other boards are read
 * on demand. More text may arrive (`append`) until `finish`.
 */
export function openCylinder(
  view: AnyView,
  game: AnyGame,
  dialect: Dialect,
  text: string,
): Result<Timeline<CylinderFrame>> {
  return attempt(() => {
    const reader = new TokenReader(text, CYLINDER_PROBLEMS);
    const head = readHead(reader, dialect);
    const info = readInfo(reader, head);
    const { settings } = head;
    const first = readPosition(reader, dialect, settings);
    const facts = dialect.fields.map(({ key }) => ({
      label: settingLabel(key, dialect),
      value: String(settings[key]),
    }));
    const cells = settings.rows * settings.universeColumns;
    const kept = keepLast<CylinderFrame>(Math.max(48, Math.floor(MAX_CELLS / cells)));

    /** Position of the word `rnd` of each round. */
    const starts: number[] = [];
    let all = text;
    let searched = 0;
    let last = 0;
    let problem: Problem | undefined;
    let finished = false;
    let revision: Fact | undefined;

    function lookForRounds(): void {
      while (true) {
        const at = all.indexOf('\nrnd', searched);
        if (at < 0) break;
        const next = all.charCodeAt(at + 4);
        searched = at + 1;
        if (next === 32 || next === 9) starts.push(at + 1);
      }
      searched = Math.max(searched, all.length - 4);
      // Every board except the last is followed by another board, so it is complete.
      const whole = starts.length > 0 && boardEnds(starts.length - 1) ? starts.length - 1 : starts.length - 2;
      last = Math.max(last, Math.min(whole, settings.rounds));
    }

    function boardEnds(round: number): boolean {
      const at = new TokenReader(all, CYLINDER_PROBLEMS);
      at.position = starts[round];
      const read = attempt(() => readPosition(at, dialect, settings));
      return finished ? read.ok : read.ok && /\s/.test(all.charAt(at.position));
    }

    function readFrame(round: number): CylinderFrame {
      const at = new TokenReader(all, CYLINDER_PROBLEMS);
      at.position = starts[round];
      try {
        const position = readPosition(at, dialect, settings);
        if (position.round !== first.round + round) at.fail('replay/round', first.round + round, position.round);
        if (round >= last) return { view: position, asked: [], done: [] };
        const lists = () => Array.from({ length: settings.players }, () => new Instructions());
        const [asked, done] = [lists(), lists()];
        readInstructions(at, 'actions_asked', settings, asked, true);
        readInstructions(at, 'actions_done', settings, done);
        at.expectWord('rnd');
        return { view: position, asked, done };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const line = (error.problem.line ?? 1) + lineAt(all, starts[round]) - 1;
        throw new ProblemError({ ...error.problem, line });
      }
    }

    const timeline: Timeline<CylinderFrame> = {
      view,
      names: info.names,
      seed: String(info.seed),
      get settings() {
        // While more text is arriving, a different revision may still turn out to match.
        if (!finished || game.revisions === undefined) return facts;
        revision ??= { label: 'revision', value: gameOfReplay(all, [game])?.revisions.join(' or ') ?? '' };
        return [revision, ...facts];
      },
      rows: settings.rows,
      columns: settings.universeColumns,
      get last() {
        return last;
      },
      get planned() {
        return Math.max(last, finished && problem === undefined ? last : settings.rounds);
      },
      get ending() {
        return last === settings.rounds ? 'all rounds played' : undefined;
      },
      get problem() {
        return problem;
      },
      frame(round) {
        const known = kept.get(round);
        if (known !== undefined) return known;
        const read = attempt(() => readFrame(round));
        if (read.ok) {
          kept.set(round, read.value);
          return read.value;
        }
        problem = read.problem;
        // If only the instructions of a round are unreadable, its board is still shown.
        last = Math.max(0, round - 1);
        const at = new TokenReader(all, CYLINDER_PROBLEMS);
        at.position = starts[round];
        const board = attempt(() => readPosition(at, dialect, settings));
        if (board.ok && board.value.round === first.round + round) {
          last = round;
          const frame = { view: board.value, asked: [], done: [] };
          kept.set(round, frame);
          return frame;
        }
        return round === 0 ? { view: first, asked: [], done: [] } : timeline.frame(round - 1);
      },
      append(more) {
        const before = last;
        all += more;
        lookForRounds();
        if (last !== before) kept.forget(before);
      },
      finish() {
        const before = last;
        finished = true;
        lookForRounds();
        if (last !== before) kept.forget(before);
        if (problem !== undefined || last >= settings.rounds) return;
        problem = incomplete();
      },
    };

    /** The reason why the text ends before the match does: a broken board or missing text. */
    function incomplete(): Problem {
      const round = last + 1;
      if (starts.length > round) {
        const read = attempt(() => readFrame(round));
        if (!read.ok) return read.problem;
      }
      const line = lineAt(all, all.length);
      const [at, end] = [first.round + last, first.round + settings.rounds];
      return { ...problemOf(CYLINDER_PROBLEMS, 'replay/truncated', at, end), line };
    }

    lookForRounds();
    return timeline;
  });
}

/** `universeColumns` → `universe columns`, with the game's word for its units. */
export function settingLabel(key: string, { unitsWord }: Dialect): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace('units', unitsWord);
}
