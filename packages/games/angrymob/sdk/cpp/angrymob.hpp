// Players of Angry Mob in C++17: this one header, nothing else. Linux, macOS, Windows.
//
//   #include "angrymob.hpp"
//   int main(int argc, char** argv) {
//     return angrymob::play("Wanderer", argc, argv, [](angrymob::Game& game) {
//       for (const angrymob::Group& group : game.mine()) {
//         const auto exits = game.exits(group.i, group.j);
//         game.send(group.i, group.j, group.units, exits[rand() % exits.size()]);
//       }
//     });
//   }
//
//   g++ -std=c++17 -O2 wanderer.cc -o wanderer            (Windows with MinGW: add -lws2_32 at the end)
//   ./wanderer -port 14400
//
// The game tracks the whole position, so a player only needs to read it.
#ifndef ANGRYMOB_HPP
#define ANGRYMOB_HPP

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <winsock2.h>
#include <ws2tcpip.h>
#ifdef _MSC_VER
#pragma comment(lib, "ws2_32.lib")
#endif
#else
#include <csignal>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace angrymob {

enum Direction { RIGHT = 0, UP = 1, LEFT = 2, DOWN = 3 };

// A cell: row and column, from 0 at the top left.
struct Cell {
  int i = 0;
  int j = 0;
  friend bool operator==(Cell a, Cell b) { return a.i == b.i && a.j == b.j; }
  friend bool operator!=(Cell a, Cell b) { return !(a == b); }
};

// Units on a cell.
struct Group {
  int i, j, units;
};

// The position as this player sees it, always up to date.
class Game {
 public:
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  // Number of turns played so far.
  int turn() const { return turn_; }
  Cell my_base() const { return cell_of(bases_[0]); }
  Cell their_base() const { return cell_of(bases_[1]); }
  int my_total() const { return total_[0]; }
  int their_total() const { return total_[1]; }

  bool inside(int i, int j) const { return i >= 0 && i < rows_ && j >= 0 && j < columns_; }
  // Cells outside the map are impassable and empty.
  bool passable(int i, int j) const { return inside(i, j) && passable_[number(i, j)]; }
  int mine(int i, int j) const { return inside(i, j) ? units_[0][number(i, j)] : 0; }
  int theirs(int i, int j) const { return inside(i, j) ? units_[1][number(i, j)] : 0; }
  int neutrals(int i, int j) const { return inside(i, j) ? neutrals_[number(i, j)] : 0; }
  // The cells where I have units, row by row.
  std::vector<Group> mine() const { return groups(units_[0]); }
  std::vector<Group> theirs() const { return groups(units_[1]); }
  std::vector<Group> neutrals() const { return groups(neutrals_); }

  // The cell next to (i, j) in direction d; it may be impassable or outside the map.
  static Cell neighbour(int i, int j, int d) {
    return {i + (d == DOWN) - (d == UP), j + (d == RIGHT) - (d == LEFT)};
  }
  // The directions in which units on (i, j) can move.
  std::vector<int> exits(int i, int j) const {
    std::vector<int> found;
    for (int d = 0; d < 4; d++) {
      const Cell target = neighbour(i, j, d);
      if (passable(target.i, target.j)) found.push_back(d);
    }
    return found;
  }
  // The number of steps to each cell, by cell number, from the nearest of these cells, or from (i, j); -1 if
  // unreachable. A unit moves one step per turn.
  std::vector<int> distances(const std::vector<Cell>& sources) const { return search(sources, -1).first; }
  std::vector<int> distances(int i, int j) const { return distances({{i, j}}); }
  // The cells within this number of steps (default: any) of one of these cells, including these: nearest first, then by
  // number.
  std::vector<Cell> reachable(const std::vector<Cell>& sources) const { return cells_of(search(sources, -1)); }
  std::vector<Cell> reachable(const std::vector<Cell>& sources, int steps) const {
    if (steps < 0) refuse("steps must be at least 0, found " + std::to_string(steps));
    return cells_of(search(sources, steps));
  }
  // By cell number: the number of these cells, such as those of theirs(), within this number of steps.
  std::vector<int> danger(const std::vector<Cell>& sources, int steps) const {
    if (steps < 0) refuse("steps must be at least 0, found " + std::to_string(steps));
    std::vector<int> count(passable_.size(), 0);
    for (Cell source : sources)
      for (int cell : search({source}, steps).second) count[cell]++;
    return count;
  }
  // The number of a cell: i * columns() + j.
  int index(int i, int j) const {
    if (!inside(i, j)) refuse("there is no cell " + name(i, j) + " on the map");
    return number(i, j);
  }

  // Moves k units from (i, j) in direction d this turn. Throws a std::invalid_argument with the reason if the rules forbid the
  // call.
  void send(int i, int j, int k, int d) {
    const int left = inside(i, j) ? mine(i, j) - leaving_[number(i, j)] : 0;
    if (k < 1 || k > left)
      refuse("cannot move " + std::to_string(k) + " units out of " + name(i, j) + ": " + std::to_string(left) + " are left there");
    const Cell target = neighbour(i, j, d);
    if (d < 0 || d > 3 || !passable(target.i, target.j))
      refuse("from " + name(i, j) + " nothing can move in direction " + std::to_string(d));
    leaving_[number(i, j)] += k;
    asked_.push_back({i, j, k, d});
  }

  // Writes a line to the log of this turn.
  void log(const std::string& text) const { std::cerr << text + '\n'; }
  // Draws marks for spectators (docs/drawing.md); a colour is #rgb or #rrggbb, by default the player's.
  void draw_cell(int i, int j, const std::string& color = "") const { draw("cell", {i, j}, color); }
  void draw_point(int i, int j, const std::string& color = "") const { draw("point", {i, j}, color); }
  void draw_line(int i, int j, int to_i, int to_j, const std::string& color = "") const {
    draw("line", {i, j, to_i, to_j}, color);
  }
  void draw_text(int i, int j, const std::string& text, const std::string& color = "") const {
    draw("text", {i, j}, color, text);
  }

  // "" while the game continues, then "won", "lost", or "draw"; "ended" if the arena ended it.
  const std::string& result() const { return result_; }
  // The reason for the end: "base", "both-bases", "no-units"; "-" if the arena ended the game.
  const std::string& reason() const { return reason_; }

 private:
  using Submove = std::array<int, 4>;
  friend int play(const std::string&, int, char**, const std::function<void(Game&)>&, const std::function<void(Game&)>&);

  int number(int i, int j) const { return i * columns_ + j; }
  Cell cell_of(int cell) const { return {cell / columns_, cell % columns_}; }
  static std::string name(int i, int j) { return "(" + std::to_string(i) + ", " + std::to_string(j) + ")"; }
  static void draw(const char* kind, const std::vector<int>& places, const std::string& color, const std::string& text = "") {
    std::string line = std::string("draw ") + kind;
    for (int place : places) line += ' ' + std::to_string(place);
    for (const std::string& word : {color, text})
      if (!word.empty()) line += ' ' + word;
    std::cerr << line + '\n';
  }
  [[noreturn]] static void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

  // The number of steps to each cell, and the numbers of the cells found, nearest first.
  std::pair<std::vector<int>, std::vector<int>> search(const std::vector<Cell>& sources, int steps) const {
    std::vector<int> far(passable_.size(), -1), queue;
    queue.reserve(far.size());
    for (Cell source : sources) {
      const int cell = index(source.i, source.j);
      if (far[cell] == 0) continue;
      far[cell] = 0;
      queue.push_back(cell);
    }
    for (std::size_t at = 0; at < queue.size() && far[queue[at]] != steps; at++) {
      const int cell = queue[at], j = cell % columns_;
      const auto enter = [&](int next) {
        if (far[next] >= 0 || !passable_[next]) return;
        far[next] = far[cell] + 1;
        queue.push_back(next);
      };
      if (cell >= columns_) enter(cell - columns_);
      if (j + 1 < columns_) enter(cell + 1);
      if (cell + columns_ < int(far.size())) enter(cell + columns_);
      if (j > 0) enter(cell - 1);
    }
    return {far, queue};
  }
  std::vector<Cell> cells_of(std::pair<std::vector<int>, std::vector<int>> found) const {
    const std::vector<int>& far = found.first;
    std::sort(found.second.begin(), found.second.end(),
              [&](int a, int b) { return far[a] != far[b] ? far[a] < far[b] : a < b; });
    std::vector<Cell> cells;
    for (int cell : found.second) cells.push_back(cell_of(cell));
    return cells;
  }
  std::vector<Group> groups(const std::vector<int>& units) const {
    std::vector<Group> found;
    for (int cell = 0; cell < int(units.size()); cell++)
      if (units[cell] > 0) found.push_back({cell / columns_, cell % columns_, units[cell]});
    return found;
  }

  void read_map(const std::vector<std::string>& lines) {
    std::istringstream(lines[0]) >> rows_ >> columns_;
    const std::size_t cells = std::size_t(rows_) * columns_;
    passable_.assign(cells, true);
    neutrals_.assign(cells, 0);
    leaving_.assign(cells, 0);
    for (int side : {0, 1}) units_[side].assign(cells, 0);
    for (int i = 0; i < rows_; i++) {
      std::istringstream row(lines[i + 1]);
      std::string token;
      for (int j = 0; row >> token; j++) {
        const int cell = number(i, j);
        if (token == "#") passable_[cell] = false;
        else if (token == "A") bases_[0] = cell;
        else if (token == "B") bases_[1] = cell;
        else if (token != ".") neutrals_[cell] = std::atoi(token.c_str());
      }
    }
    for (int side : {0, 1}) units_[side][bases_[side]] = total_[side] = 1;
  }

  std::string take_line() const {
    std::string line;
    for (const Submove& submove : asked_)
      for (int number : submove) line += (line.empty() ? "" : " ") + std::to_string(number);
    return line;
  }

  // Plays one turn, in the order of docs/angry-mob.md §2.2.
  void advance(const std::string& answer) {
    std::vector<Submove> moves[2] = {asked_, {}};
    std::istringstream numbers(answer);
    for (Submove s; numbers >> s[0] >> s[1] >> s[2] >> s[3];) moves[1].push_back(s);
    for (const Submove& s : asked_) leaving_[number(s[0], s[1])] = 0;
    asked_.clear();
    for (int side : {0, 1}) {
      for (const Submove& s : moves[side]) {
        const Cell target = neighbour(s[0], s[1], s[3]);
        units_[side][number(s[0], s[1])] -= s[2];
        units_[side][number(target.i, target.j)] += s[2];
      }
    }
    for (std::size_t cell = 0; cell < neutrals_.size(); cell++) {
      const int lost = std::min(units_[0][cell], units_[1][cell]);
      for (int side : {0, 1}) {
        units_[side][cell] -= lost;
        total_[side] -= lost;
      }
    }
    for (int side : {0, 1}) {
      if (total_[side] > 8) continue;
      for (std::size_t cell = 0; cell < neutrals_.size(); cell++) {
        if (units_[side][cell] == 0) continue;
        units_[side][cell] += neutrals_[cell];
        total_[side] += neutrals_[cell];
        neutrals_[cell] = 0;
      }
    }
    turn_++;
    const bool i_conquer = units_[0][bases_[1]] > 0, they_conquer = units_[1][bases_[0]] > 0;
    if (i_conquer && they_conquer) end("draw", "both-bases");
    else if (i_conquer || they_conquer) end(i_conquer ? "won" : "lost", "base");
    else if (total_[0] == 0 && total_[1] == 0) end("draw", "no-units");
  }

  void end(const char* result, const char* reason) {
    result_ = result;
    reason_ = reason;
  }

  int rows_ = 0, columns_ = 0, turn_ = 0;
  int bases_[2] = {0, 0}, total_[2] = {0, 0};
  std::vector<bool> passable_;
  std::vector<int> neutrals_, leaving_, units_[2];
  std::vector<Submove> asked_;
  std::string result_, reason_ = "-";
};

// Lines over TCP, or over standard input and output.
class Lines {
 public:
  Lines() = default;
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  bool connect(const std::string& host, const std::string& port) {
#ifdef _WIN32
    WSADATA data;
    if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return false;
#else
    std::signal(SIGPIPE, SIG_IGN);
#endif
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return false;
    for (addrinfo* at = found; at != nullptr && !open_; at = at->ai_next) {
      socket_ = ::socket(at->ai_family, at->ai_socktype, at->ai_protocol);
      if (socket_ == NONE) continue;
      if (::connect(socket_, at->ai_addr, int(at->ai_addrlen)) == 0) open_ = true;
      else close_socket();
    }
    freeaddrinfo(found);
    int yes = 1;
    if (open_) setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&yes), sizeof yes);
    return open_;
  }
  ~Lines() {
    if (open_) close_socket();
  }

  // The next line without its line break; false at the end.
  bool read(std::string& line) {
    std::size_t end;
    while ((end = buffer_.find('\n')) == std::string::npos) {
      char bytes[65536];
      long count;
      if (open_) count = long(recv(socket_, bytes, int(sizeof bytes), 0));
      else count = std::fgets(bytes, int(sizeof bytes), stdin) ? long(std::strlen(bytes)) : 0;
      if (count <= 0) return false;
      buffer_.append(bytes, std::size_t(count));
    }
    line = buffer_.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    buffer_.erase(0, end + 1);
    return true;
  }

  // If the arena has disconnected, the next read reports it.
  void write(const std::string& line) {
    const std::string text = line + "\n";
    if (!open_) {
      std::fwrite(text.data(), 1, text.size(), stdout);
      std::fflush(stdout);
      return;
    }
    for (std::size_t sent = 0; sent < text.size();) {
      const long count = long(::send(socket_, text.data() + sent, int(text.size() - sent), 0));
      if (count <= 0) return;
      sent += std::size_t(count);
    }
  }

 private:
#ifdef _WIN32
  using Handle = SOCKET;
  static constexpr Handle NONE = INVALID_SOCKET;
  void close_socket() { closesocket(socket_); }
#else
  using Handle = int;
  static constexpr Handle NONE = -1;
  void close_socket() { ::close(socket_); }
#endif
  Handle socket_ = NONE;
  bool open_ = false;
  std::string buffer_;
};

// Connects to the arena as `name` and plays one game, then prints the result, reason, and number of turns. Returns the
// exit code for main. `move` is called once per turn and calls `game.send`; `start`, if given, is called once before
// the first turn. `-port` (14400) and `-host` (127.0.0.1) on the command line specify the arena. With `-stdio` (or
// LUDUS_STDIO=1 in the environment, as `ludus match` sets it), the same lines use standard input and output.
inline int play(const std::string& name, int argc, char** argv, const std::function<void(Game&)>& move,
                const std::function<void(Game&)>& start = nullptr) {
  std::string host = "127.0.0.1", port = "14400";
  const char* environment = std::getenv("LUDUS_STDIO");
  bool stdio = environment != nullptr && std::strcmp(environment, "1") == 0;
  for (int at = 1; at < argc; at++) {
    const std::string word = argv[at];
    if (word == "-stdio") stdio = true;
    else if (word == "-port" && at + 1 < argc) port = argv[++at], stdio = false;
    else if (word == "-host" && at + 1 < argc) host = argv[++at];
  }
  Lines lines;
  if (!stdio && !lines.connect(host, port)) {
    std::cerr << "there is no arena at " << host << ", port " << port << "\n";
    return 1;
  }
  lines.write(name);
  std::vector<std::string> map(1);
  if (!lines.read(map[0]) || map[0].compare(0, 6, "error ") == 0) {
    std::cerr << name << ": the arena refused: " << (map[0].empty() ? "it closed the connection" : map[0].substr(6)) << "\n";
    return 1;
  }
  const int rows = std::atoi(map[0].c_str());
  for (int i = 0; i < rows; i++) {
    map.emplace_back();
    lines.read(map.back());
  }
  Game game;
  game.read_map(map);
  if (start) start(game);
  while (game.result().empty()) {
    move(game);
    lines.write(game.take_line());
    std::string answer;
    if (lines.read(answer)) game.advance(answer);
    else game.end("ended", "-");
  }
  // If the game uses standard input and output, a referee runs the game and reports the result.
  if (!stdio) std::cout << game.result() << '\t' << game.reason() << '\t' << game.turn() << std::endl;
  return 0;
}

}  // namespace angrymob

#endif
