// A player of Periscope: fires at a visible enemy, or else moves the submarine nearest to a wreck towards it.
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, Write};

type Cell = (i32, i32);

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];
const STEPS: [Cell; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

struct Submarine {
    number: i32,
    cell: Cell,
}

struct Board {
    /// `#` is an island.
    rows: Vec<String>,
    torpedo: i32,
}

fn next(cell: Cell, direction: usize) -> Cell {
    (cell.0 + STEPS[direction].0, cell.1 + STEPS[direction].1)
}

impl Board {
    fn is_sea(&self, (row, column): Cell) -> bool {
        row >= 0
            && column >= 0
            && (row as usize) < self.rows.len()
            && (column as usize) < self.rows[0].len()
            && self.rows[row as usize].as_bytes()[column as usize] != b'#'
    }

    /// The direction in which a torpedo from one cell reaches another.
    fn line_of_fire(&self, from: Cell, to: Cell) -> Option<usize> {
        (0..4).find(|&direction| {
            let mut cell = from;
            for _ in 0..self.torpedo {
                cell = next(cell, direction);
                if !self.is_sea(cell) {
                    return false;
                }
                if cell == to {
                    return true;
                }
            }
            false
        })
    }

    /// By cell, the number of steps to another cell; unreachable cells are absent.
    fn steps_to(&self, to: Cell) -> HashMap<Cell, i32> {
        let mut steps = HashMap::from([(to, 0)]);
        let mut queue = VecDeque::from([to]);
        while let Some(cell) = queue.pop_front() {
            for direction in 0..4 {
                let after = next(cell, direction);
                if self.is_sea(after) && !steps.contains_key(&after) {
                    steps.insert(after, steps[&cell] + 1);
                    queue.push_back(after);
                }
            }
        }
        steps
    }

    fn choose(&self, mine: &[Submarine], hostile: &[Submarine], sites: &[Cell]) -> String {
        for submarine in mine {
            for target in hostile {
                if let Some(direction) = self.line_of_fire(submarine.cell, target.cell) {
                    return format!("fire {} {}", submarine.number, DIRECTIONS[direction]);
                }
            }
        }
        let mut best: Option<(i32, &Submarine, Cell)> = None;
        for &site in sites {
            let steps = self.steps_to(site);
            for submarine in mine {
                let far = steps.get(&submarine.cell).copied().unwrap_or(0);
                if far > 0 && best.as_ref().map_or(true, |(least, _, _)| far < *least) {
                    best = Some((far, submarine, site));
                }
            }
        }
        let (diver, goal) = match best {
            Some((_, diver, goal)) => (diver, goal),
            None => return String::from("silent"),
        };
        eprintln!("draw cell {} {}", goal.0, goal.1); // shown in the viewer
        let steps = self.steps_to(goal);
        let mut order = format!("move {}", diver.number);
        let mut cell = diver.cell;
        for _ in 0..2 {
            let left = steps[&cell];
            if let Some(direction) = (0..4).find(|&d| steps.get(&next(cell, d)) == Some(&(left - 1))) {
                order += &format!(" {}", DIRECTIONS[direction]);
                cell = next(cell, direction);
            }
        }
        order
    }
}

fn main() {
    let mut lines = io::stdin().lock().lines().map(|line| line.expect("input"));
    let mut words = || -> Option<Vec<String>> { Some(lines.next()?.split_whitespace().map(String::from).collect()) };
    let number = |text: &str| text.parse::<i32>().expect("a number");

    // Read once: my letter, the names, the settings, and the board's drawing.
    let me = words().expect("you")[1].as_bytes()[0];
    let _names = words().expect("names");
    let _header = words().expect("periscope board 1");
    let mut settings: HashMap<String, i32> = HashMap::new();
    while !settings.contains_key("columns") {
        let line = words().expect("settings");
        settings.insert(line[0].clone(), number(&line[1]));
    }
    let rows = (0..settings["rows"]).map(|_| words().expect("a row")[0].clone()).collect();
    let board = Board { rows, torpedo: settings["torpedo"] };

    // Read in each of my turns: what I see and what was heard. The answer is one line. Without another turn, the match
    // is over.
    while let Some(first) = words() {
        if first[0] == "refused" {
            continue;
        }
        let _scores = words();
        let (mut mine, mut hostile) = (Vec::new(), Vec::new());
        for _ in 0..settings["players"] * settings["submarines"] {
            let line = words().expect("a submarine");
            if line[3] != "at" {
                continue;
            }
            let submarine = Submarine { number: number(&line[2]), cell: (number(&line[4]), number(&line[5])) };
            let letter = line[1].as_bytes()[0];
            // a and c play together, and so do b and d.
            if letter == me {
                mine.push(submarine);
            } else if letter % 2 != me % 2 {
                hostile.push(submarine);
            }
        }
        let mut sites = Vec::new();
        let mut line = words().expect("a site");
        while line[0] == "site" {
            if line[3] != "empty" {
                sites.push((number(&line[1]), number(&line[2])));
            }
            line = words().expect("a line");
        }
        // The reports of each player's last order and the contacts of my ping aren't used here.
        while line[0] == "last" {
            line = words().expect("contacts");
        }
        for _ in 0..number(&line[1]) {
            words();
        }
        println!("{}", board.choose(&mine, &hostile, &sites));
        io::stdout().flush().expect("output");
    }
}
