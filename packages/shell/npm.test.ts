import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npmCommand } from './npm.ts';

const bin = join('opt', 'node', 'bin');
const places = { env: {}, platform: 'linux' as const, execPath: join(bin, 'node'), exists: () => false };

test('ludus runs the script of the npm that started this process', () => {
  const script = join('home', 'npm', 'bin', 'npm-cli.js');
  expect(npmCommand({ ...places, env: { npm_execpath: script }, exists: (file) => file === script })).toEqual({
    program: places.execPath,
    args: [script],
    shell: false,
  });
});

test('ludus runs the npm next to its Node if another tool started this process', () => {
  const yarn = join('home', 'yarn.js');
  const script = join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const found = npmCommand({ ...places, env: { npm_execpath: yarn }, exists: (file) => [yarn, script].includes(file) });
  expect(found.args).toEqual([script]);
});

test('ludus runs the npm on the path if there is no other npm, and on Windows uses the shell', () => {
  expect(npmCommand(places)).toEqual({ program: 'npm', args: [], shell: false });
  expect(npmCommand({ ...places, platform: 'win32' })).toEqual({ program: 'npm.cmd', args: [], shell: true });
});
