// A player of Trails: goes straight ahead while the next cell is free, otherwise to a free side.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];
const STEPS: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// A cell of the board is '.' if free, '#' for a wall, a … d for a trail, A … D for a player.
fn choose(board: &[String], row: i32, column: i32, heading: &str) -> &'static str {
    let first = DIRECTIONS.iter().position(|name| *name == heading).unwrap_or(0);
    for turn in [0, 3, 1] {
        let direction = (first + turn) % 4;
        let (down, right) = STEPS[direction];
        let next_row = (row + down).rem_euclid(board.len() as i32) as usize;
        let next_column = (column + right).rem_euclid(board[0].len() as i32) as usize;
        if board[next_row].as_bytes()[next_column] == b'.' {
            eprintln!("draw cell {next_row} {next_column}"); // shown in the viewer
            return DIRECTIONS[direction];
        }
    }
    "ahead"
}

fn main() {
    let mut lines = io::stdin().lock().lines().map(|line| line.expect("input"));
    let mut words = || -> Option<Vec<String>> { Some(lines.next()?.split_whitespace().map(String::from).collect()) };

    // Read once: my letter, the names, the settings, and the board's drawing.
    let me = words().expect("you")[1].clone();
    let _names = words().expect("names");
    let mut settings: HashMap<String, String> = HashMap::new();
    while !settings.contains_key("columns") {
        let line = words().expect("settings");
        settings.insert(line[0].clone(), line[1].clone());
    }
    let number = |text: &str| text.parse::<i32>().expect("a number");
    let (players, rows) = (number(&settings["players"]), number(&settings["rows"]));
    for _ in 0..rows {
        words();
    }

    // Read in each round: its number, the players, and the board. The answer is one word. Without another round, the
    // match is over.
    while let Some(_round) = words() {
        let (mut row, mut column, mut heading) = (0, 0, String::from("ended"));
        for _ in 0..players {
            let line = words().expect("a player");
            if line[0] == me {
                (row, column, heading) = (number(&line[1]), number(&line[2]), line[3].clone());
            }
        }
        let board: Vec<String> = (0..rows).map(|_| words().expect("a row")[0].clone()).collect();
        // An eliminated player is still asked, but its answers do not count.
        let answer = if heading == "ended" { "ahead" } else { choose(&board, row, column, &heading) };
        println!("{answer}");
        io::stdout().flush().expect("output");
    }
}
