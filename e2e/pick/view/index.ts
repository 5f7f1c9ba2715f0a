import { pick } from '@ludus/game/conformance.ts';
import { fourColor, type GameView, openReplay, seatShape } from '@ludus/viewer/view.ts';

/** The scores after a round. */
type Frame = readonly number[];

/** The minimum view of a game: one bar per player, whose length shows the player's score. */
export const view: GameView<Frame> = {
  id: pick.id,
  title: pick.title,
  replayExtension: pick.replayExtension,
  delayMs: 100,
  modes: [],
  charts: [{ id: 'score', title: 'score', value: (frame, seat) => frame[seat] }],
  unitsWord: 'players',
  frozenWord: 'Out',
  verdict: (timeline) => timeline.ending,
  recognizes: (text) => pick.replay.recognizes(text),
  open: (text) =>
    openReplay(pick, view, text, {
      frame: ({ scores }) => [...scores],
      size: ({ rounds }) => ({ rows: 1, columns: 1, rounds }),
      settings: ({ rounds }) => [{ label: 'rounds', value: String(rounds) }],
      ending: () => 'all rounds are played',
    }),
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
