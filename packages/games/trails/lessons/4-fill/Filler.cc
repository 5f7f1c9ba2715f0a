// A player of Trails, lesson 4. Of the exits into the largest area, it takes the one along walls and trails, to leave
// no gaps.
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

/** The number of free cells next to a cell. */
int exits(int cell) {
    int count = 0;
    for (int direction = 0; direction < 4; direction++) count += is_free[next_to(cell, direction)];
    return count;
}

/** The number of free cells reachable from a free cell, including that cell. */
int room(int start) {
    std::vector<bool> seen(is_free.size());
    std::vector<int> queue = {start};
    seen[start] = true;
    for (std::size_t i = 0; i < queue.size(); i++) {
        for (int direction = 0; direction < 4; direction++) {
            const int near = next_to(queue[i], direction);
            if (!is_free[near] || seen[near]) continue;
            seen[near] = true;
            queue.push_back(near);
        }
    }
    return queue.size();
}

int choose() {
    int chosen = AHEAD, best = 0;
    for (int direction = 0; direction < 4; direction++) {
        const int cell = next_to(here, direction);
        if (!is_free[cell]) continue;
        // Room counts ten times as much as exits, which only decide between equal rooms.
        const int value = 10 * room(cell) - exits(cell);
        if (value <= best) continue;
        best = value;
        chosen = direction;
    }
    return chosen;
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
