import { expect, test } from 'vitest';
import { compilerLines } from './compiler-error.ts';

test('a compiler that has fallen over says nothing of itself', () => {
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
  expect(said).toBe('AIMine.cc:3:1: warning: this is long\nthe compiler itself has fallen over at this source');
  expect(compilerLines('clang++: error: unable to execute command: Killed')).toBe(
    'the compiler itself has fallen over at this source',
  );
  expect(compilerLines('AIMine.cc:1:1: error: Stack dump: is no type')).toContain('is no type');
});
