// A player of Tall Tales: calls unlikely claims, and otherwise claims its best face.
use std::io::{self, BufRead, Write};

/// My knowledge in a turn. Visible dice are counted by face.
#[derive(Default)]
struct Turn {
    wild: usize,
    dice: [i32; 7],
    total: i32,
    hidden: i32,
    count: i32,
    face: usize,
}

impl Turn {
    /// The number of visible dice that match a face.
    fn seen(&self, face: usize) -> i32 {
        self.dice[face] + if self.wild == 0 || self.wild == face { 0 } else { self.dice[self.wild] }
    }

    fn choose(&self) -> String {
        let best = (1..=6).filter(|face| *face != self.wild).max_by_key(|face| self.seen(*face)).unwrap_or(1);
        let mine = if self.count == 0 { 1 } else if best > self.face { self.count } else { self.count + 1 };
        let each = if self.wild == 0 { 1.0 / 6.0 } else { 1.0 / 3.0 };
        let doubts = self.count > 0 && chance(self.count - self.seen(self.face), self.hidden, each) < 0.5;
        if doubts || mine > self.total { String::from("call") } else { format!("{mine}x{best}") }
    }
}

/// The probability that at least `need` of `dice` dice match, each with probability `each`.
fn chance(need: i32, dice: i32, each: f64) -> f64 {
    if need <= 0 {
        return 1.0;
    }
    if need > dice {
        return 0.0;
    }
    each * chance(need - 1, dice - 1, each) + (1.0 - each) * chance(need, dice - 1, each)
}

fn main() {
    let mut lines = io::stdin().lock().lines().map(|line| line.expect("input"));
    // Read once: my letter, the names, and the board with its line of wild faces.
    let me = lines.next().expect("you").split_whitespace().nth(1).expect("a letter").to_string();
    while !lines.next().expect("settings").starts_with("wilds") {}
    lines.next();

    // Read in each turn: lines until `go`. The answer is one word. Without another turn, the match is over.
    let mut turn = Turn::default();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<i32>().expect("a number");
        match words[0] {
            "round" => turn = Turn { wild: number(7) as usize, ..Turn::default() },
            "player" | "cup" => {
                // The visible dice, by face; the total number of dice, and the number under the other players' cups.
                let counts: Vec<i32> = (words.len() - 6..words.len()).map(number).collect();
                for (n, count) in counts.iter().enumerate() {
                    turn.dice[n + 1] += count;
                }
                if words[0] == "player" {
                    turn.total += number(2);
                    if words[1] != me {
                        turn.hidden += number(2) - counts.iter().sum::<i32>();
                    }
                }
            }
            "claim" => {
                let (count, face) = words[2].trim_end_matches('!').split_once('x').expect("a claim");
                turn.count = count.parse().expect("a number");
                turn.face = face.parse().expect("a face");
            }
            "go" => {
                println!("{}", turn.choose());
                io::stdout().flush().expect("output");
            }
            _ => {}
        }
    }
}
