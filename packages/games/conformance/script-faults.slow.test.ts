import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptKind } from '@ludus/runtime/kinds.ts';
import { PlayerNotFoundError } from '@ludus/runtime/resolve.ts';
import { afterAll, expect, test } from 'vitest';
import { kitOf } from '../registry.ts';
import { anyBoard, guestOf, playScripts } from './script-match.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const kit = kitOf('madmax');
const guest = await guestOf('madmax');
const board = anyBoard(kit);

async function opened(name: string, text: string, budget: 'fuel' | 'none' = 'fuel', log?: string[]) {
  writeFileSync(join(folder, name), text);
  // The limit is long enough for an attack to use up all memory.
  const limits = { cpuMs: 200 };
  const context = { game: kit.game, image: kit.image, guest, budget, folder, limits };
  expect(scriptKind.accepts(name, context)).toBe(true);
  const source = await scriptKind.prepare(name, context);
  return await source.open({ log: (line) => log?.push(line), draw: (shape) => log?.push(JSON.stringify(shape)) });
}

/** The verdicts of a match with a twentieth of a second of fuel. */
async function verdicts(name: string, text: string, log?: string[]): Promise<readonly string[]> {
  const idle = () => ({ name: 'Idle', play() {} });
  return (await playScripts(kit, board, [await opened(name, text, 'fuel', log), idle(), idle(), idle()])).verdicts;
}

const SDK = `import { MadMaxPlayer } from 'ludus/madmax';\n`;
const inRound = (round: number, statements: string) =>
  `${SDK}export default class Mine extends MadMaxPlayer {
  play(): void {
    if (this.round !== ${round}) return;
${statements}
  }
}
`;

test.each([
  ['Syntax.ts', `${SDK}export default class {\n  play(): void { const x: number = ; }\n}\n`, 'Syntax.ts:3:36: '],
  [
    'Syntax.js',
    'export default () => {\n  let x = ;\n};\n',
    "SyntaxError: unexpected token in expression: ';' (Syntax.js:2:11)",
  ],
  ['Enum.ts', `${SDK}\nenum Mode { a }\nexport default () => {};\n`, 'Enum.ts:3:1: '],
  [
    'Foreign.ts',
    `${SDK}import fs from 'node:fs';\nexport default () => {};\n`,
    'imports node:fs, but may import only ludus/cylinder, ludus/madmax (Foreign.ts:2:11)',
  ],
  [
    'Beside.ts',
    `import { help } from './help.ts';\nexport default () => help;\n`,
    'cannot import ./help.ts: the file must be in the bot’s folder, and the import must start its line (Beside.ts:1:17)',
  ],
  ['Inside.js', `import { open } from 'ludus/-guest';\nexport default () => open;\n`, 'imports ludus/-guest, but '],
  [
    'Missing.js',
    `import { UP,\n  SIDEWAYS } from 'ludus/madmax';\nexport default () => UP + SIDEWAYS;\n`,
    'imports SIDEWAYS, which ludus/madmax doesn’t export (Missing.js:2:3)',
  ],
  ['Nothing.js', 'export const x = 1;\n', 'has no default export that is a class with play() or a function'],
  ['Loads.js', '\nfor (;;);\nexport default () => {};\n', 'did not load within 1 s of fuel (Loads.js:2:1)'],
  ['Throws.js', 'throw new Error("no\\nway.");\nexport default () => {};\n', 'threw Error: no way (Throws.js:1:16)'],
  ['Waits.js', 'await new Promise(() => {});\nexport default () => {};\n', 'waits for something that never comes'],
])('%s is rejected before the match', async (name, text, says) => {
  const refused = opened(name, text);
  await expect(refused).rejects.toBeInstanceOf(PlayerNotFoundError);
  await expect(refused).rejects.toThrow(says);
});

test.each([
  [
    'an error',
    '    const o = undefined as unknown as { a: number };\n    o.a;',
    "crash: Mine threw TypeError: cannot read property 'a' of undefined in round 2 (Mine.ts:6:6).",
  ],
  ['a thrown value that isn’t an error', "    throw 'five';", 'crash: Mine threw five in round 2 (Mine.ts:5:5).'],
  [
    'an endless loop',
    '    let x = 0;\n    for (;;) x++;',
    // Where in the line the fuel runs out depends on how much was used before.
    'time: Mine used up its budget of 0.2 s of fuel in round 2 (Mine.ts:6:',
  ],
  [
    'an empty endless loop',
    '    while (true);',
    'time: Mine used up its budget of 0.2 s of fuel in round 2 (Mine.ts:5:5).',
  ],
  [
    'an endless loop that catches its errors',
    '    for (;;)\n      try {\n        throw 1;\n      } catch {}',
    'time: Mine used up its budget of 0.2 s of fuel in round 2 (Mine.ts:',
  ],
  [
    'infinite recursion',
    '    const f = (n: number): number => f(n + 1) + 1;\n    f(0);',
    'crash: Mine threw RangeError: stack overflow in round 2 (Mine.ts:5:39).',
  ],
])('%s leads to a verdict with the position in the code', async (_, statements, says) => {
  const [verdict, ...more] = await verdicts('Mine.ts', inRound(2, statements));
  expect(verdict).toContain(`2 ${says}`);
  expect(more).toEqual([]);
});

test('an error in a player’s second file is reported with that file’s name', async () => {
  const main = `${SDK}import { help } from './helps.ts';
export default class Mine extends MadMaxPlayer {
  play(): void {
    if (this.round === 2) help(null);
  }
}
`;
  const helper = (text: string) => writeFileSync(join(folder, 'helps.ts'), text);
  helper('export const help = (o: { a: number } | null): number => {\n  const none = o!;\n  return none.a;\n};\n');
  expect(await verdicts('Mine.ts', main)).toEqual([
    expect.stringMatching(/^2 crash: Mine threw TypeError: .* in round 2 \(helps\.ts:3:\d+\)\.$/),
  ]);
  for (const [statements, says] of [
    ['  let x = 0;\n  for (;;) x++;', 'time: Mine used up its budget of 0.2 s of fuel in round 2 (helps.ts:3:'],
    ["  throw 'five';", 'crash: Mine threw five in round 2 (helps.ts:2:3).'],
    [
      '  const all = [];\n  for (;;) all.push(new Float64Array(1e6));',
      '2 memory: Mine used all of its memory in round 2 (helps.ts:3:',
    ],
  ]) {
    helper(`export const help = (o: unknown): unknown => {\n${statements}\n};\n`);
    expect(await verdicts('Mine.ts', main)).toEqual([expect.stringContaining(says)]);
  }
  helper('\nfor (;;);\nexport const help = (): void => {};\n');
  await expect(opened('Mine.ts', main)).rejects.toThrow('did not load within 1 s of fuel (helps.ts:2:1)');
  helper('export const help = (): void => {};\nconst x = ;\n');
  await expect(opened('Mine.ts', main)).rejects.toThrow('helps.ts:2:');
  helper("import fs from 'node:fs';\nexport const help = (): unknown => fs;\n");
  await expect(opened('Mine.ts', main)).rejects.toThrow(/imports node:fs, .* \(helps\.ts:1:11\)/);
  writeFileSync(join(folder, 'helps.js'), 'export const help = () => {\n  let x = ;\n};\n');
  await expect(opened('Mine.ts', main.replace('helps.ts', 'helps.js'))).rejects.toThrow(
    /SyntaxError: .*\(helps\.js:2:\d+\)/,
  );
});

test('a bot in a sandbox must be one regular file that imports no other file', async () => {
  writeFileSync(join(folder, 'Theirs.ts'), `${SDK}export default class Theirs extends MadMaxPlayer {}\n`);
  const sandboxed = {
    game: kit.game,
    image: kit.image,
    guest,
    budget: 'fuel',
    folder,
    limits: { sandbox: 'basic' },
  } as const;
  writeFileSync(join(folder, 'Mine.ts'), `export { default } from './Theirs.ts';\n`);
  await expect(scriptKind.prepare('Mine.ts', sandboxed)).rejects.toThrow(
    'it imports Theirs.ts, but in a sandbox a bot is a single file: make one with `ludus build`',
  );
  symlinkSync(join(folder, 'Theirs.ts'), join(folder, 'Link.ts'));
  await expect(scriptKind.prepare('Link.ts', sandboxed)).rejects.toThrow(
    'is a symbolic link; only regular files are accepted',
  );
});

test('a player that uses all memory gets a verdict with the position in the code', async () => {
  const text = inRound(2, '    const all: unknown[] = [];\n    for (;;)\n      all.push(new Float64Array(1e6));');
  expect(await verdicts('Mine.ts', text)).toEqual(['2 memory: Mine used all of its memory in round 2 (Mine.ts:7:32).']);
});

test('a player that catches its errors continues', async () => {
  const log: string[] = [];
  const text = inRound(
    2,
    `    let depth = 0;
    const f = (n: number): number => { depth = n; return f(n + 1) + 1; };
    try { f(0); } catch (error) { this.log(error instanceof RangeError, depth > 5000); }
    try { const all = []; for (;;) all.push(new Float64Array(1e6)); } catch (error) { this.log(String(error)); }`,
  );
  expect(await verdicts('Mine.ts', text, log)).toEqual([]);
  expect(log).toEqual(['true true', 'InternalError: out of memory']);
});

test('the clock and the time zone are fixed, Math.random uses the match’s seed, and the console writes to the log', async () => {
  const logs: string[][] = [[], []];
  const text = `export default (game) => {
  if (game.round !== 1) return;
  console.log(Date.now(), new Date().getTimezoneOffset(), new Date(0).toString());
  console.log(Math.random(), game.random(1, 1000), performance.now() > 0);
  console.warn({ a: [1] }, new TypeError('no').message, structuredClone(new Map([[1, { b: 2 }]])).get(1));
  game.draw({ kind: 'cell', at: [1, 2] });
};
`;
  for (const log of logs) expect(await verdicts('Logs.js', text, log)).toEqual([]);
  expect(logs[1]).toEqual(logs[0]);
  expect(logs[0][0]).toBe('946728000000 0 Thu Jan 01 1970 00:00:00 GMT+0000');
  expect(logs[0][1]).toMatch(/^0\.\d+ \d+ true$/);
  expect(logs[0].slice(2)).toEqual(['{"a":[1]} no {"b":2}', '{"kind":"cell","at":[1,2]}']);
});
