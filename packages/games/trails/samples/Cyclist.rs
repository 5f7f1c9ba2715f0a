// A player of Trails: straight on while the way is free, else to a side where it is.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];
const STEPS: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// A cell of the board is '.' if free, '#' a wall, a … d a trail, A … D where a player stands.
fn choose(board: &[String], row: i32, column: i32, heading: &str) -> &'static str {
    let first = DIRECTIONS.iter().position(|name| *name == heading).unwrap_or(0);
    for turn in [0, 3, 1] {
        let direction = (first + turn) % 4;
        let (down, right) = STEPS[direction];
        let next_row = (row + down).rem_euclid(board.len() as i32) as usize;
        let next_column = (column + right).rem_euclid(board[0].len() as i32) as usize;
        if board[next_row].as_bytes()[next_column] == b'.' {
            eprintln!("draw cell {next_row} {next_column}"); // seen in the viewer
            return DIRECTIONS[direction];
        }
    }
    "ahead"
}

fn main() {
    let mut lines = io::stdin().lock().lines().map(|line| line.expect("input"));
    let mut words = || -> Option<Vec<String>> { Some(lines.next()?.split_whitespace().map(String::from).collect()) };

    // Once: who I am, the names, the settings, and the board's drawing.
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

    // Each round: its number, the players, the board. The answer is one word. Without another round the match is over.
    while let Some(_round) = words() {
        let (mut row, mut column, mut heading) = (0, 0, String::from("ended"));
        for _ in 0..players {
            let line = words().expect("a player");
            if line[0] == me {
                (row, column, heading) = (number(&line[1]), number(&line[2]), line[3].clone());
            }
        }
        let board: Vec<String> = (0..rows).map(|_| words().expect("a row")[0].clone()).collect();
        // Who has ended is asked on, and its answers do not count.
        let answer = if heading == "ended" { "ahead" } else { choose(&board, row, column, &heading) };
        println!("{answer}");
        io::stdout().flush().expect("output");
    }
}
