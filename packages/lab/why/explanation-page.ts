import { firstSeats } from '@ludus/game/teams.ts';
import type { Explanation } from './explanation.ts';
import type { Finding } from './findings.ts';
import { avoided, callOf, percent } from './sentences.ts';

const WIDTH = 100;
const BARS = '▁▂▃▄▅▆▇█';

/** An explanation as one page of text. `game` is the title of the game. Lines have at most 100 characters. */
export function explanationPage(game: string, why: Explanation): string {
  const { names, teams, seat, scores, rounds, sentences, result, curve, strengths, findings, moments } = why;
  const name = callOf(names, seat);
  const lines: string[] = [
    `${game}: ${name}, ${teams ? `team ${teams[seat]}, ` : ''}seat ${seat}, ${rounds} rounds`,
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
  const list = (title: string, all: readonly Finding[]) => {
    if (all.length > 0) lines.push('', `${title}, the most important first`);
    for (const { text, advice } of all.slice(0, 5))
      lines.push(...wrap(`${name} ${text}.${advice === undefined ? '' : ` ${advice}`}`, '  - '));
  };
  list(result === 'won' ? 'What won the match' : 'What went well', strengths);
  list(result === 'won' ? 'What could be better' : 'What went wrong', findings);
  if (moments.length > 0) lines.push('', 'Rounds to look at');
  for (const { round, text, better } of moments)
    lines.push(
      ...wrap(`${text}${better ? ` ${avoided(name, round, better)}` : ''}`, `  ${String(round).padStart(4)}  `),
    );
  return `${lines.join('\n')}\n`;
}

/** Wraps a text. The first line begins with the margin, the others with the same number of spaces. */
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
