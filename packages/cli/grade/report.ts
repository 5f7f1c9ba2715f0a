import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { Mistake } from './mistakes.ts';
import type { GradedTask } from './play-task.ts';

/** A bot's points, and the findings of each task. */
export interface Grade {
  readonly game: string;
  readonly points: number;
  readonly of: number;
  readonly passed: boolean;
  readonly tasks: readonly GradedTask[];
}

/** Computes the total points. Sums are rounded to hundredths again, since adding binary fractions isn't exact. */
export function gradeOf(game: string, tasks: readonly GradedTask[]): Grade {
  const sum = (values: readonly number[]) => Math.round(100 * values.reduce((a, b) => a + b, 0)) / 100;
  return {
    game,
    points: sum(tasks.map(({ points }) => points)),
    of: sum(tasks.map(({ task }) => task.points)),
    passed: tasks.every(({ passed }) => passed),
    tasks,
  };
}

/** Returns the object that `--json` prints. */
export function gradeJson({ game, points, of, passed, tasks }: Grade): object {
  return {
    game,
    points,
    of,
    passed,
    tasks: tasks.map(({ task, points, passed, found, mistakes, met, replay }) => ({
      run: task.run,
      title: task.title,
      player: task.player,
      points,
      of: task.points,
      passed,
      found,
      mistakes: mistakes.map(({ file, line, column, message }) => ({ file, line, column: column ?? null, message })),
      opponents: met.map(({ name, share, low, high, beaten }) => ({ name, share, low, high, beaten })),
      replay,
    })),
  };
}

/** Returns Markdown with a table of the tasks, a chart of each climb, and the findings. */
export function summary({ game, points, of, tasks }: Grade): string {
  const rows = tasks.map(
    ({ task, points, passed }) =>
      `| ${passed ? '✅' : '❌'} | ${cell(task.title)} | ${cell(task.player)} | ${points} / ${task.points} |`,
  );
  const parts = tasks.map((graded, i) => {
    const { task, found, met } = graded;
    const said = found.map((each) => `- ${cell(each)}\n`).join('');
    return said === '' && met.length === 0 ? '' : `\n### ${i + 1}. ${cell(task.title)}\n\n${said}${chart(graded)}`;
  });
  return `## ${points} of ${of} points in ${cell(game)}\n\n|  | task | bot | points |\n| --- | --- | --- | ---: |\n${rows.join('\n')}\n${parts.join('')}`;
}

/** Returns a Mermaid chart, which GitHub and GitLab draw. */
function chart({ met }: GradedTask): string {
  if (met.length === 0) return '';
  const names = met.map(({ name }) => `"${name.replaceAll(/["\\]/g, '')}"`).join(', ');
  const shares = met.map(({ share }) => (100 * share).toFixed(1)).join(', ');
  return `\n\`\`\`mermaid\nxychart-beta\n  title "Share of the points against each opponent"\n  x-axis [${names}]\n  y-axis "%" 0 --> 100\n  bar [${shares}]\n\`\`\`\n`;
}

/** Escapes a text of the bot or its author for Markdown, on one line and without markup. */
const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]|#!~@]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns JUnit XML, which GitLab shows as tests. */
export function junit({ game, tasks }: Grade): string {
  const failures = tasks.filter(({ passed }) => !passed).length;
  const cases = tasks.map(({ task, passed, points, found }) => {
    const words = `${points} of ${task.points} points${found.length > 0 ? `: ${found.join('; ')}` : ''}`;
    const failure = passed ? '' : `<failure message="${xml(found[0] ?? 'no points')}">${xml(words)}</failure>`;
    const out = `<system-out>${xml(words)}</system-out>`;
    return `  <testcase classname="${xml(task.run)}" name="${xml(task.title)}">${failure}${out}</testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="${xml(`Ludus: ${game}`)}" tests="${tasks.length}" failures="${failures}">\n${cases.join('')}</testsuite>\n`;
}

const xml = (text: string): string =>
  text
    // XML allows no other control characters.
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '�')
    .replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns a GitLab code-quality report, shown at the lines of a merge request. `top`: the repository's folder. */
export function codeQuality({ tasks }: Grade, top: string): string {
  const all = tasks.flatMap(({ task, mistakes }) => mistakes.map((mistake) => ({ task, mistake })));
  return `${JSON.stringify(
    all.map(({ task, mistake }) => {
      const path = pathIn(top, mistake);
      const { line, message } = mistake;
      return {
        description: message,
        check_name: `ludus-${task.run}`,
        fingerprint: createHash('sha256').update([task.run, path, line, message].join('\0')).digest('hex'),
        severity: 'major',
        location: { path, lines: { begin: line } },
      };
    }),
    null,
    2,
  )}\n`;
}

/** Returns GitHub's workflow commands for annotations, one per line. `top`: the repository's folder. */
export const annotations = ({ tasks }: Grade, top: string): string[] => {
  const seen = new Set<string>();
  for (const { task, mistakes } of tasks)
    for (const mistake of mistakes) {
      const place = [
        `file=${property(pathIn(top, mistake))}`,
        `line=${mistake.line}`,
        ...(mistake.column === undefined ? [] : [`col=${mistake.column}`]),
        `title=${property(task.title)}`,
      ];
      seen.add(`::error ${place.join(',')}::${data(mistake.message)}`);
    }
  return [...seen];
};

const pathIn = (top: string, { file }: Mistake): string => relative(top, resolve(file)).replaceAll('\\', '/');
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
