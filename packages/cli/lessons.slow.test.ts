import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lesson, type LessonStep, lessonResult, playLesson } from '@ludus/referee/lesson.ts';
import { describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';
import { loadBoard } from './boards.ts';
import { openBuiltin } from './climb/ladder.ts';
import { contextOf } from './context.ts';
import { folderOf, KITS } from './games.ts';
import { resolveAll } from './resolve-players.ts';

// Every code block of the tutorial is a player in a separate file. This test compiles and plays all of them; the
// players of one lesson must play alike.

/** By file extension: the tool that the language needs. */
const TOOLS: Readonly<Record<string, string>> = { '.ts': 'node', '.py': 'python3', '.cc': 'g++', '.java': 'javac' };
const LANGUAGES = Object.keys(TOOLS);
const missing = LANGUAGES.filter((ending) => spawnSync(TOOLS[ending], ['--version']).status !== 0);
if (missing.length > 0) console.log(`lessons not tried, as what compiles them is missing: ${missing.join(', ')}`);
const tried = process.env.CI === 'true' ? LANGUAGES : LANGUAGES.filter((ending) => !missing.includes(ending));
const TAUGHT = KITS.filter(({ lessons }) => lessons !== undefined).map((kit) => {
  const root = join(folderOf(kit.game), 'lessons');
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return { kit, root, folders: folders.map(({ name }) => name).sort() };
});

describe.each(TAUGHT)('the lessons of $kit.game.id', ({ kit, root, folders }) => {
  const { game } = kit;
  const lessons = kit.lessons!;

  test('have one folder each, with a text and a player in four languages', () => {
    expect(folders.map((name) => Number.parseInt(name, 10))).toEqual(lessons.map((_, n) => n + 1));
    for (const folder of folders) {
      const endings = readdirSync(join(root, folder)).map((name) => name.slice(name.lastIndexOf('.')));
      expect(endings.sort()).toEqual([...LANGUAGES, '.md'].sort());
      expect(readFileSync(join(root, folder, 'lesson.md'), 'utf8').length).toBeGreaterThan(300);
    }
  });

  const play = async (lesson: Lesson<unknown>, file: string): Promise<LessonStep[]> => {
    const context = await contextOf(game, {
      budget: 'none',
      folder: root,
      limits: { session: { asleepMs: 60_000, wallMs: 60_000 } },
    });
    const [player] = await resolveAll([file], context);
    const steps: LessonStep[] = [];
    const played = playLesson({
      game,
      lesson,
      open: () => player.open(),
      opponent: (name) => openBuiltin(kit, name)(),
      boardText: (name) => game.printBoard(loadBoard(name, [game]).board),
    });
    for await (const step of played) steps.push(step);
    return steps;
  };
  const playerOf = (n: number, ending: string): string =>
    join(root, folders[n], readdirSync(join(root, folders[n])).find((name) => name.endsWith(ending))!);

  // A quick run plays the first two games.
  test.each(
    lessons.map((lesson, n) => ({ n, lesson, title: lesson.title })).slice(0, IS_LONG_RUN ? lessons.length : 2),
  )(
    'are solved in every language with the same match, but not by the previous lesson’s bot ($title)',
    async ({ n, lesson }) => {
      const [first, ...more] = tried;
      // A quick run plays each of the other languages in only one lesson.
      const others = more.filter((_, index) => IS_LONG_RUN || index === n);
      const expected = await play(lesson, playerOf(n, first));
      expect(lessonResult(lesson, expected)).toMatchObject({ reached: true });
      for (const ending of others) {
        const steps = await play(lesson, playerOf(n, ending));
        expect(
          steps.map(({ replay }) => replay),
          ending,
        ).toEqual(expected.map(({ replay }) => replay));
      }
      const before = n === 0 ? kit.players[0].name : playerOf(n - 1, first);
      expect(lessonResult(lesson, await play(lesson, before)).reached).toBe(false);
    },
  );
});
