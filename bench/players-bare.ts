import { spawn, spawnSync } from 'node:child_process';
import { closeSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from '@ludus/runtime/sandbox.ts';
import { makePipes } from '@ludus/runtime/testing.ts';
import { median } from './median.ts';

const QUESTION_BYTES = 600;
const ANSWER_BYTES = 40;
const ROUND_TRIPS = 2000;

/** A C program that only reads questions and writes answers. */
const PROGRAM = `#include <unistd.h>
int main(void) {
  static char question[${QUESTION_BYTES}], answer[${ANSWER_BYTES}];
  while (read(3, question, sizeof question) > 0)
    if (write(4, answer, sizeof answer) < 0) return 1;
  return 0;
}
`;

/**
 * A pipe to a C program and back. A round trip through this pipe is the minimum cost of a request to another process.
 */
export class BarePipe {
  private readonly pipes = makePipes(0);
  private readonly question = new Uint8Array(QUESTION_BYTES);
  private readonly answer = new Uint8Array(2 * ANSWER_BYTES);
  private readonly child;

  constructor(folder: string) {
    const source = join(folder, 'bare.c');
    const program = join(folder, 'bare');
    writeFileSync(source, PROGRAM);
    const compiler = onPath('cc') ?? onPath('gcc') ?? onPath('clang');
    if (compiler === undefined) throw new Error('no C compiler was found: install gcc');
    const built = spawnSync(compiler, ['-O2', '-o', program, source], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    this.child = spawn(program, { stdio: ['ignore', 'inherit', 'inherit', ...this.pipes.theirs] });
    for (const file of this.pipes.theirs) closeSync(file);
  }

  /** The median of many round trips in milliseconds, measured without waiting for other events. */
  roundTripMs(): number {
    const { pipes, question, answer } = this;
    const times = Array.from({ length: ROUND_TRIPS }, () => {
      const before = performance.now();
      writeSync(pipes.questions, question);
      readSync(pipes.answers, answer, 0, answer.length, null);
      return performance.now() - before;
    });
    return median(times);
  }

  close(): void {
    const { questions, answers, answersNow, wake } = this.pipes;
    for (const file of [questions, answers, answersNow, wake]) closeSync(file);
    this.child.kill('SIGKILL');
  }
}
