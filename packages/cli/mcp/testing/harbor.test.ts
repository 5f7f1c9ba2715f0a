import { expect, test } from 'vitest';
import { harborFiles } from './harbor.ts';
import { readTask, taskNames } from './tasks.ts';

// harbor.long.test.ts runs the tests of the tasks.

test.each(taskNames())('the task %s has all files that Harbor’s format requires', (name) => {
  const files = harborFiles(name);
  const { prompt, files: start } = readTask(name);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      ...['task.toml', 'instruction.md', 'environment/Dockerfile', 'tests/test.sh', 'solution/solve.sh'],
      ...Object.keys(start).map((path) => `environment/start/${path}`),
    ]),
  );
  expect(files['instruction.md']).toContain(prompt);
  expect(files['tests/test.sh']).toContain('> /logs/verifier/reward.txt\n');
});

test.each(taskNames())('the configuration of the task %s has only sections and values that Harbor knows', (name) => {
  const sections = harborFiles(name)['task.toml'].split(/^\[(\w+)\]$/m);
  expect(sections.filter((_, i) => i % 2 === 1)).toEqual(['task', 'metadata', 'agent', 'verifier', 'environment']);
  for (const line of sections.filter((_, i) => i % 2 === 0).flatMap((text) => text.split('\n')))
    expect(line).toMatch(/^(?:\w+ = (?:"[^"\\]*"|\d+(?:\.\d+)?|\["\w+", "\w+"\]))?$/);
  expect(sections[2]).toContain(`name = "ludus/${name}"`);
});

test('no part of the environment shows the goal’s pattern', () => {
  for (const name of taskNames())
    for (const [path, text] of Object.entries(harborFiles(name)))
      if (path.startsWith('environment/')) expect(text).not.toContain(readTask(name).goal.pattern);
});
