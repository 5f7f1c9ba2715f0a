import { firstSeats } from '@ludus/game/teams.ts';
import type { Explanation } from './explanation.ts';
import { avoided, callOf, percent } from './sentences.ts';

const WIDTH = 100;
const BARS = '▁▂▃▄▅▆▇█';

/** An explanation as one page of text; `title`: of the game. Lines have at most 100 characters. */
export function explanationPage(title: string, why: Explanation): string {
  const { names, teams, seat, scores, rounds, sentences, curve, findings, moments } = why;
  const name = callOf(names, seat);
  const lines: string[] = [
    `${title}: ${name}, ${teams ? `team ${teams[seat]}, ` : ''}seat ${seat}, ${rounds} rounds`,
    '',
  ];
  lines.push(...wrap(sentences.slice(0, 3).join(' '), ''));
  if (sentences.length > 3) lines.push('', ...wrap(sentences.slice(3).join(' '), ''));
  lines.push('', 'Result');
  const order = firstSeats(names.length, teams).sort((one, other) => scores[other] - scores[one]);
  for (const first of order) {
    const together = names
      .map((_, each) => each)
      .filter((each) => each === first || (teams && teams[each] === teams[first]));
    const who = together.map((each) => callOf(names, each)).join(', ');
    lines.push(
      ...wrap(
        `${(teams ? `Team ${teams[first]}: ${who}` : who).padEnd(24)} ${String(Number(scores[first].toFixed(2))).padStart(7)}${together.includes(seat) ? '  <' : ''}`,
        '  ',
      ),
    );
  }
  if (curve.length > 1) {
    lines.push('', `Chances of ${name} if quick built-in bots took over (round: chance)`);
    lines.push(`  ${curve.map(({ bySeat }) => BARS[Math.min(7, Math.floor(8 * bySeat[seat]))]).join('')}`);
    lines.push(...wrap(curve.map(({ round, bySeat }) => `${round}: ${percent(bySeat[seat])}`).join(', '), '  '));
  }
  if (findings.length > 0) lines.push('', 'What went wrong, the most important first');
  for (const { text, advice } of findings.slice(0, 5))
    lines.push(...wrap(`${name} ${text}.${advice === undefined ? '' : ` ${advice}`}`, '  - '));
  if (moments.length > 0) lines.push('', 'Rounds to look at');
  for (const { round, text, better } of moments)
    lines.push(
      ...wrap(`${text}${better ? ` ${avoided(name, round, better)}` : ''}`, `  ${String(round).padStart(4)}  `),
    );
  return `${lines.join('\n')}\n`;
}

/** A text in lines; the first begins with the margin, the others with as many blanks. */
function wrap(text: string, margin: string): string[] {
  const lines: string[] = [];
  let line = margin;
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH && line.trim() !== '') {
      lines.push(line);
      line = ' '.repeat(margin.length);
    }
    line += line.trim() === '' || line === margin ? word : ` ${word}`;
  }
  return [...lines, line];
}
