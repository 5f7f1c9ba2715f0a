import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';
import { playedSearch } from './played-search.ts';

/** Number of repetitions of each search. */
const TIMES = { paths: 40, tree: 40 };
type Part = keyof typeof TIMES;

/**
 * The two searches in TypeScript, and a loop that fills their board. They don't use a game, so that other engines can
 * run them.
 */
export const SEARCHES = `const ROWS = 30, COLUMNS = 80, STEPS = [-COLUMNS, 1, COLUMNS, -1];
const board: string[] = [];
function distances(from: number): number {
  const distance: number[] = board.map(() => -1), queue = [from];
  distance[from] = 0;
  let sum = 0;
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head];
    sum += distance[at];
    for (const step of STEPS) {
      const next = at + step;
      if (board[next] !== '.' || distance[next] >= 0) continue;
      distance[next] = distance[at] + 1;
      queue.push(next);
    }
  }
  return sum;
}
function best(at: number, depth: number): number {
  if (depth === 0) return at % 7;
  let most = 0;
  for (const step of STEPS) {
    const next = at + step;
    if (board[next] !== '.') continue;
    board[next] = 'x';
    const value = 1 + best(next, depth - 1);
    board[next] = '.';
    if (value > most) most = value;
  }
  return most;
}
`;
export const FILL_BOARD = `for (let row = 0; row < ROWS; row++)
      for (let column = 0; column < COLUMNS; column++)
        board.push(row % (ROWS - 1) && column % (COLUMNS - 1) && (row * 7 + column * 3) % 11 ? '.' : '#');`;

/**
 * Two typical searches in each language. The first computes the distances from a cell to all others, with a queue. The
 * second explores all paths from a cell to depth seven by making and undoing moves. `PATHS` and `TREE` are replaced by
 * the numbers of repetitions. A bot searches once and logs the result. Some bots are disqualified afterwards, which
 * doesn't matter.
 */
const SOURCES = {
  'Mine.cc': `#include <iostream>
#include <vector>
const int ROWS = 30, COLUMNS = 80, STEPS[] = {-COLUMNS, 1, COLUMNS, -1};
std::vector<char> board;
long distances(int from) {
    std::vector<int> distance(board.size(), -1), queue = {from};
    distance[from] = 0;
    long sum = 0;
    for (size_t head = 0; head < queue.size(); head++) {
        int at = queue[head];
        sum += distance[at];
        for (int step : STEPS) {
            int next = at + step;
            if (board[next] != '.' || distance[next] >= 0) continue;
            distance[next] = distance[at] + 1;
            queue.push_back(next);
        }
    }
    return sum;
}
int best(int at, int depth) {
    if (depth == 0) return at % 7;
    int most = 0;
    for (int step : STEPS) {
        int next = at + step;
        if (board[next] != '.') continue;
        board[next] = 'x';
        int value = 1 + best(next, depth - 1);
        board[next] = '.';
        if (value > most) most = value;
    }
    return most;
}
int main() {
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            board.push_back(row % (ROWS - 1) && column % (COLUMNS - 1) && (row * 7 + column * 3) % 11 ? '.' : '#');
    long sum = 0;
    for (int i = 0; i < PATHS; i++) sum += distances(10 * COLUMNS + 20 + i);
    for (int i = 0; i < TREE; i++) sum += best(15 * COLUMNS + 20 + i, 7);
    std::cerr << "found " << sum << std::endl;
}
`,
  'Mine.rs': `const ROWS: usize = 30;
const COLUMNS: usize = 80;
const STEPS: [i32; 4] = [-80, 1, 80, -1];
fn distances(board: &[u8], from: usize) -> i64 {
    let mut distance = vec![-1i32; board.len()];
    let mut queue = vec![from];
    distance[from] = 0;
    let (mut sum, mut head) = (0i64, 0);
    while head < queue.len() {
        let at = queue[head];
        head += 1;
        sum += distance[at] as i64;
        for step in STEPS {
            let next = (at as i32 + step) as usize;
            if board[next] != b'.' || distance[next] >= 0 {
                continue;
            }
            distance[next] = distance[at] + 1;
            queue.push(next);
        }
    }
    sum
}
fn best(board: &mut [u8], at: usize, depth: i32) -> i32 {
    if depth == 0 {
        return at as i32 % 7;
    }
    let mut most = 0;
    for step in STEPS {
        let next = (at as i32 + step) as usize;
        if board[next] != b'.' {
            continue;
        }
        board[next] = b'x';
        let value = 1 + best(board, next, depth - 1);
        board[next] = b'.';
        most = most.max(value);
    }
    most
}
fn main() {
    let mut board = Vec::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let free = row % (ROWS - 1) != 0 && column % (COLUMNS - 1) != 0 && (row * 7 + column * 3) % 11 != 0;
            board.push(if free { b'.' } else { b'#' });
        }
    }
    let mut sum = 0i64;
    for i in 0..PATHS {
        sum += distances(&board, 10 * COLUMNS + 20 + i);
    }
    for i in 0..TREE {
        sum += best(&mut board, 15 * COLUMNS + 20 + i, 7) as i64;
    }
    eprintln!("found {sum}");
}
`,
  'Mine.ts': `import { TrailsPlayer } from 'ludus/trails';
${SEARCHES}export default class Mine extends TrailsPlayer {
  play(): void {
    if (board.length > 0) return;
    ${FILL_BOARD}
    let sum = 0;
    for (let i = 0; i < PATHS; i++) sum += distances(10 * COLUMNS + 20 + i);
    for (let i = 0; i < TREE; i++) sum += best(15 * COLUMNS + 20 + i, 7);
    console.log('found ' + sum);
  }
}
`,
  'Mine.py': `import sys
ROWS, COLUMNS = 30, 80
STEPS = [-COLUMNS, 1, COLUMNS, -1]
board = ['.' if row % (ROWS - 1) and column % (COLUMNS - 1) and (row * 7 + column * 3) % 11 else '#'
         for row in range(ROWS) for column in range(COLUMNS)]
def distances(start):
    distance = [-1] * len(board)
    queue = [start]
    distance[start] = 0
    total = 0
    for at in queue:
        total += distance[at]
        for step in STEPS:
            following = at + step
            if board[following] != '.' or distance[following] >= 0:
                continue
            distance[following] = distance[at] + 1
            queue.append(following)
    return total
def best(at, depth):
    if depth == 0:
        return at % 7
    most = 0
    for step in STEPS:
        following = at + step
        if board[following] != '.':
            continue
        board[following] = 'x'
        value = 1 + best(following, depth - 1)
        board[following] = '.'
        if value > most:
            most = value
    return most
total = 0
for i in range(PATHS):
    total += distances(10 * COLUMNS + 20 + i)
for i in range(TREE):
    total += best(15 * COLUMNS + 20 + i, 7)
print('found', total, file=sys.stderr)
`,
} as const;

/**
 * The language of each file. JavaScript costs the same as TypeScript, because types are removed before TypeScript runs.
 */
const LANGUAGES = {
  'Mine.cc': 'C++',
  'Mine.rs': 'Rust',
  'Mine.ts': 'TypeScript, JavaScript',
  'Mine.py': 'Python',
} as const;

/**
 * Prints the fuel of the same search in each language, relative to C++. This ratio is the same on every machine with
 * the same compilers.
 */
export async function languagesBench(): Promise<void> {
  process.stdout.write('the same searches under fuel: seconds of fuel, and multiples of C++\n');
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    let first: { paths: number; tree: number } | undefined;
    let found: string | undefined;
    for (const file of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
      const begun = await searched(folder, file, {});
      const paths = await searched(folder, file, { paths: TIMES.paths });
      const tree = await searched(folder, file, { tree: TIMES.tree });
      const fuel = { paths: paths.fuel - begun.fuel, tree: tree.fuel - begun.fuel };
      first ??= fuel;
      found ??= `${paths.found} ${tree.found}`;
      const times = (part: Part) => fuel[part] / first![part];
      const part = (name: string, key: Part) =>
        `${name} ${(fuel[key] / FUEL_PER_SECOND).toFixed(4)} s, ${times(key).toFixed(1).padStart(5)} times`;
      process.stdout.write(
        `  ${LANGUAGES[file].padEnd(23)} ${part('distances', 'paths')}; ${part('tree', 'tree')}; ` +
          `both about ${Number(Math.sqrt(times('paths') * times('tree')).toPrecision(1))} times` +
          `${found === `${paths.found} ${tree.found}` ? '' : '; ANOTHER RESULT'}\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The fuel of a bot's search, and its reported result. */
function searched(folder: string, file: keyof typeof SOURCES, { paths = 0, tree = 0 }: Partial<Record<Part, number>>) {
  const text = SOURCES[file].replace('PATHS', String(paths)).replace('TREE', String(tree));
  return playedSearch(folder, file, text, (game) => game.generateBoard!(1));
}
