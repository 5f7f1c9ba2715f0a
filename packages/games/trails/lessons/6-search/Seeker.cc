// A player of Trails, lesson 6: searches ahead. It tries its moves and all answers to them, some rounds deep, and then
// compares territories.
#include <algorithm>
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

const int DEPTH = 2;      // number of rounds to look ahead
const int WON = 100000;   // more than any board is worth

/**
 * Ten times the number of my cells minus the opponent's, minus my exits: a cell belongs to the player that reaches it
 * first.
 */
int lead(int mine, int rival) {
    std::vector<int> owner(is_free.size()), queue = {rival, mine};
    owner[rival] = -1;
    owner[mine] = 1;
    int sum = 0, ways = 0;
    for (std::size_t i = 0; i < queue.size(); i++) {
        for (int direction = 0; direction < 4; direction++) {
            const int near = next_to(queue[i], direction);
            if (!is_free[near] || owner[near] != 0) continue;
            owner[near] = owner[queue[i]];
            sum += owner[near];
            queue.push_back(near);
        }
    }
    for (int direction = 0; direction < 4; direction++) ways += is_free[next_to(mine, direction)];
    return 10 * sum - ways;
}

int best(int mine, int rival, int depth);

/** My guaranteed value if I enter a cell and the opponent gives the worst answer for me; may stop at `enough`. */
int worst(int mine, int rival, int depth, int enough) {
    int least = WON + depth;
    is_free[mine] = false;
    for (int direction = 0; direction < 4 && least > enough; direction++) {
        const int theirs = next_to(rival, direction);
        int value = -WON / 2;  // both end
        if (theirs != mine) {
            if (!is_free[theirs]) continue;
            is_free[theirs] = false;
            value = depth == 1 ? lead(mine, theirs) : best(mine, theirs, depth - 1);
            is_free[theirs] = true;
        }
        least = std::min(least, value);
    }
    is_free[mine] = true;
    return least;
}

/** My guaranteed value from here. */
int best(int mine, int rival, int depth) {
    int most = -WON - depth;
    for (int direction = 0; direction < 4; direction++) {
        const int cell = next_to(mine, direction);
        if (is_free[cell]) most = std::max(most, worst(cell, rival, depth, most));
    }
    return most;
}

int choose() {
    int chosen = AHEAD, most = -2 * WON;
    for (int direction = 0; direction < 4; direction++) {
        const int cell = next_to(here, direction);
        if (!is_free[cell]) continue;
        const int value = worst(cell, rivals[0], DEPTH, most);
        if (value <= most) continue;
        most = value;
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
