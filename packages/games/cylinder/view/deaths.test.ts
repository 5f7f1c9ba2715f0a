import { openReplay } from '@ludus/viewer/replay.ts';
import { describe, expect, test } from 'vitest';
import { goldenReplays, goldenText } from '../../conformance/golden.ts';
import { view as madmax } from '../../madmax/view/index.ts';
import { view as starwar } from '../../starwar/view/index.ts';
import { deathsBetween, killerOf } from './deaths.ts';
import type { CylinderFrame } from './diff.ts';

describe.each(['madmax', 'starwar'])('the deaths in a golden %s replay', (id) => {
  // Demos don't shoot, but Dummies do.
  const { file } = goldenReplays(id).find(({ name }) => name.includes('Dummy'))!;
  const opened = openReplay([madmax, starwar], goldenText(file));
  if (!opened.ok) throw new Error(opened.problem.message);
  const timeline = opened.value;
  timeline.finish();
  const frames = Array.from({ length: timeline.last + 1 }, (_, round) => timeline.frame(round) as CylinderFrame);
  const rounds = frames.slice(1).map((to, n) => ({ from: frames[n], to, deaths: deathsBetween(frames[n], to) }));

  test('are attributed to a seat only if the seat’s score grew by at least the points for its kills', () => {
    const { killPoints } = frames[0].view.settings;
    let kills = 0;
    for (const { from, to, deaths } of rounds)
      for (let seat = 0; seat < timeline.names.length; seat++) {
        const own = deaths.filter((death) => death.cause === 'shot' && killerOf(from, death) === seat).length;
        kills += own;
        expect(to.view.score(seat) - from.view.score(seat)).toBeGreaterThanOrEqual(own * killPoints);
      }
    expect(kills).toBeGreaterThan(1);
  });

  test('have a known cause in more than 90% of cases', () => {
    const all = rounds.flatMap(({ deaths }) => deaths);
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ cause }) => cause === 'lost').length / all.length).toBeLessThan(0.1);
  });

  test('have marks with their causes and positions', () => {
    for (const { from, to, deaths } of rounds) {
      const marks = timeline.view.marks(from, to, timeline.names).filter(({ kind }) => kind === 'death');
      const places = marks.map(({ cause }) => `${cause?.at.row} ${cause?.at.column}`).sort();
      expect(places).toEqual(deaths.map(({ row, column }) => `${row} ${column}`).sort());
      for (const { text, cause } of marks) expect(text).toMatch(new RegExp(`loses a \\w+: ${cause?.text}$`));
    }
  });
});
