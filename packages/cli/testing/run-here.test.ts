import { expect, test } from 'vitest';
import { runHere } from './run-here.ts';

const { stdout, stderr } = process;
const here = process.cwd();

test('runHere runs a command in this process, and returns its exit code and its output', async () => {
  expect(await runHere(['chek'], '/')).toEqual({
    status: 2,
    stdout: '',
    stderr: "ludus: unknown command 'chek'; did you mean check?\n",
  });
  const list = await runHere(['match', '--list'], '/');
  expect([list.status, list.stderr]).toEqual([0, '']);
  expect(list.stdout).toMatch(/^Null +Trails/m);
  expect([process.stdout, process.stderr, process.cwd(), process.exitCode]).toEqual([stdout, stderr, here, undefined]);
});
