import { readFileSync } from 'node:fs';
import { openMatchProcesses } from 'ludus/match-processes.ts';

// A process that plays with a program that doesn't answer for a minute, so that a test can kill the process during a
// match. Between two matches, no process exists that would remove the program's folder.
const games = new URL('../../../games/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, games));
const sleeper = read('cylinder/samples/grabber.py')
  .toString('utf8')
  .replace('for unit in', 'import time; time.sleep(60)\n        for unit in');
const processes = openMatchProcesses({ idle: 1 });
const others = ['Null', 'Null', 'Null'].map((player) => ({ kind: 'builtin', player }) as const);
for (let seed = 1; ; seed++)
  await processes.play({
    game: 'madmax',
    board: read('madmax/boards/default.cnf').toString('utf8'),
    seed,
    budget: 'fuel',
    key: 'ab'.repeat(32),
    players: [{ kind: 'program', file: 'grabber.py', bytes: Buffer.from(sleeper), shown: 'P' }, ...others],
  });
