import { pick } from '@ludus/game/conformance/minimal.ts';
import { playReplay } from '@ludus/game/play-replay.ts';
import type { Problem, Result } from '@ludus/kernel/result.ts';
import { fourColor, seatShape } from '@ludus/viewer/view/palette.ts';
import type { GameView, Timeline } from '@ludus/viewer/view/view.ts';

/** The scores after a round. */
type Frame = readonly number[];

/** The least that a game needs to be watched: a bar a player, as long as its score. */
export const view: GameView<Frame> = {
  id: pick.id,
  title: pick.title,
  replayEnding: pick.replayEnding,
  delayMs: 100,
  modes: [],
  charts: [{ id: 'score', title: 'score', value: (frame, seat) => frame[seat] }],
  unitsWord: 'players',
  frozenWord: 'Out',
  verdict: (timeline) => timeline.ending,
  recognizes: (text) => pick.replay.recognizes(text),
  open,
  seatColor: fourColor,
  seatShape,
  background: (theme) => (theme === 'dark' ? '#101418' : '#f0f0f0'),
  extent: ({ names }) => ({ left: 0, top: 0, width: 12, height: names.length }),
  draw(painter, { to, theme }) {
    const most = Math.max(1, ...to);
    to.forEach((score, seat) => {
      painter.rect(0.5, seat + 0.2, 0.2 + (10 * score) / most, 0.6, fourColor(seat, theme));
    });
  },
  locate: () => undefined,
  pick: () => undefined,
  find: () => undefined,
  unitsOf: () => [],
  seats: (frame) => frame.map((score) => ({ score: String(score), alive: 1, units: 1, facts: [], status: undefined })),
  inspect: () => undefined,
  marks: () => [],
  describe: (frame, _before, names) => names.map((name, seat) => `${name} ${frame[seat]}`).join(', '),
  thumbnail: (text) =>
    pick.readBoard(text).ok
      ? { rows: 2, columns: 5, ground: '#101418', color: (row) => fourColor(row, 'dark') }
      : undefined,
  presence() {},
  losses() {},
};

/** Reads all of the text anew as often as some comes: a match is short. */
function open(text: string): Result<Timeline<Frame>> {
  const opened = pick.replay.open(text);
  if (!opened.ok) return opened;
  const { board, info } = opened.value;
  let whole = text;
  let frames: Frame[] = [];
  let problem: Problem | undefined;
  const read = (): void => {
    const again = pick.replay.open(whole.slice(0, whole.lastIndexOf('\n') + 1));
    if (!again.ok) return;
    frames = [info.names.map(() => 0)];
    problem = undefined;
    for (const step of playReplay(pick, again.value)) {
      if (step.phase === 'problem') problem = step.problem;
      else if (step.phase === 'played') frames.push([...step.state.scores]);
    }
  };
  read();
  const timeline: Timeline<Frame> = {
    view,
    names: info.names,
    seed: String(info.seed),
    settings: [{ label: 'rounds', value: String(board.rounds) }],
    rows: 1,
    columns: 1,
    get last() {
      return frames.length - 1;
    },
    planned: board.rounds,
    get ending() {
      return frames.length > board.rounds ? 'all rounds are played' : undefined;
    },
    get problem() {
      return problem;
    },
    frame: (round) => frames[round],
    append(more) {
      whole += more;
      read();
    },
    finish: read,
  };
  return { ok: true, value: timeline };
}
