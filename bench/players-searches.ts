import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';
import { playedSearch } from './played-search.ts';

const [ROWS, COLUMNS] = [30, 80];
const [UNITS, ROUNDS] = [40, 300];
/** Number of searches by a bot with its own queue. The fuel of a larger number of searches is extrapolated. */
const OWN = 40;

/** Bots that search from `TIMES` cells in their first round, with the SDK's `distances` or with a separate queue. */
const SOURCES = {
  'Mine.py': `import trails
class Mine(trails.Player):
    def search(self, cell):
        if not OWN: return self.distances([cell])
        start = self.index(cell)
        distance, queue = [-1] * len(self.cells), [start]
        distance[start] = 0
        for at in queue:
            for near in self.neighbours[at]:
                if distance[near] < 0 and self.cells[near] == trails.FREE:
                    distance[near] = distance[at] + 1
                    queue.append(near)
        return distance
    def play(self):
        if self.round > 0: return
        found = 0
        for n in range(TIMES):
            found += self.search((n % 29, n % 79))[n % 2400]
        self.log("found", found)
trails.run(Mine)
`,
  'Mine.ts': `import { FREE, TrailsPlayer, type Cell } from 'ludus/trails';
export default class Mine extends TrailsPlayer {
  search(cell: Cell): Int32Array {
    if (!OWN) return this.distances([cell]);
    const { cells, board: { neighbours } } = this.state;
    const distance = new Int32Array(cells.length).fill(-1);
    const queue = new Int32Array(cells.length);
    let count = 1;
    queue[0] = this.index(cell);
    distance[queue[0]] = 0;
    for (let head = 0; head < count; head++) {
      const at = queue[head];
      for (let d = 4 * at; d < 4 * at + 4; d++) {
        const near = neighbours[d];
        if (distance[near] >= 0 || cells[near] !== FREE) continue;
        distance[near] = distance[at] + 1;
        queue[count++] = near;
      }
    }
    return distance;
  }
  play(): void {
    if (this.round > 0) return;
    let found = 0;
    for (let n = 0; n < TIMES; n++) found += this.search({ row: n % 29, column: n % 79 })[n % 2400];
    this.log('found', found);
  }
}
`,
} as const;
const LANGUAGES = { 'Mine.py': 'Python', 'Mine.ts': 'TypeScript, JavaScript' } as const;

/** Prints the fuel of one search of the whole board for each unit and round, with the SDK's function and without it. */
export async function searchesBench(): Promise<void> {
  const all = UNITS * ROUNDS;
  process.stdout.write(
    `one search of ${ROWS} × ${COLUMNS} cells for each of ${UNITS} units in ${ROUNDS} rounds, in seconds of fuel\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    for (const file of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
      const begun = await searched(folder, file, 0, false);
      const helped = await searched(folder, file, all, false);
      const [few, own] = [await searched(folder, file, OWN, false), await searched(folder, file, OWN, true)];
      const [fast, slow] = [helped.fuel - begun.fuel, ((own.fuel - begun.fuel) / OWN) * all];
      process.stdout.write(
        `  ${LANGUAGES[file].padEnd(23)} distances() ${(fast / FUEL_PER_SECOND).toFixed(2)} s; ` +
          `its own queue ${(slow / FUEL_PER_SECOND).toFixed(1)} s, ${(slow / fast).toFixed(0)} times` +
          `${few.found === own.found ? '' : '; ANOTHER RESULT'}\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The fuel of a bot's searches, and the sum of their results. */
function searched(folder: string, file: keyof typeof SOURCES, times: number, isOwn: boolean) {
  const truth = file.endsWith('.py') ? { true: 'True', false: 'False' } : { true: 'true', false: 'false' };
  const text = SOURCES[file].replace('TIMES', String(times)).replace('OWN', truth[`${isOwn}`]);
  return playedSearch(folder, file, text, (game) => {
    const board = game.readBoard(boardText());
    if (!board.ok) throw new Error(board.problem.message);
    return board.value;
  });
}

/** A board for two players, on which one cell in eleven is a wall. */
function boardText(): string {
  const mark = (row: number, column: number): string => ((row * 7 + column * 3) % 11 === 0 ? '#' : '.');
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => mark(row, column)),
  );
  rows[10][20] = 'a';
  rows[20][60] = 'b';
  const head = `trails board 1\nrounds 2\nbonus 60\ntrails stay\nplayers 2\na right\nb left\nrows ${ROWS}\ncolumns ${COLUMNS}\n`;
  return head + rows.map((row) => row.join('')).join('\n');
}
