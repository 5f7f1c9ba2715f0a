import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { cppKind } from '../cpp-kinds.ts';
import { processKind } from '../process/process-kind.ts';
import { BOARD, playLines } from '../process/testing.ts';
import type { PlayerKind, ResolveContext } from '../resolve.ts';

// Tests that C++ programs with the line protocol play the same match natively and with their fuel counted. It is slow
// because it runs the compilers.

const folder = mkdtempSync(join(tmpdir(), 'ludus-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const READ = `#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <unordered_map>
using namespace std;
int prize(const string& line) { return atoi(line.substr(6).c_str()); }
`;
const PLAYERS: Readonly<Record<string, string>> = {
  iostream: `int main() { string line; while (getline(cin, line)) if (line.rfind("prize", 0) == 0) {
    cerr << "for " << prize(line) << "\\n"; cout << prize(line) % 9 + 1 << endl; } }`,
  stdio: `int main(int, char**) { char line[99]; unordered_map<int, int> seen; while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "prize", 5) != 0) continue;
    seen[prize(line)]++; int sum = 0; for (auto& each : seen) sum = 3 * sum + each.first;
    try { if (sum % 2) throw runtime_error("odd"); } catch (const exception&) { sum++; }
    printf("%d\\n", abs(sum) % 9 + 1); fflush(stdout); } }`,
  early: 'int main() { cout << 1 << endl << 2 << endl; string line; while (getline(cin, line)); }',
  silent: 'int main() { string line; while (getline(cin, line)); }',
  short_of_breath: 'int main() { return 3; }',
  endless: 'int main() { for (volatile long turn = 0;; turn = turn + 1); }',
  deep: `int down(int n) { volatile char room[400]; room[0] = n; return n == 0 ? 0 : down(n - 1) + room[0]; }
    int main() { string line; getline(cin, line); cout << down(10000000) << endl; }`,
  blank: `int main() { string line, ends(1000000, '\\n'); while (getline(cin, line)) if (line.rfind("prize", 0) == 0)
    cout << 5 << ends << flush; }`,
  asks: `int main() { string line; while (getline(cin, line)) if (line.rfind("prize", 0) == 0) {
    cout << "budget" << endl; getline(cin, line); cerr << line << endl; cout << 5 << endl; } }`,
};

const play = (kind: PlayerKind, name: string, budget: ResolveContext['budget']) =>
  playLines(kind, join(folder, `${name}.cc`), `${READ}${PLAYERS[name]}\n`, budget);

test.each(IS_LONG_RUN ? ['iostream', 'stdio'] : ['stdio'])(
  'a WebAssembly program gives the same answers and log as a native program (%s)',
  async (name) => {
    const native = await play(processKind, name, 'none');
    expect(native.verdicts).toEqual([]);
    expect(native.rounds).toHaveLength(BOARD.rounds);
    expect(await play(cppKind, name, 'fuel')).toEqual(native);
  },
);

test.each([
  ['early', /^early wrote an answer before it was asked\.$/],
  ['silent', /^silent waits for another line in round 0 without having answered\.$/],
  ['short_of_breath', /^short_of_breath ended in round 0, before the match was over\.$/],
  ['endless', /^endless used up its budget of 1 s of fuel in round 0 \(endless\.cc:\d+/],
  // Splitting a million lines is work for the host.
  ['blank', /^blank used up its budget of 1 s of fuel in round 3\.$/],
  ['deep', /^deep recursed too deeply in round 0 \(deep\.cc:\d+/],
])('a WebAssembly program gets the expected verdict (%s)', async (name, sentence) => {
  const { verdicts } = await play(cppKind, name, 'fuel');
  expect(verdicts).toEqual([expect.stringMatching(sentence)]);
});

test('a WebAssembly program can ask for its remaining budget', async () => {
  const { said, verdicts } = await play(cppKind, 'asks', 'fuel');
  expect(verdicts).toEqual([]);
  expect(said).toHaveLength(BOARD.rounds);
  expect(said[0]).toMatch(/^budget 0\.\d{4} 1\.0000$/);
});
