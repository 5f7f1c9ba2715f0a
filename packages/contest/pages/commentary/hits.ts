import type { Candidate, MatchFacts, Template } from './line.ts';

/** Returns lines about losses and their meaning, based on all earlier events. */
export function hitLines({ names, marks }: MatchFacts): Candidate[] {
  const found: Candidate[] = [];
  /** By side: the sides that have been hit by this side, in order, and the number of losses of this side. */
  const got: number[][] = names.map(() => []);
  const lost = names.map(() => 0);
  let isFirst = true;
  for (const { round, kind, side, by } of marks) {
    const add = (template: Template, weight: number, values: Candidate['values'] = {}) =>
      found.push({ round, template, weight, values });
    if (kind === 'freeze') add('disqualified', 10, { name: names[side] });
    else if (kind === 'base' && side >= 0) add('prize', 8, { name: names[side] });
    else if (kind === 'kill' && side < 0) add('clash', 6);
    else if (kind === 'death') {
      lost[side]++;
      const isHit = by >= 0 && by !== side;
      const values = { name: names[side], ...(isHit && { by: names[by] }) };
      if (!isHit) {
        if (isFirst) add('first-loss', 7, values);
        else if (lost[side] > 1 && got[side].length === 0) add('loss-again', 4, { ...values, n: lost[side] });
        else add('loss', 2, values);
      } else {
        // A side can take revenge only for the last hit that it took, and only once.
        const isRevenge = got[side].at(-1) === by;
        got[by].push(side);
        const many = got[by].length;
        if (isFirst) add('first-hit', 8, values);
        else if (isRevenge) add('revenge', 7, values);
        else if (many > 2) add('hit-many', 5 + Math.min(3, many - 2), { ...values, n: many });
        else if (many === 2) add('hit-again', 5, values);
        else add('hit', 3, values);
      }
      isFirst = false;
    }
  }
  return found;
}
