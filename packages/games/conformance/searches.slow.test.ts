import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf } from '@ludus/cli/context.ts';
import { PLAYER_KINDS } from '@ludus/runtime/kinds.ts';
import { resolvePlayer } from '@ludus/runtime/resolve.ts';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { builtinPlayer, kitOf } from '../registry.ts';
import { anyBoard, playScripts, seatsOn } from './script-match.ts';

// Each game's searches must find the same results in every language, and in an engine's C code just as in the language
// itself.

const folder = mkdtempSync(join(tmpdir(), 'ludus-searches-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bots that log the results of searches from cells all over the board, one line per search. */
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
  periscope: {
    'Finder.py': `import json, periscope
class Finder(periscope.Player):
    def play(self):
        size = self.rows * self.columns
        cells = [self.cell((self.round * 77 + k * 131) % size) for k in range(self.round % 4)] + [each.cell for each in self.mine]
        for found in (self.distances(cells), self.reachable(cells, self.round % 9), self.reachable([]),
                      self.reachable(cells[-1:]), self.danger(cells, self.round % 7)):
            self.log(json.dumps(found, separators=(",", ":")))
        for each in self.mine[:1]:
            self.go(each, self.exits(each.cell)[0])
periscope.run(Finder)
`,
    'Finder.ts': `import { PeriscopePlayer, type Cell } from 'ludus/periscope';
export default class Finder extends PeriscopePlayer {
  play(): void {
    const size = this.rows * this.columns;
    const cells: Cell[] = [];
    for (let k = 0; k < this.round % 4; k++) cells.push(this.cell((this.round * 77 + k * 131) % size));
    cells.push(...this.mine);
    const pairs = (found: Cell[]) => found.map(({ row, column }) => [row, column]);
    for (const found of [Array.from(this.distances(cells)), pairs(this.reachable(cells, this.round % 9)), pairs(this.reachable([])),
                         pairs(this.reachable(cells.slice(-1))), Array.from(this.danger(cells, this.round % 7))])
      this.log(JSON.stringify(found));
    for (const each of this.mine.slice(0, 1)) this.go(each, this.exits(each)[0]);
  }
}
`,
  },
  madmax: {
    'Finder.py': `import json, ludus
class Finder(ludus.Player):
    def play(self):
        if self.round % 23: return
        cells = [(self.round * k % self.rows, self.round * 31 * k - 7) for k in range(self.round % 4)]
        cells += [(unit.row, unit.column) for unit in self.my_units() if unit.alive]
        for found in (self.distances(cells), self.reachable(cells, self.round % 9), self.reachable([]),
                      self.reachable(cells[-1:], 60), self.danger(cells, self.round % 17)):
            self.log(json.dumps(found, separators=(",", ":")))
ludus.run(Finder)
`,
    'Finder.ts': `import type { MadMaxApi } from 'ludus/madmax';
export default function finder(game: MadMaxApi): void {
  const { round, rows } = game;
  if (round % 23) return;
  const cells: { row: number; column: number }[] = [];
  for (let k = 0; k < round % 4; k++) cells.push({ row: (round * k) % rows, column: round * 31 * k - 7 });
  cells.push(...game.cars(game.me).filter((car) => car.alive));
  const pairs = (found: { row: number; column: number }[]) => found.map(({ row, column }) => [row, column]);
  for (const found of [Array.from(game.distances(cells)), pairs(game.reachable(cells, round % 9)), pairs(game.reachable([])),
                       pairs(game.reachable(cells.slice(-1), 60)), Array.from(game.danger(cells, round % 17))])
    game.log(JSON.stringify(found));
}
`,
    'AIFinder.cc': `#include "Player.hh"
#define PLAYER_NAME Finder
// A player's functions with the same names take precedence.
vector<int> distances(const Board&, const vector<Pos>& cells) { return vector<int>(cells.size(), 1); }
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  string text(const vector<int>& found) {
    string line = "[";
    for (int number : found) line += (line.size() > 1 ? "," : "") + to_string(number);
    return line + "]";
  }
  string text(const vector<Pos>& found) {
    string line = "[";
    for (Pos p : found) line += (line.size() > 1 ? ",[" : "[") + to_string(first(p)) + "," + to_string(second(p)) + "]";
    return line + "]";
  }
  virtual void play() {
    if (round() % 23) return;
    vector<Pos> cells;
    for (int k = 0; k < round() % 4; k++) cells.push_back(Pos(round() * k % number_rows(), round() * 31 * k - 7));
    for (int id = begin(me()); id < end(me()); id++) if (car(id).alive) cells.push_back(car(id).pos);
    const vector<Pos> last(cells.empty() ? cells.end() : cells.end() - 1, cells.end());
    cerr << text(ludus::distances(*this, cells)) << endl << text(ludus::reachable(*this, cells, round() % 9)) << endl;
    cerr << text(ludus::reachable(*this, {})) << endl << text(ludus::reachable(*this, last, 60)) << endl;
    cerr << text(ludus::danger(*this, cells, round() % 17)) << endl;
    assert(distances(*this, last) == vector<int>(last.size(), 1));
  }
};
RegisterPlayer(PLAYER_NAME);
`,
    'Finder.java': `import java.util.*;
class Finder extends Ludus {
  protected void play() {
    if (round % 23 != 0) return;
    List<Position> cells = new ArrayList<>();
    for (int k = 0; k < round % 4; k++) cells.add(new Position(round * k % rows, round * 31 * k - 7));
    for (Unit unit : myUnits()) if (unit.alive()) cells.add(new Position(unit.row(), unit.column()));
    log(text(distances(cells)));
    log(text(reachable(cells, round % 9)));
    log(text(reachable(List.of())));
    log(text(reachable(cells.subList(Math.max(0, cells.size() - 1), cells.size()), 60)));
    log(text(danger(cells, round % 17)));
  }
  static String text(int[] found) { return Arrays.toString(found).replace(" ", ""); }
  static String text(List<Position> found) {
    List<String> cells = new ArrayList<>();
    for (Position cell : found) cells.add("[" + cell.row() + "," + cell.column() + "]");
    return "[" + String.join(",", cells) + "]";
  }
  public static void main(String[] args) { new Finder().run(); }
}
`,
  },
  angrymob: {
    'Finder.py': `import json
from angrymob import play
def move(game):
    size = game.rows * game.columns
    cells = [divmod((game.turn * 77 + k * 131) % size, game.columns) for k in range(game.turn % 4)] + sorted(game.mine)
    for found in (game.distances(cells), game.distances(*game.my_base), game.reachable(cells, game.turn % 9), game.reachable([]),
                  game.reachable([game.their_base]), game.danger(cells, game.turn % 7)):
        game.log(json.dumps(found, separators=(",", ":")))
    for (i, j), units in sorted(game.mine.items()):
        steps = game.distances(*game.their_base)
        game.send(i, j, units, min(game.exits(i, j), key=lambda d: steps[game.index(*game.neighbour(i, j, d))]))
play("Finder", move)
`,
    'Finder.ts': `import type { Cell, MobGame, Submove } from 'ludus/angrymob';
export default class Finder {
  move(game: MobGame): Submove[] {
    const size = game.rows * game.columns;
    const cells: Cell[] = [];
    for (let k = 0; k < game.turn % 4; k++) {
      const cell = (game.turn * 77 + k * 131) % size;
      cells.push({ i: Math.floor(cell / game.columns), j: cell % game.columns });
    }
    cells.push(...game.groups());
    const pairs = (found: Cell[]) => found.map(({ i, j }) => [i, j]);
    for (const found of [Array.from(game.distances(cells)), Array.from(game.distances(game.myBase.i, game.myBase.j)), pairs(game.reachable(cells, game.turn % 9)),
                         pairs(game.reachable([])), pairs(game.reachable([game.theirBase])), Array.from(game.danger(cells, game.turn % 7))])
      game.log(JSON.stringify(found));
    const steps = game.distances([game.theirBase]);
    return game.groups().map(({ i, j, units }) => {
      const far = (d: number) => { const to = game.step(i, j, d); return steps[game.index(to.i, to.j)]; };
      return { i, j, k: units, d: game.exits(i, j).sort((a, b) => far(a) - far(b))[0] };
    });
  }
}
`,
    'Finder.cc': `#include "angrymob.hpp"
using namespace angrymob;
std::string text(const std::vector<int>& found) {
  std::string line = "[";
  for (int number : found) line += (line.size() > 1 ? "," : "") + std::to_string(number);
  return line + "]";
}
std::string text(const std::vector<Cell>& found) {
  std::string line = "[";
  for (Cell cell : found) line += (line.size() > 1 ? ",[" : "[") + std::to_string(cell.i) + "," + std::to_string(cell.j) + "]";
  return line + "]";
}
int main(int argc, char** argv) {
  return play("Finder", argc, argv, [](Game& game) {
    const int size = game.rows() * game.columns();
    std::vector<Cell> cells;
    for (int k = 0; k < game.turn() % 4; k++) {
      const int cell = (game.turn() * 77 + k * 131) % size;
      cells.push_back({cell / game.columns(), cell % game.columns()});
    }
    for (Group group : game.mine()) cells.push_back({group.i, group.j});
    game.log(text(game.distances(cells)));
    game.log(text(game.distances(game.my_base().i, game.my_base().j)));
    game.log(text(game.reachable(cells, game.turn() % 9)));
    game.log(text(game.reachable({})));
    game.log(text(game.reachable({game.their_base()})));
    game.log(text(game.danger(cells, game.turn() % 7)));
    const std::vector<int> steps = game.distances({game.their_base()});
    for (Group group : game.mine()) {
      int best = -1, least = 0;
      for (int d : game.exits(group.i, group.j)) {
        const Cell to = game.neighbour(group.i, group.j, d);
        const int far = steps[game.index(to.i, to.j)];
        if (best < 0 || far < least) best = d, least = far;
      }
      game.send(group.i, group.j, group.units, best);
    }
  });
}
`,
    'Finder.java': `import java.util.*;
class Finder extends AngryMob {
  protected void move() {
    int size = rows() * columns();
    List<Cell> cells = new ArrayList<>();
    for (int k = 0; k < turn() % 4; k++) {
      int cell = (turn() * 77 + k * 131) % size;
      cells.add(new Cell(cell / columns(), cell % columns()));
    }
    for (Group group : mine()) cells.add(new Cell(group.i(), group.j()));
    log(text(distances(cells)));
    log(text(distances(myBase().i(), myBase().j())));
    log(text(reachable(cells, turn() % 9)));
    log(text(reachable(List.of())));
    log(text(reachable(List.of(theirBase()))));
    log(text(danger(cells, turn() % 7)));
    int[] steps = distances(List.of(theirBase()));
    for (Group group : mine()) {
      int best = -1, least = 0;
      for (int d : exits(group.i(), group.j())) {
        Cell to = neighbour(group.i(), group.j(), d);
        int far = steps[index(to.i(), to.j())];
        if (best < 0 || far < least) { best = d; least = far; }
      }
      send(group.i(), group.j(), group.units(), best);
    }
  }
  static String text(int[] found) { return Arrays.toString(found).replace(" ", ""); }
  static String text(List<Cell> found) {
    List<String> cells = new ArrayList<>();
    for (Cell cell : found) cells.add("[" + cell.i() + "," + cell.j() + "]");
    return "[" + String.join(",", cells) + "]";
  }
  public static void main(String[] args) { new Finder().play("Finder", args); }
}
`,
  },
};

/** Plays a bot against the sparring partner. Returns the bot's log, the replay, and the verdicts. */
async function played(id: string, file: string, budget: 'none' | 'fuel', target?: 'native' | 'wasm') {
  const kit = kitOf(id);
  const log: string[] = [];
  const limits = budget === 'fuel' ? { cpuMs: 60_000 } : {};
  const context = await contextOf(kit.game, { budget, folder: join(folder, id), limits, target });
  const source = await resolvePlayer(`./${file}`, PLAYER_KINDS, context);
  const output = { log: (text: string) => log.push(...text.trimEnd().split('\n')), draw: () => {} };
  const runner = await source.open(output);
  const board = anyBoard(kit);
  const others = Array.from({ length: seatsOn(kit, board) - 1 }, () => builtinPlayer(id, kit.partners.sparring).open());
  return { ...(await playScripts(kit, board, [runner, ...others])), log };
}

/** The budgets and targets for a bot: engines run scripts, and other bots run as programs. */
function waysOf(file: string): readonly (readonly ['none' | 'fuel', ('native' | 'wasm')?])[] {
  if (/\.(?:py|ts)$/.test(file)) return [['none'], ['fuel']];
  if (!file.startsWith('AI')) return [['none']];
  return [
    ['none', 'native'],
    ['none', 'wasm'],
  ];
}

/** The first line that differs, shortened for a terminal. */
function difference(found: readonly string[], expected: readonly string[]) {
  if (found.length !== expected.length) return { lines: found.length, expected: expected.length };
  const line = found.findIndex((text, at) => text !== expected[at]);
  return line < 0 ? {} : { line, found: found[line].slice(0, 300), expected: expected[line].slice(0, 300) };
}

// A quick run tests only the smallest game.
test.each(Object.entries(BOTS).filter(([id]) => IS_LONG_RUN || id === 'trails'))(
  'the searches of %s give the same results in all tested languages and engines',
  async (id, bots) => {
    // A quick run compares all languages in one game, and two languages in the other games.
    const files = Object.keys(bots).slice(0, IS_LONG_RUN || id === 'trails' ? undefined : 2);
    mkdirSync(join(folder, id));
    for (const file of files) writeFileSync(join(folder, id, file), bots[file]);
    const expected = await played(id, files[0], 'none');
    expect(expected.verdicts).toEqual([]);
    expect(expected.log.length).toBeGreaterThan(20);
    for (const file of files)
      for (const [budget, target] of waysOf(file)) {
        const found = await played(id, file, budget, target);
        const way = { file, budget, target };
        expect({ ...way, verdicts: found.verdicts }).toEqual({ ...way, verdicts: [] });
        expect({ ...way, ...difference(found.log, expected.log) }).toEqual(way);
        expect(found.replay === expected.replay, `${file} plays another match under ${budget} ${target ?? ''}`).toBe(
          true,
        );
      }
  },
);
