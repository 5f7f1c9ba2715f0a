import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf } from '@ludus/cli/context.ts';
import { PLAYER_KINDS } from '@ludus/cli/kinds.ts';
import { resolvePlayer } from '@ludus/runtime/resolve.ts';
import { afterAll, expect, test } from 'vitest';
import { builtinPlayer, kitOf } from '../registry.ts';
import { anyBoard, playScripts, seatsOn } from './script-match.ts';

// Each game's searches find the same in every language, and in an engine's C as in the language itself.

const folder = mkdtempSync(join(tmpdir(), 'ludus-searches-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bots that log what they find from cells all over the board, one line per search. */
const BOTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trails: {
    'Finder.py': `import json, trails
class Finder(trails.Player):
    def play(self):
        size = self.rows * self.columns
        cells = [self.cell((self.round * 77 + k * 131) % size) for k in range(self.round % 4)] + [self.position]
        for found in (self.distances(cells), self.reachable(cells, self.round % 9), self.reachable([]),
                      self.reachable([self.position]), self.danger(cells, self.round % 7)):
            self.log(json.dumps(found, separators=(",", ":")))
        for direction in self.exits()[:1]:
            self.go(direction)
trails.run(Finder)
`,
    'Finder.ts': `import { TrailsPlayer, type Cell } from 'ludus/trails';
export default class Finder extends TrailsPlayer {
  play(): void {
    const size = this.rows * this.columns;
    const cells = [];
    for (let k = 0; k < this.round % 4; k++) cells.push(this.cell((this.round * 77 + k * 131) % size));
    cells.push(this.position);
    const pairs = (found: Cell[]) => found.map(({ row, column }) => [row, column]);
    for (const found of [Array.from(this.distances(cells)), pairs(this.reachable(cells, this.round % 9)), pairs(this.reachable([])),
                         pairs(this.reachable([this.position])), Array.from(this.danger(cells, this.round % 7))])
      this.log(JSON.stringify(found));
    for (const direction of this.exits().slice(0, 1)) this.go(direction);
  }
}
`,
  },
};

/** A bot's log in a match against the sparring partner, with the replay and the verdicts. */
async function played(id: string, file: string, budget: 'none' | 'fuel') {
  const kit = kitOf(id);
  const log: string[] = [];
  const limits = budget === 'fuel' ? { cpuMs: 60_000 } : {};
  const context = await contextOf(kit.game, { budget, folder, limits });
  const source = await resolvePlayer(`./${file}`, PLAYER_KINDS, context);
  const output = { log: (text: string) => log.push(...text.trimEnd().split('\n')), draw: () => {} };
  const runner = await source.open(output);
  const board = anyBoard(kit);
  const others = Array.from({ length: seatsOn(kit, board) - 1 }, () => builtinPlayer(id, kit.partners.sparring).open());
  return { ...(await playScripts(kit, board, [runner, ...others])), log };
}

/** The first line that differs, as far as a terminal shows it. */
function difference(found: readonly string[], expected: readonly string[]) {
  if (found.length !== expected.length) return { lines: found.length, expected: expected.length };
  const line = found.findIndex((text, at) => text !== expected[at]);
  return line < 0 ? {} : { line, found: found[line].slice(0, 300), expected: expected[line].slice(0, 300) };
}

test.each(Object.entries(BOTS))('the searches of %s find the same in each language and in C', async (id, bots) => {
  const files = Object.keys(bots);
  for (const file of files) writeFileSync(join(folder, file), bots[file]);
  const expected = await played(id, files[0], 'none');
  expect(expected.verdicts).toEqual([]);
  expect(expected.log.length).toBeGreaterThan(20);
  for (const file of files)
    for (const budget of ['none', 'fuel'] as const) {
      if (budget === 'fuel' && file.endsWith('.java')) continue;
      const found = await played(id, file, budget);
      expect({ file, budget, verdicts: found.verdicts }).toEqual({ file, budget, verdicts: [] });
      expect({ file, budget, ...difference(found.log, expected.log) }).toEqual({ file, budget });
      expect(found.replay === expected.replay, `${file} plays another match under ${budget}`).toBe(true);
    }
});
