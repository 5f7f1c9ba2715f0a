// A player of Trails, lesson 2: looks before it moves. It goes straight ahead while that cell is free, otherwise left
// or right.
#include <iostream>
#include <map>
#include <string>
#include <vector>

const std::string WORDS[] = {"up", "right", "down", "left"};
enum { AHEAD = -1, UP, RIGHT, DOWN, LEFT };

// The referee's messages. A cell's number is row * columns + column.
int rows, columns, round_number, here, heading;
std::vector<int> rivals;
std::vector<bool> is_free;

/** The cell next to a cell; the board has no edge. */
int next_to(int cell, int direction) {
    const int row = cell / columns, column = cell % columns;
    switch (direction) {
        case UP: return (row + rows - 1) % rows * columns + column;
        case RIGHT: return row * columns + (column + 1) % columns;
        case DOWN: return (row + 1) % rows * columns + column;
        default: return row * columns + (column + columns - 1) % columns;
    }
}

// The subject of this lesson: a direction, or AHEAD to go straight ahead.

int choose() {
    for (int turn : {0, 3, 1}) {
        const int direction = (heading + turn) % 4;
        if (is_free[next_to(here, direction)]) return direction;
    }
    return AHEAD;
}

// The rest is the same in all lessons: the referee's messages and the answers.

int main() {
    // Read once: my letter, the names, the settings, and the board's drawing.
    std::string word, me, line;
    std::cin >> word >> me >> std::ws;
    std::getline(std::cin, line);
    std::getline(std::cin, line);
    std::map<std::string, std::string> settings;
    while (!settings.count("columns")) {
        std::cin >> word;
        std::cin >> settings[word];
    }
    const int players = std::stoi(settings["players"]);
    rows = std::stoi(settings["rows"]);
    columns = std::stoi(settings["columns"]);
    for (int row = 0; row < rows; row++) std::cin >> word;

    // Read in each round: its number, all positions, and the board. The answer is one word.
    while (std::cin >> word >> round_number) {
        here = -1;
        rivals.clear();
        for (int player = 0; player < players; player++) {
            int row, column;
            std::string letter;
            std::cin >> letter >> row >> column >> word;
            if (word == "ended") continue;
            if (letter != me) rivals.push_back(row * columns + column);
            else {
                here = row * columns + column;
                for (heading = 0; WORDS[heading] != word;) heading++;
            }
        }
        is_free.clear();
        for (int row = 0; row < rows; row++) {
            std::cin >> line;
            for (char mark : line) is_free.push_back(mark == '.');
        }
        // An eliminated player is still asked, but its answers do not count.
        const int choice = here < 0 ? AHEAD : choose();
        std::cout << (choice == AHEAD ? "ahead" : WORDS[choice]) << std::endl;
    }
}
