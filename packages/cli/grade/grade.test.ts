import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readGrading } from './grading-file.ts';
import { mistakesIn } from './mistakes.ts';
import { type GradedTask, gradedBy } from './play-task.ts';
import { annotations, codeQuality, gradeOf, junit, summary } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-grade-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: unknown, player?: string) {
  const file = join(folder, 'grading.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readGrading(file, player);
}

describe('a grading file', () => {
  const one = (task: object, more: object = {}) => ({ game: 'trails', player: 'Mine.ts', tasks: [task], ...more });

  test('includes tasks of three kinds, with the options of their commands', () => {
    const { tasks } = read({
      game: 'trails',
      player: 'Mine.ts',
      tasks: [
        { run: 'check', points: 20, budget: 'fuel' },
        { run: 'lesson', points: 10, lesson: 2, player: 'Second.py', title: 'looks ahead' },
        { run: 'climb', points: 70, to: 'Gnat', pairs: 6, minutes: 3 },
      ],
    });
    expect(tasks.map(({ player, args, title }) => [player, title, args.join(' ')])).toEqual([
      ['Mine.ts', 'follows the protocol and the limits', '--game trails --budget fuel'],
      ['Second.py', 'looks ahead', '--game trails --lesson 2'],
      ['Mine.ts', 'climbs the practice ladder up to Gnat', '--game trails --pairs 6 --to Gnat'],
    ]);
    expect(tasks[2]).toMatchObject({ minutes: 3, opponents: ['Null', 'Gnat'] });
    expect(read(one({ run: 'check', points: 1 }), './Other.ts').tasks[0].player).toBe('./Other.ts');
  });

  test.each([
    ['{', 'is not valid JSON'],
    [[], 'an object is expected'],
    [{ game: 'trails', tasks: [] }, 'tasks: 1 to 100 tasks are expected, not 0'],
    [one({ run: 'play', points: 1 }), 'tasks[0].run: "check" or "lesson" or "climb" is expected'],
    [one({ run: 'check', points: -1 }), 'tasks[0].points: a whole number from 0 is expected'],
    [
      one({ run: 'check', points: 1, pairs: 3 }),
      'tasks[0].pairs: unknown field pairs of a check; allowed: run, points,',
    ],
    [one({ run: 'check', points: 1, player: '--log' }), 'tasks[0].player: a bot’s file is expected'],
    [one({ run: 'check', points: 1 }, { player: undefined }), 'tasks[0].player: name the bot here,'],
    [one({ run: 'lesson', points: 1 }), 'tasks[0].lesson: a lesson of Trails is expected, 1 to'],
    [one({ run: 'lesson', points: 1, lesson: 99 }), 'tasks[0].lesson: a lesson of Trails is expected, 1 to'],
    [
      one({ run: 'climb', points: 1, to: 'Moht' }),
      'tasks[0].to: an opponent of the practice ladder is expected: Null,',
    ],
    [one({ run: 'climb', points: 1, minutes: 0 }), 'tasks[0].minutes: a whole number from 1 is expected'],
    [
      one({ run: 'climb', points: 1, minutes: 99_999 }),
      'tasks[0].minutes: at most 1440 minutes are allowed, not 99999',
    ],
    [one({ run: 'check', points: 1, title: 'a\n::error::b' }), 'tasks[0].title: a line of 1 to 200 characters'],
    [one({ run: 'check', points: 1 }, { minutes: 5 }), 'minutes: unknown field minutes; allowed: game,'],
  ])('is rejected with the position of the error: %j', (content, message) => {
    expect(() => read(content)).toThrow(message);
  });
});

describe('mistakes in a bot', () => {
  const lines = [
    '      1. FAIL  its types are correct: Mine.ts:4:11: Type ‘number’ does not fit; 1 more',
    'sub/Mine.ts:5:3: Another; no colon',
    'Mine.ts:5:3: The same place',
    'Mine.ts:6:1: note: declared here',
    'NotMine.ts:7:1: Of another file',
    '      at Bot.play (file:///home/x/Mine.ts:9:33)',
    '      at Bot.other (file:///home/x/Mine.ts:10:1)',
  ];

  test('are placed where the compiler reports them, or at the top of a stack trace', () => {
    expect(mistakesIn(lines, './bots/Mine.ts', 'it ended')).toEqual([
      { file: './bots/Mine.ts', line: 4, column: 11, message: 'Type ‘number’ does not fit' },
      { file: './bots/Mine.ts', line: 5, column: 3, message: 'Another; no colon' },
      { file: './bots/Mine.ts', line: 9, column: 33, message: 'it ended' },
    ]);
  });

  test('are found in the output of C++, Python, and Java', () => {
    const first = (file: string, line: string) => mistakesIn([line], file, 'it ended')[0];
    expect(first('AIMine.cc', 'AIMine.cc:3:18: error: ‘nothing’ was not declared')).toMatchObject({
      line: 3,
      message: '‘nothing’ was not declared',
    });
    expect(first('mine.py', '  File "/home/x/mine.py", line 12, in play')).toMatchObject({
      line: 12,
      message: 'it ended',
    });
    expect(first('Mine.java', '\tat Mine.play(Mine.java:10)')).toMatchObject({ line: 10, column: undefined });
    expect(first('a.b', 'a+b:1:1: not this file')).toBeUndefined();
  });
});

const graded = (message: string, more: Partial<GradedTask> = {}): GradedTask => ({
  task: { run: 'check', title: message, player: 'Mine.ts', points: 10, minutes: 1, args: [], opponents: [] },
  points: 0,
  passed: false,
  found: [message],
  mistakes: [{ file: 'Mine.ts', line: 3, column: 5, message }],
  met: [{ name: message, share: 0.5, low: 0, high: 1, beaten: false }],
  replay: null,
  ...more,
});
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\n', '\r', '%', ':', ',', '<', '&', '|', '`', ']]>', '::', '"', '\0'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
});

test('findings are reported in one line without control characters, even if a bot wrote the message', () => {
  const { task } = graded('');
  const steps = [{ title: 'starts', passed: false, found: 'threw \u001b[31m\n::set-output name=points::9' }];
  expect(gradedBy(task, { passed: false, steps }).found).toEqual(['starts: threw ?[31m?::set-output name=points::9']);
});

describe('a grading report', () => {
  test('adds up hundredths without rounding errors', () => {
    const all = gradeOf('Trails', [
      graded('a', { points: 0.1, passed: true }),
      graded('b', { points: 0.2, passed: true }),
    ]);
    expect(all).toMatchObject({ points: 0.3, of: 20, passed: true });
    expect(summary(all)).toContain('## 0.3 of 20 points in Trails');
  });

  test('keeps a bot’s text within one line, attribute, or cell', () => {
    fc.assert(
      fc.property(hostile, (message) => {
        const all = gradeOf('Trails', [graded(message)]);
        expect(
          annotations(all, process.cwd())
            .join('\n')
            .split(/[\r\n]/),
        ).toHaveLength(1);
        expect(annotations(all, process.cwd())[0]).toMatch(/^::error file=Mine\.ts,line=3,col=5,title=[^,:]*::/);
        expect(junit(all).match(/<testcase/g)).toHaveLength(1);
        expect(junit(all)).toMatch(
          /^<\?xml[^<]*<testsuite [^<>]*>\n {2}<testcase [^<>]*><failure message="[^"<>]*">[^<>]*<\/failure><system-out>[^<>]*<\/system-out><\/testcase>\n<\/testsuite>\n$/,
        );
        const [row] = summary(all)
          .split('\n')
          .filter((line) => line.startsWith('| ❌'));
        expect(row.split('|')).toHaveLength(6);
        expect(JSON.parse(codeQuality(all, process.cwd()))).toMatchObject([
          { location: { path: 'Mine.ts', lines: { begin: 3 } } },
        ]);
      }),
    );
  });
});
