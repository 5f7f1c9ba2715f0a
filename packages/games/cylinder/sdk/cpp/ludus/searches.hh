// Searches over the universe by rounds; included by ludus/player.hh, after the game's Board.
#ifndef LUDUS_SEARCHES_HH
#define LUDUS_SEARCHES_HH

namespace ludus {

// Players call these with the name of the namespace, `ludus::distances`. A call without it that passes a board or a player must
// not find them next to the player's own functions of the same name. So they are in a namespace that such a call ignores.
namespace searches {

/**
 * The number of a cell: row · columns + column. Any column is taken modulo the universe's columns. −1 for a
 * non-existent row.
 */
inline int index(const Board& board, const Pos& p) {
  if (!board.within_universe(p)) {
    warn_no_cell(p);
    return -1;
  }
  const int columns = board.number_universe_columns(), column = second(p) % columns;
  return first(p) * columns + (column < 0 ? column + columns : column);
}

/** The universe's obstacles, and the position of the window. */
class Grid {
 public:
  explicit Grid(const Board& board)
      : rows(board.number_rows()),
        columns(board.number_universe_columns()),
        window(board.number_window_columns()),
        start(board.round() % columns),
        wide(columns + window),
        obstacles(rows * wide, 0) {
#ifdef LUDUS_MADMAX
    const CType obstacle = TYRE;
#else
    const CType obstacle = ASTEROID;
#endif
    for (int row = 0; row < rows; row++)
      for (int ahead = 0; ahead < wide; ahead++)
        obstacles[row * wide + ahead] = board.cell(row, (start + ahead) % columns).type == obstacle;
  }

  /**
   * By cell: the number of rounds from the nearest of these cells, up to `steps`, or −1. A negative `steps` finds
   * nothing.
   */
  vector<int> rounds_from(const vector<int>& sources, int steps) const {
    // A place is a row and the number of columns ahead of the window's first, up to one turn around the universe.
    vector<int> far(rows * wide, -1), queue;
    for (size_t k = 0; k < sources.size() && steps >= 0; k++) {
      const int place = sources[k] / columns * wide + (sources[k] % columns - start + columns) % columns;
      if (far[place] == 0) continue;
      far[place] = 0;
      queue.push_back(place);
    }
    for (size_t k = 0; k < queue.size(); k++) {
      const int place = queue[k], row = place / wide, ahead = place % wide, then = far[place] + 1;
      if (then > steps || then > columns) break;
      for (int side = row - 1; side <= row + 1; side++) {
        if (side < 0 || side >= rows || (side != row && obstacles[side * wide + ahead])) continue;
        // Within the window of that round, which never extends beyond the last place.
        for (int to = ahead; to <= ahead + 2 && to < then + window; to++) {
          const int next = side * wide + to;
          if (to > ahead && (obstacles[row * wide + to] || obstacles[next])) break;
          if (to < then || far[next] >= 0) continue;
          far[next] = then;
          queue.push_back(next);
        }
      }
    }
    vector<int> nearest(rows * columns, -1);
    // Backwards, so that the nearer of a cell's two places counts.
    for (size_t k = queue.size(); k-- > 0;) {
      const int cell = queue[k] / wide * columns + (start + queue[k] % wide) % columns;
      nearest[cell] = far[queue[k]];
    }
    return nearest;
  }

 private:
  int rows, columns, window, start, wide;
  /** By place: 1 for an obstacle. */
  vector<char> obstacles;
};

/**
 * The numbers of these cells. Players may be compiled without exceptions, so positions with a non-existent row only
 * cause a warning.
 */
inline vector<int> numbers(const Board& board, const vector<Pos>& sources) {
  vector<int> cells;
  for (size_t k = 0; k < sources.size(); k++) {
    const int cell = index(board, sources[k]);
    if (cell >= 0) cells.push_back(cell);
  }
  return cells;
}

/**
 * The number of rounds that a unit needs to each cell, by cell number, from the nearest of these positions; −1 if
 * unreachable. The unit stays in the window and avoids obstacles. Other units and missiles don't count.
 */
inline vector<int> distances(const Board& board, const vector<Pos>& sources) {
  return Grid(board).rounds_from(numbers(board, sources), numeric_limits<int>::max());
}

/** The cells that a unit can reach within this number of rounds (default: any): nearest first, then by number. */
inline vector<Pos> reachable(const Board& board, const vector<Pos>& sources, int steps) {
  const vector<int> far = Grid(board).rounds_from(numbers(board, sources), steps);
  // By number of rounds: the number of cells before it in the result.
  vector<int> before(board.number_universe_columns() + 2, 0);
  for (size_t cell = 0; cell < far.size(); cell++)
    if (far[cell] >= 0) before[far[cell] + 1]++;
  for (size_t rounds = 1; rounds < before.size(); rounds++) before[rounds] += before[rounds - 1];
  vector<Pos> found(before.back());
  const int columns = board.number_universe_columns();
  for (int cell = 0; cell < static_cast<int>(far.size()); cell++)
    if (far[cell] >= 0) found[before[far[cell]]++] = Pos(cell / columns, cell % columns);
  return found;
}
inline vector<Pos> reachable(const Board& board, const vector<Pos>& sources) {
  return reachable(board, sources, numeric_limits<int>::max());
}

/** By cell number: the number of units at these positions that can be there within `steps` rounds. */
inline vector<int> danger(const Board& board, const vector<Pos>& sources, int steps) {
  const Grid grid(board);
  const vector<int> cells = numbers(board, sources);
  vector<int> count(board.number_rows() * board.number_universe_columns(), 0);
  for (size_t k = 0; k < cells.size(); k++) {
    const vector<int> far = grid.rounds_from(vector<int>(1, cells[k]), steps);
    for (size_t cell = 0; cell < far.size(); cell++)
      if (far[cell] >= 0) count[cell]++;
  }
  return count;
}

}  // namespace searches

using namespace searches;

}  // namespace ludus

#endif
