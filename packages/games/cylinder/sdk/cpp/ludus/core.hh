// The shared part of Mad Max and Star War: positions, directions, settings, the generator, and the board. Only the names of
// docs/cpp.md §1 are global; everything else is in the namespace ludus, out of the players' way.
#ifndef LUDUS_CORE_HH
#define LUDUS_CORE_HH

#include "ludus/std.hh"

using namespace std;

/**
 * (row, column). A position is moved by adding a direction, p += UP, or created with Pos(row, column): its two parts
 * are read-only.
 */
typedef complex<int> Pos;
/** (rows, columns) that a unit advances in one round. */
typedef complex<int> Dir;

typedef int Player_Id;
typedef int Missile_Id;

inline int first(const complex<int>& p) { return p.real(); }
inline int second(const complex<int>& p) { return p.imag(); }

static const Dir SLOW_UP(-1, 0), SLOW(0, 0), SLOW_DOWN(1, 0);
static const Dir UP(-1, 1), DEFAULT(0, 1), DOWN(1, 1);
static const Dir FAST_UP(-1, 2), FAST(0, 2), FAST_DOWN(1, 2);

/** Whether it is one of the nine directions. */
inline bool dir_ok(const Dir& d) { return first(d) >= -1 && first(d) <= 1 && second(d) >= 0 && second(d) <= 2; }

/** Orders positions and directions by row, then by column. */
struct Cmp {
  bool operator()(const complex<int>& a, const complex<int>& b) const {
    return first(a) != first(b) ? first(a) < first(b) : second(a) < second(b);
  }
};

namespace ludus {

// The definitions of the declarations here are in runtime/answers.hh: compiling them again with every player would take longer
// than compiling most players.

/**
 * The cells entered by a move in a direction, in order (docs/cylinder.md §5.2); for a unit that stays, its current
 * cell.
 */
map<Dir, vector<Dir>, Cmp> all_paths();
void warn_no_such(const char* what, int id);
void warn_no_cell(const Pos& p);

/** The order is that of CylinderSettings on the referee's side. */
struct Setup {
  int players, rounds, rows, universe_columns, window_columns, units_per_player, rounds_to_regenerate;
  int missile_bonuses, gas_bonuses, point_bonuses, bonus_missiles, bonus_gas, bonus_points, kill_points, initial_gas;
};

/** The Lehmer generator of the originals. */
struct Generator {
  int state;
  int next() {
    state = static_cast<int>(static_cast<unsigned long long>(state) * 48271ULL % 2147483647ULL);
    return state - 1;
  }
};

/** The runtime's door into boards and players. */
struct Access;

/**
 * The missiles by id. Players use it like their own map. So a const object also provides the functions of a non-const
 * map, and changes are discarded with the board of the round.
 */
template <class Missile>
struct Missile_Map : public std::map<Missile_Id, Missile> {
  typedef std::map<Missile_Id, Missile> Base;
  typedef typename Base::iterator iterator;
  typedef typename Base::reverse_iterator reverse_iterator;
  Base& self() const { return const_cast<Base&>(static_cast<const Base&>(*this)); }
  iterator begin() const { return self().begin(); }
  iterator end() const { return self().end(); }
  reverse_iterator rbegin() const { return self().rbegin(); }
  reverse_iterator rend() const { return self().rend(); }
  iterator find(Missile_Id id) const { return self().find(id); }
  iterator lower_bound(Missile_Id id) const { return self().lower_bound(id); }
  iterator upper_bound(Missile_Id id) const { return self().upper_bound(id); }
  Missile operator[](Missile_Id id) const {
    iterator it = find(id);
    return it == end() ? Missile() : it->second;
  }
  Missile& operator[](Missile_Id id) { return Base::operator[](id); }
};

/**
 * The board as players see it, whatever its units are called. Internal members have names that begin with ludus_, which players do not use.
 * Inside a player's class, these names hide those of its file.
 */
template <class Unit, class Cell, class Missile>
class Cylinder {
 public:
  int number_players() const { return ludus_setup.players; }
  int number_rounds() const { return ludus_setup.rounds; }
  int number_rows() const { return ludus_setup.rows; }
  int number_universe_columns() const { return ludus_setup.universe_columns; }
  int number_window_columns() const { return ludus_setup.window_columns; }
  int number_rounds_to_regenerate() const { return ludus_setup.rounds_to_regenerate; }
  int number_missile_bonuses() const { return ludus_setup.missile_bonuses; }
  int bonus_missiles() const { return ludus_setup.bonus_missiles; }
  int kill_points() const { return ludus_setup.kill_points; }

  /** Whether its row is on the board. Every column is. */
  bool within_universe(const Pos& p) const { return first(p) >= 0 && first(p) < ludus_setup.rows; }
  /** Whether it is within that round's window. Any column is taken modulo the universe's columns. */
  bool within_window(const Pos& p, int round) const {
    if (!within_universe(p)) return false;
    long long ahead = (static_cast<long long>(second(p)) - round) % ludus_setup.universe_columns;
    if (ahead < 0) ahead += ludus_setup.universe_columns;
    return ahead < ludus_setup.window_columns;
  }

  bool player_ok(Player_Id player) const { return player >= 0 && player < ludus_setup.players; }
  /** The owner of a unit. */
  Player_Id player_of(int unit) const { return unit / ludus_setup.units_per_player; }
  /** The first of the player's units, which are begin(player) … end(player) − 1. */
  int begin(Player_Id player) const { return player * ludus_setup.units_per_player; }
  int end(Player_Id player) const { return (player + 1) * ludus_setup.units_per_player; }

  /** The current round, from 0. */
  int round() const { return ludus_round; }
  /** The content of the cell; any column is taken modulo the universe's columns. Cells outside the rows are empty. */
  const Cell& cell(const Pos& p) const {
    int column = second(p);
    if (static_cast<unsigned>(column) >= static_cast<unsigned>(ludus_setup.universe_columns)) {
      column %= ludus_setup.universe_columns;
      if (column < 0) column += ludus_setup.universe_columns;
    }
    if (static_cast<unsigned>(first(p)) >= static_cast<unsigned>(ludus_setup.rows)) return ludus_outside(p);
    return ludus_grid[first(p) * ludus_setup.universe_columns + column];
  }
  const Cell& cell(int row, int column) const { return cell(Pos(row, column)); }
  /** The missiles in flight, by id. */
  const Missile_Map<Missile>& missiles() const { return ludus_missiles; }
  int score(Player_Id player) const { return player_ok(player) ? ludus_scores[player] : 0; }
  /** The used share (0 … 1) of a player's time budget; −1 once it is frozen. */
  double status(Player_Id player) const { return player_ok(player) ? ludus_statuses[player] : -1; }

  /** A random number from 0 to 2^31 − 3. */
  int randomize() const { return ludus_generator.next(); }
  /** A random number from l to u (inclusive). */
  int randomize(int l, int u) const { return l + ludus_generator.next() % (u - l + 1); }

  /** The share (0 … 1) of this player's budget that is left; 1 if nothing is counted. Not in the originals. */
  double budget_left() const;

 protected:
  const Unit& ludus_unit(int id, const char* what) const {
    if (id >= 0 && id < static_cast<int>(ludus_units.size())) return ludus_units[id];
    warn_no_such(what, id);
    static const Unit none = Unit();
    return none;
  }
  int ludus_number_units() const { return ludus_setup.players * ludus_setup.units_per_player; }

  Setup ludus_setup;
  int ludus_round;
  vector<Cell> ludus_grid;
  vector<Unit> ludus_units;
  Missile_Map<Missile> ludus_missiles;
  vector<int> ludus_scores;
  vector<double> ludus_statuses;
  mutable Generator ludus_generator;

  Cylinder() : ludus_setup(), ludus_round(0), ludus_generator() {}

 private:
  const Cell& ludus_outside(const Pos& p) const {
    warn_no_cell(p);
    static const Cell none = Cell();
    return none;
  }
};

/** The current share of the budget left, from the runtime. */
double budget_left_now();

template <class Unit, class Cell, class Missile>
inline double Cylinder<Unit, Cell, Missile>::budget_left() const {
  return budget_left_now();
}

/** A player's actions in one round. */
struct Instruction {
  int unit;
  /** The referee's codes: UP, DEFAULT, DOWN, SLOW_UP, SLOW, SLOW_DOWN, FAST_UP, FAST, FAST_DOWN, shoot. */
  int code;
};

/** Keeps the first instruction given to each of the player's units. */
class Orders {
 public:
  Orders() : ludus_player(0), ludus_units_per_player(0), ludus_units(0) {}

 protected:
  void ludus_ask_move(int unit, const Dir& d) const;
  void ludus_ask_shoot(int unit) const;

 private:
  friend struct Access;
  bool ludus_accept(int unit, const char* what) const;
  void ludus_ask(int unit, int code) const;

  int ludus_player, ludus_units_per_player, ludus_units;
  mutable vector<char> ludus_asked;
  mutable vector<Instruction> ludus_instructions;
};

}  // namespace ludus

/** For each direction, the cells entered, relative to the unit's position, in order. */
static const map<Dir, vector<Dir>, Cmp> dir2all = ludus::all_paths();

#endif
