// A player of Mad Max and Star War that speaks the protocol itself (docs/protocol.md): takes adjacent bonuses.
use std::io::{self, BufRead, Write};

const DIRECTIONS: [(i32, i32); 9] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (0, 0), (1, 0), (-1, 2), (0, 2), (1, 2)];

fn main() {
    let mut lines = io::stdin().lock().lines().map(|line| line.expect("input"));
    let number = |text: &str| text.parse::<i32>().unwrap_or(0);
    let (mut seat, mut rows, mut columns, mut window, mut each) = (0, 0, 0, 0, 0);
    // The settings, once.
    for line in lines.by_ref() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("seat") => seat = number(words[1]),
            Some("nb_rows") => rows = number(words[1]),
            Some("nb_uni_cols") => columns = number(words[1]),
            Some("nb_win_cols") => window = number(words[1]),
            Some("nb_cars_x_player") | Some("nb_ships_x_player") => each = number(words[1]),
            Some("names") => break,
            _ => {}
        }
    }
    // The boards, one per round.
    let (mut round, mut grid, mut answer, mut in_units) = (0, Vec::<String>::new(), String::new(), false);
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("rnd") => {
                round = number(words[1]);
                grid.clear();
                answer.clear();
            }
            Some("cars") | Some("starships") => in_units = true,
            Some("missiles") => in_units = false,
            Some("pid") => {
                // After the players' lines the board is complete: answer.
                for _ in 0..4 {
                    lines.next();
                }
                println!("{answer}-1");
                io::stdout().flush().expect("output");
            }
            Some(id) if in_units && words.len() >= 6 && words[words.len() - 2] == "y" && number(id) / each == seat => {
                let (row, column) = (number(words[1]), number(words[2]));
                let prize = DIRECTIONS.iter().find(|(down, right)| {
                    let (row, column) = (row + down, (column + right).rem_euclid(columns));
                    let inside = (0..rows).contains(&row) && (column - round - 1).rem_euclid(columns) < window;
                    inside && "MPWG".contains(grid[row as usize].as_bytes()[column as usize] as char)
                });
                if let Some((down, right)) = prize {
                    answer += &format!("{id} m {down} {right}\n");
                    eprintln!("draw cell {} {}", row + down, column + right); // shown in the viewer
                }
            }
            Some(_) if words.len() == 2 && words[1].len() == columns as usize => grid.push(words[1].to_string()),
            _ => {}
        }
    }
}
