import { readFileSync } from 'node:fs';
import { openMatchProcesses } from 'ludus/match-processes.ts';

// A process that plays a match after the other with a player that is a program.
const games = new URL('../../../games/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, games));
const processes = openMatchProcesses({ idle: 1 });
const others = ['Null', 'Null', 'Null'].map((player) => ({ kind: 'builtin', player }) as const);
for (let seed = 1; ; seed++)
  await processes.play({
    game: 'madmax',
    board: read('madmax/boards/default.cnf').toString('utf8'),
    seed,
    budget: 'fuel',
    key: 'ab'.repeat(32),
    players: [
      { kind: 'program', file: 'grabber.py', bytes: read('cylinder/samples/grabber.py'), shown: 'P' },
      ...others,
    ],
  });
