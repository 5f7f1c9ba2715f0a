import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { type Connected, connect } from './testing/connect.ts';
import { SOLUTIONS } from './testing/solutions.ts';

// Slow: each task plays dozens of matches, in processes of the command line. A quick run solves one.

const TASKS = fileURLToPath(new URL('../../../players/tasks/', import.meta.url));

/** A file in players/tasks. */
interface Task {
  readonly prompt: string;
  readonly files: Readonly<Record<string, string>>;
  readonly goal: { readonly tool: string; readonly arguments: Record<string, unknown>; readonly pattern: string };
}

const tasks = readdirSync(TASKS).map((file) => file.replace('.json', ''));

test('every task has a scripted agent', () => {
  expect(tasks.sort()).toEqual(Object.keys(SOLUTIONS).sort());
});

test.each(IS_LONG_RUN ? tasks : ['refused'])(
  'a scripted agent solves the task %s through the tools alone, and it is not solved before',
  async (name) => {
    const { files, goal }: Task = JSON.parse(readFileSync(`${TASKS}${name}.json`, 'utf8'));
    const agent = await connect();
    try {
      for (const [path, text] of Object.entries(files)) await agent.call('write', { path, text });
      expect(await reached(agent, goal)).toBe('missed');
      const { file, write } = SOLUTIONS[name];
      const { text: old } = await agent.call('read', { path: file });
      await agent.call('write', { path: file, text: write(files[file] === undefined ? '' : old) });
      expect(await reached(agent, goal)).toBe('reached');
    } finally {
      await agent.close();
    }
  },
);

/** `reached`, or what the tool says; `missed` where nothing has been changed yet. */
async function reached({ call }: Connected, { tool, arguments: given, pattern }: Task['goal']): Promise<string> {
  const { text, isError } = await call(tool, given);
  if (new RegExp(pattern).test(text)) return 'reached';
  return isError || /"passed":false|no such file/.test(text) ? 'missed' : text;
}
