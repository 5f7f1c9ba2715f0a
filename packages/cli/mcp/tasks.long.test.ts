import { expect, test } from 'vitest';
import { connect, type McpTestClient } from './testing/connect.ts';
import { SOLUTIONS } from './testing/solutions.ts';
import { readTask, type Task, taskNames } from './testing/tasks.ts';

// Long: each task plays dozens of matches, in separate processes.

test.each(taskNames())('a scripted agent solves the initially unsolved task %s using only the tools', async (name) => {
  const { files, goal } = readTask(name);
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
});

/** Returns `reached`, or the tool's output; `missed` if nothing has been changed yet. */
async function reached({ call }: McpTestClient, { tool, arguments: given, pattern }: Task['goal']): Promise<string> {
  const { text, isError } = await call(tool, given);
  if (new RegExp(pattern).test(text)) return 'reached';
  return isError || /steps failed|no such file/.test(text) ? 'missed' : text;
}
