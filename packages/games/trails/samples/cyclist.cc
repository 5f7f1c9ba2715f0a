// A player of Trails: goes straight ahead while the next cell is free, otherwise to a free side.
#include <iostream>
#include <map>
#include <string>
#include <vector>

using Board = std::vector<std::string>;

const std::vector<std::string> directions = {"up", "right", "down", "left"};
const int down[] = {-1, 0, 1, 0};
const int right[] = {0, 1, 0, -1};

// A cell of the board is '.' if free, '#' for a wall, a … d for a trail, A … D for a player.
std::string choose(const Board& board, int row, int column, const std::string& heading) {
    int first = 0;
    while (directions[first] != heading) first++;
    const int rows = board.size(), columns = board[0].size();
    for (int turn : {0, 3, 1}) {
        const int direction = (first + turn) % 4;
        const int next_row = (row + ::down[direction] + rows) % rows;
        const int next_column = (column + ::right[direction] + columns) % columns;
        if (board[next_row][next_column] != '.') continue;
        std::cerr << "draw cell " << next_row << ' ' << next_column << '\n';  // shown in the viewer
        return directions[direction];
    }
    return "ahead";
}

int main() {
    // Read once: my letter, the names, the settings, and the board's drawing.
    std::string word, me, names, header;
    std::cin >> word >> me >> std::ws;
    std::getline(std::cin, names);
    std::getline(std::cin, header);
    std::map<std::string, std::string> settings;
    while (!settings.count("columns")) {
        std::cin >> word;
        std::cin >> settings[word];
    }
    const int players = std::stoi(settings["players"]), rows = std::stoi(settings["rows"]);
    for (int row = 0; row < rows; row++) std::cin >> word;

    // Read in each round: its number, the players, and the board. The answer is one word. Without another round, the
    // match is over.
    int round;
    while (std::cin >> word >> round) {
        int my_row = 0, my_column = 0;
        std::string my_heading;
        for (int player = 0; player < players; player++) {
            int row, column;
            std::string letter, heading;
            std::cin >> letter >> row >> column >> heading;
            if (letter == me) my_row = row, my_column = column, my_heading = heading;
        }
        Board board(rows);
        for (std::string& line : board) std::cin >> line;
        // An eliminated player is still asked, but its answers do not count.
        std::cout << (my_heading == "ended" ? "ahead" : choose(board, my_row, my_column, my_heading)) << std::endl;
    }
}
