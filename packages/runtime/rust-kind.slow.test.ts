import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pick } from '@ludus/game/conformance.ts';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';
import { processKind } from './process/process-kind.ts';
import { rustForWasm, rustModule } from './process/rust-module.ts';
import { BOARD, playLines } from './process/testing.ts';
import { type PlayerKind, PlayerRejectedError, type ResolveContext } from './resolve.ts';
import { rustKind } from './rust-kind.ts';

// Tests that Rust bots play the same match when they are programs and when their fuel is counted. It is slow because it
// runs the compiler.

const isMissing = rustForWasm('full') === undefined && process.env.CI !== 'true';
const folder = mkdtempSync(join(tmpdir(), 'ludus-rust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls `answer` for each prize, and prints the result. */
const LOOP = `fn main() {
  let mut seen: HashMap<i64, i64> = HashMap::new();
  for line in io::stdin().lock().lines() {
    let line = line.expect("input");
    if let Some(rest) = line.strip_prefix("prize ") { println!("{}", answer(rest.trim().parse().expect("a prize"), &mut seen)); }
  }
}`;
const USES = `use std::collections::HashMap;
use std::io::{self, BufRead};
use std::time::{Instant, SystemTime};
`;
const BOTS: Readonly<Record<string, string>> = {
  plain: `fn answer(prize: i64, seen: &mut HashMap<i64, i64>) -> i64 {
  *seen.entry(prize).or_insert(0) += 1; eprintln!("for {prize}"); (prize + seen[&prize]) % 9 + 1 }`,
  panics: `fn answer(prize: i64, seen: &mut HashMap<i64, i64>) -> i64 {
  seen.insert(prize, 1);
  let none: Vec<i64> = Vec::with_capacity(seen.len());
  none[prize as usize % 7] }`,
  endless: `fn answer(prize: i64, _: &mut HashMap<i64, i64>) -> i64 {
  let mut number = prize as u64 | 1;
  while number != 0 { number = number.wrapping_mul(3); }
  1 }`,
  deep: `fn down(left: i64) -> i64 { let room = [left; 50]; if left == 0 { 0 } else { down(left - 1) + room[(left % 50) as usize] } }
fn answer(prize: i64, _: &mut HashMap<i64, i64>) -> i64 { down(prize + 100_000_000) % 9 + 1 }`,
  greedy: `fn answer(_: i64, _: &mut HashMap<i64, i64>) -> i64 { let mut all: Vec<Vec<u8>> = vec![]; loop { all.push(vec![7; 1 << 20]) } }`,
  quits: 'fn answer(_: i64, _: &mut HashMap<i64, i64>) -> i64 { std::process::exit(4) }',
  timed: `fn answer(_: i64, _: &mut HashMap<i64, i64>) -> i64 {
  let start = Instant::now(); let mut sum = 0u64; for n in 0..1000u64 { sum = sum.wrapping_mul(7) ^ n; }
  eprintln!("{} {} {}", start.elapsed().as_nanos() > 0, SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs(), sum % 2); 1 }`,
};

const play = (
  kind: PlayerKind,
  name: string,
  budget: ResolveContext['budget'],
  limits: ResolveContext['limits'] = {},
) => playLines(kind, join(folder, `${name}.rs`), `${USES}${BOTS[name]}\n${LOOP}\n`, budget, limits);

test.skipIf(isMissing)(
  'a Rust player’s answers and log are the same for a program and for WebAssembly (needs rustc for wasm32)',
  async () => {
    const program = await play(processKind, 'plain', 'none');
    expect(program.verdicts).toEqual([]);
    expect(program.rounds).toHaveLength(BOARD.rounds);
    expect(await play(rustKind, 'plain', 'fuel')).toEqual(program);
  },
);

const VERDICTS: readonly (readonly [string, RegExp])[] = [
  ['panics', /^panics panicked: index out of bounds: the len is 0 but the index is \d in round 0 \(panics\.rs:7\)\.$/],
  ['endless', /^endless used up its budget of 1 s of fuel in round 0 \(endless\.rs:\d+ in main\)\.$/],
  ['deep', /^deep recursed too deeply in round 0 \(deep\.rs:4 in down\)\.$/],
  ['greedy', /^greedy requested more memory than it may use in round 0/],
  ['quits', /^quits called exit\(4\) in round 0/],
];
// Compiling each of these bots takes two seconds. Every run tests these verdicts with C++ modules
// (wasm/program-runner.slow.test.ts).
if (IS_LONG_RUN)
  test.skipIf(isMissing).each(VERDICTS)('the verdict on the Rust bot “%s” names the cause', async (name, sentence) => {
    expect((await play(rustKind, name, 'fuel')).verdicts).toEqual([expect.stringMatching(sentence)]);
  });

if (IS_LONG_RUN)
  test.skipIf(isMissing)(
    'a Rust bot’s clocks measure the fuel used, and its calendar starts at noon on 1 January 2000',
    async () => {
      const first = await play(rustKind, 'timed', 'fuel');
      expect(first.verdicts).toEqual([]);
      expect(first.said[0]).toMatch(/^true 946728000 [01]$/);
      expect(await play(rustKind, 'timed', 'fuel')).toEqual(first);
    },
  );

test.skipIf(isMissing)('a compile error names the file and the position, inside and outside the sandbox', async () => {
  const file = join(folder, 'wrong.rs');
  writeFileSync(file, 'fn main() { let number: i32 = "a"; }\n');
  for (const limits of [{}, { sandbox: 'full' as const }]) {
    const made = rustKind.prepare(file, { game: pick, budget: 'fuel', folder, limits });
    await expect(made).rejects.toThrow(PlayerRejectedError);
    await expect(made).rejects.toThrow(/wrong\.rs:1:31/);
  }
});

test.skipIf(isMissing)('an error for an unstable feature names the compiler that rejects it', async () => {
  const file = join(folder, 'newer.rs');
  writeFileSync(file, '#[rustc_dummy] fn main() {}\n');
  const made = rustKind.prepare(file, { game: pick, budget: 'fuel', folder });
  await expect(made).rejects.toThrow(/E0658[\s\S]*\n\/\S+rustc \(rustc 1\.\d+\.\d+\) doesn’t support a feature/);
});

// languages.slow.test.ts tests the same thing for Java.
if (IS_LONG_RUN)
  test.skipIf(isMissing)('a module is compiled again when a file that it includes has changed', async () => {
    const file = join(folder, 'includes.rs');
    writeFileSync(file, 'fn main() { println!("{}", include_str!("words.txt")); }\n');
    const modules = [];
    for (const words of ['flamingo', 'ostrich', 'flamingo']) {
      writeFileSync(join(folder, 'words.txt'), words);
      modules.push(Buffer.from((await rustModule(file, { name: 'includes.rs', game: 'pick' })).bytes));
    }
    expect(modules.map((bytes) => bytes.includes('ostrich'))).toEqual([false, true, false]);
  });

test.skipIf(isMissing)(
  'the sandbox compiles an untrusted file, but doesn’t let it include the machine’s files',
  async () => {
    expect((await play(rustKind, 'plain', 'fuel', { sandbox: 'full' })).verdicts).toEqual([]);
    const file = join(folder, 'reads.rs');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(
      file,
      `fn main() { println!("{}", include_str!("secret.txt")); println!("{}", include_str!("/etc/hostname")); }\n`,
    );
    const made = rustKind.prepare(file, { game: pick, budget: 'fuel', folder, limits: { sandbox: 'full' } });
    await expect(made).rejects.toThrow(/couldn't read/);
  },
);
