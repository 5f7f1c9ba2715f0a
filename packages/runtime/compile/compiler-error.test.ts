import { expect, test } from 'vitest';
import { compilerLines, isLasting } from './compiler-error.ts';

test('compilerLines replaces a compiler’s crash report with one sentence', () => {
  const said = compilerLines(
    [
      'AIMine.cc:3:1: warning: this is long',
      'PLEASE submit a bug report to https://example.org/ and include the crash backtrace',
      'Stack dump:',
      '0.\tProgram arguments: /usr/lib/llvm-19/bin/clang++ -O2',
      ' #0 0x00007f1b8a4ec4e6 llvm::sys::PrintStackTrace (/lib/x86_64-linux-gnu/libLLVM.so.19.1+0xe4c4e6)',
      'clang++-19: error: unable to execute command: Segmentation fault',
    ].join('\n'),
  );
  expect(said).toBe('AIMine.cc:3:1: warning: this is long\nthe compiler itself crashed while it compiled this file');
  expect(compilerLines('clang++: error: unable to execute command: Killed')).toBe(
    'the compiler itself crashed while it compiled this file',
  );
  expect(compilerLines('AIMine.cc:1:1: error: Stack dump: is no type')).toContain('is no type');
});

test('compilerLines starts with the first error and its excerpt', () => {
  const excerpt = ['   10 |   int x = nothing;', '      |           ^~~~~~~'];
  expect(
    compilerLines(
      [
        'In file included from AIMine.cc:1:',
        'AIMine.cc: In member function ‘virtual void Mine::play()’:',
        'AIMine.cc:10:11: error: ‘nothing’ was not declared in this scope',
        ...excerpt,
        'AIMine.cc:12:1: error: expected ‘}’',
      ].join('\n'),
    ).split('\n'),
  ).toEqual([
    'AIMine.cc:10:11: error: ‘nothing’ was not declared in this scope',
    ...excerpt,
    'In file included from AIMine.cc:1:',
    'AIMine.cc: In member function ‘virtual void Mine::play()’:',
    'AIMine.cc:12:1: error: expected ‘}’',
  ]);
});

test('isLasting is true for an error in the source, but not for a missing header or a time limit', () => {
  expect(isLasting('AIMine.cc:3:9: error: expected expression')).toBe(true);
  expect(isLasting('AIMine.cc:3:9: fatal error: eigen.h: No such file or directory')).toBe(false);
  expect(isLasting('the compiler was stopped: a file may take up to 120 s to compile')).toBe(false);
});
