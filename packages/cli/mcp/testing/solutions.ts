/** A file that an agent writes. `write` receives the old text, or '' for a new file. */
export interface Solution {
  readonly file: string;
  write(old: string): string;
}

/** Scripted agents: the solution of each task in players/tasks. */
export const SOLUTIONS: Readonly<Record<string, Solution>> = {
  'third-opponent': {
    file: 'Mine/Mine.py',
    write: () => `import trails


class Mine(trails.Player):
    def play(self):
        # If two bots enter the same cell, both are out, so avoid the cells next to an opponent's head.
        danger = {self.next(d, self.position_of(p)) for p in self.others() for d in range(4)}
        ways = [(self.next(d) not in danger, self.room(self.next(d)), -len(self.exits(self.next(d))), d)
                for d in self.exits()]
        if ways:
            self.go(max(ways)[-1])

    def room(self, first):
        seen = {first}
        edge = [first]
        for cell in edge:
            for direction in self.exits(cell):
                near = self.next(direction, cell)
                if near not in seen:
                    seen.add(near)
                    edge.append(near)
            if len(edge) > 300:
                break
        return len(seen)


trails.run(Mine)
`,
  },
  crash: {
    file: 'Courier.py',
    write: (old) => old.replace('        longest =', '        if not ways:\n            return\n        longest ='),
  },
  budget: {
    file: 'Thinker.js',
    write: (old) =>
      old
        .replace('const seen = [first];', 'const seen = [first];\n    const known = new Set([this.index(first)]);')
        .replace(
          /if \(!seen\.some.*$/m,
          'if (known.size < 200 && !known.has(this.index(cell))) {\n          known.add(this.index(cell));\n          seen.push(cell);\n        }',
        ),
  },
  refused: {
    file: 'Liar.js',
    write: (old) =>
      old.replace(
        'else this.say(claim ? claim.count : 1, face);',
        'else {\n      const mine = this.lowestClaim(face);\n      if (mine) this.say(mine.count, mine.face);\n      else this.call();\n    }',
      ),
  },
  'old-version': {
    file: 'New.js',
    write: () => `import { TrailsPlayer } from 'ludus/trails';

export default class New extends TrailsPlayer {
  play() {
    const ways = [this.heading, this.left(this.heading), this.right(this.heading)]
      .map((direction) => ({ direction, room: this.room(this.next(direction)) }))
      .filter(({ room }) => room > 0);
    const most = Math.max(...ways.map(({ room }) => room));
    const best = ways.find(({ room }) => room === most);
    if (best) this.go(best.direction);
  }

  room(first) {
    if (!this.isFree(first)) return 0;
    const cells = [first];
    const known = new Set([this.index(first)]);
    for (const cell of cells) {
      for (const direction of this.exits(cell)) {
        const near = this.next(direction, cell);
        if (known.has(this.index(near))) continue;
        known.add(this.index(near));
        cells.push(near);
      }
    }
    return cells.length;
  }
}
`,
  },
  'first-bot': {
    file: 'Mine/Mine.js',
    write: () => `import { TalltalesPlayer } from 'ludus/talltales';

export default class Mine extends TalltalesPlayer {
  play() {
    const mine = this.lowestClaim(this.bestFace());
    if (!mine || (this.claim && this.chance(this.claim) < 0.5)) this.call();
    else this.say(mine.count, mine.face);
  }
}
`,
  },
};
