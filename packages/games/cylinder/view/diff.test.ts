import { openReplay } from '@ludus/viewer/replay.ts';
import { describe, expect, test } from 'vitest';
import { goldenReplays, goldenText } from '../../conformance/golden.ts';
import { view as madmax } from '../../madmax/view/index.ts';
import { view as starwar } from '../../starwar/view/index.ts';
import type { CylinderFrame } from './diff.ts';
import { diffFrames } from './diff.ts';

const REPLAYS = ['madmax', 'starwar'].flatMap((id) => goldenReplays(id));

describe('golden replays in the viewer', () => {
  test.each(REPLAYS)('$name opens, and its motions and blasts between two rounds follow the rules', ({ file }) => {
    const opened = openReplay([madmax, starwar], goldenText(file));
    if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
    const timeline = opened.value;
    timeline.finish();
    expect(timeline.problem).toBeUndefined();
    expect(timeline.last).toBe(timeline.planned);
    for (let round = 0; round < timeline.last; round += 7) {
      const [from, to] = [timeline.frame(round) as CylinderFrame, timeline.frame(round + 1) as CylinderFrame];
      const diff = diffFrames(from, to);
      expect(diff.consecutive).toBe(true);
      for (const motion of diff.units) {
        if (!motion.fromAlive || !motion.toAlive) continue;
        // The window advances one column per round, and a unit moves by 0, 1, or 2 columns.
        expect(Math.abs(motion.toColumn - motion.fromColumn)).toBeLessThanOrEqual(1);
        expect(Math.abs(motion.toRow - motion.fromRow)).toBeLessThanOrEqual(1);
      }
      for (const missile of diff.missiles)
        if (!missile.isNew && !missile.bursts) expect(missile.toColumn - missile.fromColumn).toBe(1);
      const deaths = diff.units.filter((motion) => motion.fromAlive && !motion.toAlive).length;
      expect(diff.blasts.filter((blast) => blast.size === 1)).toHaveLength(deaths);
      const far = diffFrames(from, timeline.frame(timeline.last) as CylinderFrame);
      expect(far.blasts).toEqual([]);
    }
    expect(timeline.problem).toBeUndefined();
  });
});
