import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endingCommand, hasFolder, programFiles, pythonName, weaknessesOn } from '../groups/operating-system.ts';

test('programs are looked up with the system’s path separator and file names', () => {
  expect(programFiles('ruby', '/usr/bin:/bin', 'linux')).toEqual([join('/usr/bin', 'ruby'), join('/bin', 'ruby')]);
  expect(programFiles('ruby', 'C:\\jdk\\bin;D:\\bin', 'win32')).toEqual([
    join('C:\\jdk\\bin', 'ruby.exe'),
    join('D:\\bin', 'ruby.exe'),
  ]);
  expect(programFiles('ruby.exe', 'D:\\bin', 'win32')).toEqual([join('D:\\bin', 'ruby.exe')]);
  expect(pythonName('win32')).toBe('python');
  expect(pythonName('darwin')).toMatch(/^python\d$/);
});

test('a path is recognised by the system’s slashes', () => {
  expect(hasFolder('.\\bot.exe', 'win32')).toBe(true);
  expect(hasFolder('./bot.exe', 'win32')).toBe(true);
  expect(hasFolder('.\\bot', 'linux')).toBe(false);
});

test('a command stops a process tree on Windows, which has no process groups', () => {
  expect(endingCommand(7, 'win32')).toEqual(['taskkill', '/pid', '7', '/t', '/f']);
  expect(endingCommand(7, 'darwin')).toBeUndefined();
});

test('every system except Linux has its weaknesses listed', () => {
  expect(weaknessesOn('linux')).toEqual([]);
  for (const system of ['darwin', 'win32'] as const) expect(weaknessesOn(system)[0]).toMatch(/there is no sandbox/);
  expect(weaknessesOn('win32').length).toBe(weaknessesOn('darwin').length + 1);
});
