import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MatchProcessPool } from '@ludus/referee/match-process.ts';
import { clearProcessFolders } from '@ludus/runtime/kinds.ts';
import { bestSandboxLevel } from '@ludus/runtime/sandbox.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';

/** A game outside of the repository, in which players only draw lots. */
const FILES: Readonly<Record<string, string>> = {
  'pick/kit.ts': `import { pick } from '@ludus/game/conformance.ts';
import * as module from './player/api.ts';
const one = (name) => ({ name, summary: 'picks 1', open: () => module.port(name, () => 1) });
export const kit = {
  game: pick,
  players: [one('One')],
  partners: { sparring: 'One', show: ['One'] },
  api: {
    module,
    open: (name, code) => (typeof code === 'function' ? module.port(name, code) : 'has no function'),
  },
  samples: { typescript: { file: 'pick/samples/two.ts', word: 'two', as: 'NAME.ts' } },
};
`,
  'pick/player/api.ts': `import { ANSWER_COMPLETE } from '@ludus/game/protocol.ts';
import { TrailsPlayer } from 'ludus/trails';
export const BEST: number = 9;
export abstract class Picker extends TrailsPlayer {}
export const done = ANSWER_COMPLETE;
export const port = (name: string, choose: () => number) => ({
  name,
  play(_state: unknown, move: { number: number }) {
    move.number = choose();
  },
});
`,
  'pick/player/host.ts': `export async function follow(choose, next, say) {
  while (true) {
    const line = await next();
    if (line === undefined) return;
    if (line.startsWith('prize')) say(choose() + '\\n');
  }
}
`,
  'pick/node.ts': `import { fileURLToPath } from 'node:url';
export const parts = { follow: fileURLToPath(new URL('./player/host.ts', import.meta.url)) };
`,
  'pick/samples/two.ts': `import { BEST, Picker } from 'ludus/pick';
export class Heir extends Picker {
  play(): void {
    this.log(String(this.round));
  }
}
export default function two(): number {
  return BEST - 7;
}
`,
  'pick/boards/default.txt': 'pick board 1 players 2 rounds 5 most 9\n',
};

const LUDUS = fileURLToPath(new URL('./bin/ludus.js', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-elsewhere-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => {
  clearProcessFolders();
  rmSync(folder, { recursive: true, force: true });
});

function ludus(games: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LUDUS, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LUDUS_GAMES: games },
  });
  return { status, stdout, stderr };
}

test('a custom game’s bots import its library in the referee, as programs, and in the sandbox', () => {
  const player = join(folder, 'pick/samples/two.ts');
  const match = ['match', player, 'One', '-i', 'pick/boards/default.txt', '-o', 'match.pick'];
  const won = expect.stringContaining('player(s) two got top score');
  expect(ludus('pick/kit.ts', ...match)).toMatchObject({ status: 0, stderr: won });
  const isSandboxed = bestSandboxLevel() !== undefined;
  // A quick run plays only in the sandbox if there is one, which covers the match without a sandbox.
  if (IS_LONG_RUN || !isSandboxed)
    expect(ludus('pick/kit.ts', ...match, '--budget', 'cpu')).toMatchObject({ status: 0, stderr: won });
  if (!isSandboxed) return;
  expect(ludus('pick/kit.ts', ...match, '--budget', 'cpu', '--sandbox')).toMatchObject({ status: 0, stderr: won });
});

test('ludus view names the missing view of a custom game', () => {
  const match = ['match', 'One', 'One', '-i', 'pick/boards/default.txt', '-o', 'unseen.pick'];
  expect(ludus('pick/kit.ts', ...match).status).toBe(0);
  expect(ludus('pick/kit.ts', 'view', 'unseen.pick', '-o', 'unseen.html')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /^ludus: Pick has no view yet: write .*pick\/view\/index\.ts \(docs\/make-a-game\.md, 11\)\n$/,
    ),
  });
});

/** Returns the compiler's messages about a player's folder. */
function typeErrors(player: string): string {
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  return spawnSync(tsc, ['-p', join(folder, player)], { encoding: 'utf8' }).stdout;
}

test('a new player of a custom game has no type errors in its folder', () => {
  expect(
    ludus('pick/kit.ts', 'new', 'player', 'own', '--lang', 'typescript', '-g', 'pick', '--name', 'Mine').stderr,
  ).toBe('');
  expect(typeErrors('own')).toBe('');
  // Pick has no practice ladder.
  for (const name of ['package.json', 'README.md', 'AGENTS.md', '.vscode/tasks.json'])
    expect(readFileSync(join(folder, 'own', name), 'utf8')).not.toContain('climb');
  for (const name of ['README.md', 'AGENTS.md'])
    expect(readFileSync(join(folder, 'own', name), 'utf8')).toContain('`LUDUS_GAMES` must name the `kit.ts`');
});

test('the conformance suite tests a game in the current folder without LUDUS_GAMES', () => {
  mkdirSync(join(folder, 'pick/rules'), { recursive: true });
  writeFileSync(
    join(folder, 'pick/rules/fixture.ts'),
    `import { pick } from '@ludus/game/conformance.ts';
export const fixture = {
  game: pick,
  wildBoard: (random) => ({ players: random.range(2, 4), rounds: random.range(1, 6), most: random.range(1, 9) }),
  wildMove: ({ board }, _seat, random) => ({ number: random.range(0, board.most + 1) }),
};
`,
  );
  const suite = fileURLToPath(new URL('../games/conformance/try.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [suite, 'pick'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LUDUS_GAMES: '' },
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^pick meets the rules for every game/);
});

test('an error about a custom game’s name or board mentions LUDUS_GAMES when this variable isn’t set', () => {
  const match = ['match', 'One', 'One'];
  for (const args of [
    [...match, '--game', 'pick'],
    [...match, '-i', 'pick/boards/default.txt'],
  ])
    expect(ludus('', ...args)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^ludus: .* LUDUS_GAMES.*\n$/),
    });
});

test('ludus rules prints the page in a custom game’s folder, or reports that the page is missing', () => {
  const page = join(folder, 'pick/pick.md');
  expect(ludus('pick/kit.ts', 'rules', 'pick')).toMatchObject({
    status: 0,
    stdout: expect.not.stringContaining('climb'),
    stderr: `info: Pick has no page with its rules yet: write ${page} (docs/make-a-game.md, 14)\n`,
  });
  writeFileSync(page, '# Pick: rules\n');
  expect(ludus('pick/kit.ts', 'rules', 'pick')).toMatchObject({
    stdout: expect.stringMatching(/^# Pick: rules\n/),
    stderr: '',
  });
  rmSync(page);
});

/** Starts processes that play matches, as a contest's server does if LUDUS_GAMES names this kit. */
async function withCells(kit: string, use: (processes: MatchProcessPool) => Promise<void>): Promise<void> {
  vi.stubEnv('LUDUS_GAMES', kit);
  const processes = openMatchProcesses({ idle: 0 });
  vi.unstubAllEnvs();
  try {
    await use(processes);
  } finally {
    await processes.close();
  }
}

test('a contest’s processes play matches of a custom game', async () => {
  await withCells(join(folder, 'pick/kit.ts'), async (processes) => {
    expect(await processes.engine()).toMatch(/^[0-9a-f]{16}$/);
    const one = { kind: 'builtin', player: 'One' } as const;
    const board = FILES['pick/boards/default.txt'];
    const outcome = await processes.play({ game: 'pick', board, seed: 1, budget: 'none', players: [one, one] });
    expect(outcome).toMatchObject({ kind: 'finished', rounds: 5 });
  });
});

test('a contest’s processes report why they can’t be started', async () => {
  const file = join(folder, 'late', 'kit.ts');
  mkdirSync(dirname(file));
  writeFileSync(file, "throw new Error('no luck');\n");
  await withCells(file, async (cells) => {
    await expect(cells.engine()).rejects.toThrow(
      'no match process can be started: it ended with code 1: Error: no luck',
    );
  });
});

test('ludus prints one error for a mistake in LUDUS_GAMES', () => {
  expect(ludus('none/kit.ts', 'match', '-l')).toEqual({
    status: 2,
    stdout: '',
    stderr: `ludus: LUDUS_GAMES names ${join(folder, 'none/kit.ts')}, which does not exist\n`,
  });
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/kit.ts'), "export { kit } from '../pick/kit.ts';\n");
  expect(ludus('other/kit.ts', 'match', '-l').stderr).toBe(
    `ludus: LUDUS_GAMES names ${join(folder, 'other/kit.ts')}, whose folder must have the same name as its game, pick\n`,
  );
});

const KITLESS: readonly (readonly [name: string, text: string, why: (file: string) => unknown])[] = [
  ['throws', "\n\nthrow new Error('no luck');\n", (file: string) => `which can’t be imported: no luck (${file}:3)`],
  ['imports', "import './nothing.ts';\n", () => expect.stringMatching(/^which can’t be imported: Cannot find module/)],
  ['parses', 'no module at all\n', () => expect.stringMatching(/^which can’t be imported: \S/)],
  ['exports', 'export const game = 1;\n', () => 'which doesn’t export the kit of a game'],
  ['empty', 'export const kit = undefined;\n', () => 'which doesn’t export the kit of a game'],
  ['trails', "export const kit = { game: { id: 'trails' } };\n", () => 'but the game trails already exists'],
];
/** A quick run covers one case of each cause: an error, a file without a kit, and a kit with a wrong name. */
const QUICK = ['throws', 'exports', 'trails'];

test.each(KITLESS.filter(([name]) => IS_LONG_RUN || QUICK.includes(name)))(
  'ludus reports an invalid kit.ts in one line: %s',
  (name, text, why) => {
    mkdirSync(join(folder, name));
    const file = join(folder, name, 'kit.ts');
    writeFileSync(file, text);
    const { status, stderr } = ludus(file, 'match', '-l');
    const said = `ludus: LUDUS_GAMES names ${file}, `;
    expect({ status, said: stderr.slice(0, said.length), why: stderr.slice(said.length, -1) }).toEqual({
      status: 2,
      said,
      why: why(file),
    });
    expect(stderr).not.toMatch(/\n./);
  },
);

if (IS_LONG_RUN)
  test.each([
    ['kit', (file: string) => `LUDUS_GAMES names ${file}, which`],
    ['node', (file: string) => file],
  ])('ludus reports a %s.ts that throws, both after the help and instead of running a command', (part, named) => {
    const game = join(folder, `broken-${part}`, 'pick');
    cpSync(join(folder, 'pick'), game, { recursive: true });
    writeFileSync(join(game, `${part}.ts`), "throw new Error('no luck\\nat all');\n");
    const stderr = `ludus: ${named(join(game, `${part}.ts`))} can’t be imported: no luck (${join(game, `${part}.ts`)}:1)\n`;
    const kit = join(game, 'kit.ts');
    const help = ludus(kit, '--help');
    expect(help).toMatchObject({ status: 2, stderr });
    for (const name of ['match', 'build', 'batch', 'arena']) expect(help.stdout).toContain(`\n  ${name} `);
    expect(ludus(kit, 'match', '-l')).toEqual({ status: 2, stdout: '', stderr });
    expect(ludus(kit, 'match', 'Low', 'Low', '-i', join(game, 'boards/default.txt'))).toMatchObject({
      status: 2,
      stderr,
    });
  });
