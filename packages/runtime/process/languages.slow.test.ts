import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf } from '@ludus/cli/context.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { onPath } from '../groups/launch.ts';
import type { ResolveContext } from '../resolve.ts';
import { SYSTEM_PATH } from '../sandbox/bubblewrap.ts';
import { SANDBOX_LEVELS } from '../sandbox/level-names.ts';
import { sandboxLevelProblem } from '../sandbox/sandbox-levels.ts';
import { playerCommand, REPOSITORY } from './language-commands.ts';
import { clearProcessFolders } from './player-copies.ts';
import { processKind } from './process-kind.ts';

/** The same player in every language, and the tool that runs it. */
const SAMPLES = [
  { language: 'TypeScript', file: 'cylinder/samples/grabber.ts', tool: 'node' },
  { language: 'Python', file: 'cylinder/samples/grabber.py', tool: 'python3' },
  { language: 'Java', file: 'cylinder/samples/Grabber.java', tool: 'javac' },
  { language: 'Rust', file: 'cylinder/samples/Grabber.rs', tool: 'rustc' },
  { language: 'Go', file: 'cylinder/samples/grabber.go', tool: 'go' },
];
const ROUNDS = 60;
afterAll(clearProcessFolders);

async function replay(game: typeof starwar, file: string, limits: ResolveContext['limits']): Promise<string> {
  const text = readFileSync(`${REPOSITORY}/packages/games/${game.id}/boards/default.cnf`, 'utf8');
  const board = game.readBoard(game.id === 'starwar' ? text.replace(/nb_rnds\s+\d+/, `nb_rnds ${ROUNDS}`) : text);
  if (!board.ok) throw new Error(board.problem.message);
  // With a budget, the module runs as a process as well. The comparison ignores the shares of the budget.
  const context = await contextOf(game, {
    budget: 'cpu',
    folder: `${REPOSITORY}/packages/games`,
    limits: { cpuMs: 60_000, ...limits },
  });
  const source = await processKind.prepare(file, context);
  const demo = () => builtinPlayer(game.id, 'Demo').open();
  const runners = [demo(), await source.open(), await source.open(), demo()];
  const chunks: string[] = [];
  const { verdicts } = await playMatch({
    game,
    board: board.value,
    seed: 3,
    runners,
    record: (part) => chunks.push(part),
  });
  expect(verdicts).toEqual([]);
  return chunks.join('').replace(/^names .*$/m, '');
}

const references = new Map<string, Promise<string>>();
function reference(game: typeof starwar): Promise<string> {
  let known = references.get(game.id);
  if (!known) {
    known = replay(game, SAMPLES[0].file, {});
    references.set(game.id, known);
  }
  return known;
}

/** A quick run tests only the strictest level. */
const levels = SANDBOX_LEVELS.filter((level) => sandboxLevelProblem(level) === undefined).slice(IS_LONG_RUN ? 0 : -1);

// In each run, other Java and Rust bots play outside a sandbox (cli/commands/crash.slow.test.ts,
// rust-kind.slow.test.ts).
test.for(SAMPLES.filter(({ tool }) => IS_LONG_RUN || levels.length === 0 || !['javac', 'rustc'].includes(tool)))(
  'the $language sample plays the same match as the other samples',
  async ({ file, tool }, { skip }) => {
    if (onPath(tool) === undefined) {
      if (process.env.CI === 'true') throw new Error(`CI must have ${tool}`);
      skip(`${tool} is not installed`);
    }
    for (const game of IS_LONG_RUN ? [starwar, madmax] : [starwar])
      expect(await replay(game, file, {})).toBe(await reference(game));
  },
);

const onLevels = SAMPLES.flatMap((sample) => levels.map((level) => ({ ...sample, level })));

if (IS_LONG_RUN)
  test('a Java bot is read as UTF-8 in the C locale', async ({ skip }) => {
    if (onPath('javac') === undefined) skip('javac is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'ludus-java-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('LC_ALL', 'C');
    // A compiler that assumes a different encoding would find invalid characters in this identifier.
    writeFileSync(join(folder, 'Latin.java'), 'class Latin { static int größe; }\n');
    const context = await contextOf(starwar, { budget: 'none', folder });
    expect(await processKind.prepare('./Latin.java', context)).toMatchObject({ name: expect.any(String) });
  });

const RUST = `#[path="other.rs"] mod other;
fn main() { println!("{} {} {:?}", include_str!("data.txt").trim(), other::NUMBER, option_env!("LUDUS_TEST_WORD")); }
`;
const JAVA = 'class Main { public static void main(String[] args) { System.out.println(parts.Part.number()); } }\n';
const javaPart = (number: number) =>
  `package parts; public class Part { public static int number() { return ${number}; } }\n`;
const GO = `package main
import _ "embed"
//go:embed data.txt
var data string
func main() { print(data) }
`;
/** A main file, and a file or variable that changes its output. */
const READERS = [
  {
    tool: 'g++',
    main: 'main.cc',
    text: '#include <cstdio>\nint main() { puts(\n#include "a.inc"\n); }\n',
    reads: 'b.inc',
    values: ['"one"', '"two"'],
  },
  { tool: 'rustc', main: 'main.rs', text: RUST, reads: 'data.txt', values: ['one', 'two'] },
  {
    tool: 'rustc',
    main: 'main.rs',
    text: RUST,
    reads: 'other.rs',
    values: [1, 2].map((n) => `pub const NUMBER: i32 = ${n};\n`),
  },
  { tool: 'rustc', main: 'main.rs', text: RUST, reads: '$LUDUS_TEST_WORD', values: ['one', 'two'] },
  { tool: 'go', main: 'main.go', text: GO, reads: 'data.txt', values: ['one', 'two'] },
  { tool: 'javac', main: 'Main.java', text: JAVA, reads: 'parts/Part.java', values: [1, 2].map(javaPart) },
];
// Each player is compiled three times, so a quick run tests only the fastest compiler.
test.for(IS_LONG_RUN ? READERS : READERS.slice(0, 1))(
  '$main is compiled again when $reads changes',
  async ({ tool, main, text, reads, values }, { skip }) => {
    if (onPath(tool) === undefined) skip(`${tool} is not installed`);
    const folder = mkdtempSync(join(tmpdir(), 'ludus reads-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    onTestFinished(() => void vi.unstubAllEnvs());
    const put = (name: string, contents: string) =>
      name.startsWith('$') ? vi.stubEnv(name.slice(1), contents) : writeFileSync(join(folder, name), contents);
    mkdirSync(join(folder, 'parts'));
    put('a.inc', '#include "b.inc"\n');
    put('other.rs', 'pub const NUMBER: i32 = 0;\n');
    put('data.txt', '');
    put(main, text);
    const compiled = async (value: string) => {
      put(reads, value);
      const { program, args, needs } = await playerCommand(main, { folder });
      const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      return { said: stdout + stderr, needs };
    };
    const [one, two, again] = [await compiled(values[0]), await compiled(values[1]), await compiled(values[0])];
    expect(one.said).toMatch(/\b(one|1)\b/);
    expect(two.said).toMatch(/\b(two|2)\b/);
    expect(again).toEqual(one);
  },
);

// The sandbox's limits must leave room for virtual machines, which start threads, and compilers, which start processes.
test.for(onLevels)(
  '$language bots compile and run in the sandbox at level $level',
  async ({ file, tool, level }, { skip }) => {
    if (tool !== 'node' && onPath(tool, SYSTEM_PATH) === undefined) {
      if (process.env.CI === 'true') throw new Error(`CI must have ${tool} where all users have it (${SYSTEM_PATH})`);
      skip(`${tool} is not installed for all users`);
    }
    expect(await replay(starwar, file, { sandbox: level })).toBe(await reference(starwar));
  },
);
