// A player of Angry Mob that speaks the protocol itself (docs/protocol.md): gathers a few neutral units, then moves to
// the opponent's base, each group by the shortest path.
use std::io::{self, BufRead, Write};

const STEPS: [(i32, i32); 4] = [(0, 1), (-1, 0), (0, -1), (1, 0)]; // right, up, left, down
const ABSORB_LIMIT: i32 = 8;
/// Number of units from which it attacks.
const ENOUGH: i32 = 6;

/// The position as this player sees it; a cell's number is row * columns + column.
struct Game {
    rows: i32,
    columns: i32,
    walls: Vec<bool>,
    neutrals: Vec<i32>,
    /// Mine, and theirs.
    units: [Vec<i32>; 2],
    their_base: usize,
}

impl Game {
    /// The cell next to another one, if units can move there.
    fn neighbour(&self, cell: usize, d: usize) -> Option<usize> {
        let (i, j) = (cell as i32 / self.columns + STEPS[d].0, cell as i32 % self.columns + STEPS[d].1);
        let inside = (0..self.rows).contains(&i) && (0..self.columns).contains(&j);
        let next = (i * self.columns + j) as usize;
        (inside && !self.walls[next]).then_some(next)
    }

    /// The number of steps from a cell to every cell; -1 if unreachable.
    fn distances(&self, from: usize) -> Vec<i32> {
        let mut steps = vec![-1; self.walls.len()];
        let mut queue = vec![from];
        steps[from] = 0;
        let mut at = 0;
        while at < queue.len() {
            let cell = queue[at];
            at += 1;
            for next in (0..4).filter_map(|d| self.neighbour(cell, d)) {
                if steps[next] < 0 {
                    steps[next] = steps[cell] + 1;
                    queue.push(next);
                }
            }
        }
        steps
    }

    /// The nearest neutral units while I have too few units, otherwise the opponent's base.
    fn target(&self, cell: usize) -> usize {
        if self.units[0].iter().sum::<i32>() >= ENOUGH {
            return self.their_base;
        }
        let steps = self.distances(cell);
        let near = (0..steps.len()).filter(|c| self.neutrals[*c] > 0 && steps[*c] >= 0);
        near.min_by_key(|c| steps[*c]).unwrap_or(self.their_base)
    }

    /// Plays one turn, in the order of docs/angry-mob.md §2.2; a move has four numbers per submove.
    fn advance(&mut self, moves: [&[i32]; 2]) {
        for side in 0..2 {
            for submove in moves[side].chunks(4) {
                let from = (submove[0] * self.columns + submove[1]) as usize;
                if let Some(to) = self.neighbour(from, submove[3] as usize) {
                    self.units[side][from] -= submove[2];
                    self.units[side][to] += submove[2];
                }
            }
        }
        for cell in 0..self.walls.len() {
            let lost = self.units[0][cell].min(self.units[1][cell]);
            self.units[0][cell] -= lost;
            self.units[1][cell] -= lost;
        }
        for side in 0..2 {
            if self.units[side].iter().sum::<i32>() > ABSORB_LIMIT {
                continue;
            }
            for cell in 0..self.walls.len() {
                if self.units[side][cell] > 0 {
                    self.units[side][cell] += std::mem::take(&mut self.neutrals[cell]);
                }
            }
        }
    }
}

fn read_map(mut next: impl FnMut() -> Option<String>) -> Option<Game> {
    let size: Vec<i32> = next()?.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let cells = (size[0] * size[1]) as usize;
    let mut game = Game {
        rows: size[0],
        columns: size[1],
        walls: vec![false; cells],
        neutrals: vec![0; cells],
        units: [vec![0; cells], vec![0; cells]],
        their_base: 0,
    };
    for row in 0..size[0] as usize {
        for (column, token) in next()?.split_whitespace().enumerate() {
            let cell = row * size[1] as usize + column;
            match token {
                "#" => game.walls[cell] = true,
                "A" => game.units[0][cell] = 1,
                "B" => {
                    game.units[1][cell] = 1;
                    game.their_base = cell;
                }
                "." => {}
                number => game.neutrals[cell] = number.parse().expect("neutral units"),
            }
        }
    }
    Some(game)
}

fn main() {
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    let say = |line: &str| {
        println!("{line}");
        io::stdout().flush().expect("output");
    };
    say("Seeker");
    let mut game = match read_map(|| lines.next()) {
        Some(game) => game,
        None => return,
    };
    loop {
        let mut mine: Vec<i32> = Vec::new();
        for cell in 0..game.walls.len() {
            if game.units[0][cell] == 0 {
                continue;
            }
            let target = game.target(cell);
            let steps = game.distances(target);
            let exits = (0..4).filter_map(|d| game.neighbour(cell, d).map(|next| (steps[next], d)));
            let (i, j) = (cell as i32 / game.columns, cell as i32 % game.columns);
            // Shown in the viewer.
            eprintln!("draw line {i} {j} {} {}", target as i32 / game.columns, target as i32 % game.columns);
            if let Some((_, d)) = exits.min() {
                mine.extend([i, j, game.units[0][cell], d as i32]);
            }
        }
        say(&mine.iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" "));
        // Without an answer, the game is over.
        let answer = match lines.next() {
            Some(answer) => answer,
            None => return,
        };
        let theirs: Vec<i32> = answer.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        game.advance([&mine, &theirs]);
    }
}
