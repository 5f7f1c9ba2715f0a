// A player of Periscope: fires at a visible enemy, or else moves the submarine nearest to a wreck towards it.
#include <iostream>
#include <map>
#include <queue>
#include <string>
#include <vector>

struct Cell {
    int row, column;
};
struct Submarine {
    int number;
    Cell cell;
};
struct Site {
    Cell cell;
    std::string content;  // wreck, empty, or unknown
};

const std::vector<std::string> directions = {"up", "right", "down", "left"};
const int down[] = {-1, 0, 1, 0};
const int right[] = {0, 1, 0, -1};

std::vector<std::string> board;  // '#' is an island
std::map<std::string, int> settings;

bool is_sea(Cell cell) {
    const bool inside = cell.row >= 0 && cell.column >= 0 && cell.row < settings["rows"] && cell.column < settings["columns"];
    return inside && board[cell.row][cell.column] != '#';
}

Cell next(Cell cell, int direction) { return {cell.row + ::down[direction], cell.column + ::right[direction]}; }

// The direction in which a torpedo from one cell reaches another, or -1.
int line_of_fire(Cell from, Cell to) {
    for (int direction = 0; direction < 4; direction++) {
        Cell cell = next(from, direction);
        for (int n = 0; n < settings["torpedo"] && is_sea(cell); n++, cell = next(cell, direction))
            if (cell.row == to.row && cell.column == to.column) return direction;
    }
    return -1;
}

// By row and column, the number of steps to a cell; -1 if unreachable.
std::vector<std::vector<int>> steps_to(Cell to) {
    std::vector<std::vector<int>> steps(settings["rows"], std::vector<int>(settings["columns"], -1));
    std::queue<Cell> queue;
    steps[to.row][to.column] = 0;
    for (queue.push(to); !queue.empty(); queue.pop()) {
        const Cell cell = queue.front();
        for (int direction = 0; direction < 4; direction++) {
            const Cell after = next(cell, direction);
            if (!is_sea(after) || steps[after.row][after.column] >= 0) continue;
            steps[after.row][after.column] = steps[cell.row][cell.column] + 1;
            queue.push(after);
        }
    }
    return steps;
}

std::string choose(const std::vector<Submarine>& mine, const std::vector<Submarine>& hostile, const std::vector<Site>& sites) {
    for (const Submarine& submarine : mine)
        for (const Submarine& target : hostile) {
            const int direction = line_of_fire(submarine.cell, target.cell);
            if (direction >= 0) return "fire " + std::to_string(submarine.number) + ' ' + directions[direction];
        }
    int best = 0;
    Submarine diver{};
    Site goal{};
    for (const Site& site : sites) {
        if (site.content == "empty") continue;
        const auto steps = steps_to(site.cell);
        for (const Submarine& submarine : mine) {
            const int far = steps[submarine.cell.row][submarine.cell.column];
            if (far > 0 && (best == 0 || far < best)) best = far, diver = submarine, goal = site;
        }
    }
    if (best == 0) return "silent";
    std::cerr << "draw cell " << goal.cell.row << ' ' << goal.cell.column << '\n';  // shown in the viewer
    const auto steps = steps_to(goal.cell);
    std::string order = "move " + std::to_string(diver.number);
    Cell cell = diver.cell;
    for (int n = 0; n < 2 && steps[cell.row][cell.column] > 0; n++) {
        int direction = 0;
        for (; direction < 4; direction++) {
            const Cell after = next(cell, direction);
            if (is_sea(after) && steps[after.row][after.column] == steps[cell.row][cell.column] - 1) break;
        }
        order += ' ' + directions[direction];
        cell = next(cell, direction);
    }
    return order;
}

int main() {
    // Read once: my letter, the names, the settings, and the board's drawing.
    std::string word, me, line;
    std::cin >> word >> me >> std::ws;
    std::getline(std::cin, line);
    std::getline(std::cin, line);
    while (!settings.count("columns")) {
        std::cin >> word;
        std::cin >> settings[word];
    }
    board.resize(settings["rows"]);
    for (std::string& row : board) std::cin >> row;

    // Read in each of my turns: what I see and what was heard. The answer is one line. Without another turn, the match
    // is over.
    while (std::cin >> word) {
        if (word == "refused") {
            std::getline(std::cin, line);
            continue;
        }
        int round, count;
        std::cin >> round >> std::ws;
        std::getline(std::cin, line);  // scores
        std::vector<Submarine> mine, hostile;
        for (int n = 0; n < settings["players"] * settings["submarines"]; n++) {
            std::string letter, state;
            Submarine submarine;
            std::cin >> word >> letter >> submarine.number >> state >> submarine.cell.row >> submarine.cell.column;
            if (state != "at") continue;
            if (letter == me) mine.push_back(submarine);
            // a and c play together, and so do b and d.
            else if ((letter[0] - me[0]) % 2 != 0) hostile.push_back(submarine);
        }
        std::vector<Site> sites;
        while (std::cin >> word && word == "site") {
            Site site;
            std::cin >> site.cell.row >> site.cell.column >> site.content;
            sites.push_back(site);
        }
        // The reports of each player's last order and the contacts of my ping aren't used here.
        while (word == "last") {
            std::getline(std::cin, line);
            std::cin >> word;
        }
        std::cin >> count;
        for (std::getline(std::cin, line); count > 0; count--) std::getline(std::cin, line);
        std::cout << choose(mine, hostile, sites) << std::endl;
    }
}
