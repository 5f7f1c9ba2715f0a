import { expect, test } from 'vitest';
import { SOLUTIONS } from './testing/solutions.ts';
import { readTask, taskNames } from './testing/tasks.ts';
import { TOOLS } from './tools.ts';

// tasks.long.test.ts solves these tasks.

test('every task has a scripted agent', () => {
  expect(taskNames()).toEqual(Object.keys(SOLUTIONS).sort());
});

test.each(taskNames())('the goal of the task %s is a valid tool call and a regular expression', (name) => {
  const { prompt, files, goal } = readTask(name);
  expect(prompt).toMatch(/\S/);
  const tool = TOOLS.find((each) => each.name === goal.tool)!;
  expect(tool.input.safeParse(goal.arguments).error).toBeUndefined();
  expect(() => new RegExp(goal.pattern)).not.toThrow();
  expect(goal.pattern).toMatch(/\S/);
  for (const text of Object.values(files)) expect(text).toMatch(/\n$/);
});

test.each(taskNames())('the agent for the task %s changes a file, or writes a new file', (name) => {
  const { files } = readTask(name);
  const { file, write } = SOLUTIONS[name];
  const old = files[file] ?? '';
  expect(write(old)).not.toBe(old);
});
