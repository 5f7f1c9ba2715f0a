// The shared part of the native and the WebAssembly runtime: it reads the referee's images of the board into players
// and returns their actions. The images are described, and written, in packages/games/cylinder/player/image.ts.
#ifndef LUDUS_HOST_HH
#define LUDUS_HOST_HH

#include "Player.hh"
#include "answers.hh"

namespace ludus {

/** Reads an image: little-endian 32-bit numbers and doubles, as written by the referee. */
struct Image {
  const unsigned char* at;
  int number() {
    int value;
    memcpy(&value, at, 4);
    at += 4;
    return value;
  }
  double real() {
    double value;
    memcpy(&value, at, 8);
    at += 8;
    return value;
  }
};

const int IMAGE_VERSION = 0x3144554c;
#ifdef LUDUS_MADMAX
const int GAME = 0;
#else
const int GAME = 1;
#endif

/** The single player of this program. Zero before any constructor runs, so the order of the files does not matter. */
Factory registered = 0;
bool register_player(Factory factory) {
  registered = factory;
  return true;
}

#ifdef LUDUS_KEEPS_CELLS
/**
 * The contents of a grid in a player's last round: only changed cells are written again. In native players, that is
 * most of the time of a question; in WebAssembly, the price of a round would depend on the previous round.
 */
struct KeptCells {
  const Player* player;
  vector<unsigned char> contents;
  /** Positions of units and missiles. */
  vector<int> marked;

  void load(vector<Cell>& grid, const unsigned char* cells, const CType* kinds) {
    const bool first = contents.size() != grid.size();
    if (first) contents.assign(grid.size(), 255);
    for (int i : marked) contents[i] = 255;
    const size_t size = grid.size(), block = 64;
    const Cell none;
    for (size_t from = 0; from < size; from += block) {
      const size_t to = min(from + block, size);
      if (memcmp(&contents[from], cells + from, to - from) == 0) continue;
      for (size_t i = from; i < to; ++i) {
        if (contents[i] == cells[i]) continue;
        contents[i] = cells[i];
        grid[i] = none;
        grid[i].type = kinds[cells[i]];
      }
    }
    marked.clear();
  }
};
#endif

struct Access {
  /** Creates the player that the image describes; null if the image is of another game or version. */
  static Player* make(const unsigned char* bytes) {
    Image image = {bytes};
    if (image.number() != IMAGE_VERSION) return 0;
    const int seat = image.number();
    if (image.number() != GAME || !registered) return 0;
    Setup setup;
    int* fields[] = {&setup.players,         &setup.rounds,        &setup.rows,
                     &setup.universe_columns, &setup.window_columns, &setup.units_per_player,
                     &setup.rounds_to_regenerate, &setup.missile_bonuses, &setup.gas_bonuses,
                     &setup.point_bonuses,   &setup.bonus_missiles, &setup.bonus_gas,
                     &setup.bonus_points,    &setup.kill_points,   &setup.initial_gas};
    for (int* field : fields) *field = image.number();
    Player* player = registered();
    Board& board = *player;
    board.ludus_setup = setup;
    board.ludus_grid.resize(setup.rows * setup.universe_columns);
    board.ludus_units.resize(board.ludus_number_units());
    board.ludus_scores.resize(setup.players);
    board.ludus_statuses.resize(setup.players);
    Action& action = *player;
    player->ludus_me = seat;
    action.ludus_player = seat;
    action.ludus_units_per_player = setup.units_per_player;
    action.ludus_units = board.ludus_number_units();
    return player;
  }

  /**
   * Puts the board of the round into the player and clears its previous instructions; returns the share of its budget
   * left.
   */
  static double load(Player* player, const unsigned char* bytes) {
    Image image = {bytes};
    Board& board = *player;
    const double left = image.real();
    for (double& status : board.ludus_statuses) status = image.real();
    board.ludus_round = image.number();
    board.ludus_generator.state = image.number();
    const int missiles = image.number();
    for (int& score : board.ludus_scores) score = image.number();
    const unsigned char* units = image.at;
    const unsigned char* flying = units + 24 * board.ludus_units.size();
    const unsigned char* cells = flying + 16 * missiles;
    static const CType kinds[] = {EMPTY, MISSILE_BONUS,
#ifdef LUDUS_MADMAX
                                  WATER_BONUS, GAS_BONUS, TYRE};
#else
                                  POINT_BONUS, EMPTY, ASTEROID};
#endif
#ifdef LUDUS_KEEPS_CELLS
    kept_of(player).load(board.ludus_grid, cells, kinds);
#else
    const Cell none;
    for (size_t i = 0; i < board.ludus_grid.size(); ++i) {
      board.ludus_grid[i] = none;
      board.ludus_grid[i].type = kinds[cells[i]];
    }
#endif
    image.at = units;
    for (size_t id = 0; id < board.ludus_units.size(); ++id) load_unit(board, static_cast<int>(id), image);
    board.ludus_missiles.clear();
    for (int i = 0; i < missiles; ++i) {
      const int mid = image.number(), owner = image.number(), row = image.number(), column = image.number();
      board.ludus_missiles.insert(board.ludus_missiles.end(), make_pair(mid, Missile(mid, owner, Pos(row, column))));
      Cell& cell = board.ludus_grid[row * board.ludus_setup.universe_columns + column];
      cell.type = MISSILE;
      cell.mid = mid;
    }
#ifdef LUDUS_KEEPS_CELLS
    mark(board, kept_of(player).marked);
#endif
    Action& action = *player;
    action.ludus_instructions.clear();
    action.ludus_asked.assign(board.ludus_setup.units_per_player, false);
    return left;
  }

  /** The answer: the generator's state, the number of instructions, then unit and code of each. */
  static void answer(const Player* player, vector<int>& words) {
    const Board& board = *player;
    const Action& action = *player;
    words.clear();
    words.push_back(board.ludus_generator.state);
    words.push_back(static_cast<int>(action.ludus_instructions.size()));
    for (const Instruction& instruction : action.ludus_instructions) {
      words.push_back(instruction.unit);
      words.push_back(instruction.code);
    }
  }

 private:
#ifdef LUDUS_KEEPS_CELLS
  static KeptCells& kept_of(const Player* player) {
    static vector<KeptCells> all;
    for (KeptCells& kept : all)
      if (kept.player == player) return kept;
    all.push_back(KeptCells());
    all.back().player = player;
    return all.back();
  }

  static void mark(const Board& board, vector<int>& marked) {
    const int columns = board.ludus_setup.universe_columns;
    for (const auto& unit : board.ludus_units)
      if (unit.alive) marked.push_back(first(unit.pos) * columns + second(unit.pos));
    for (const auto& entry : board.ludus_missiles)
      marked.push_back(first(entry.second.pos) * columns + second(entry.second.pos));
  }
#endif

  static void load_unit(Board& board, int id, Image& image) {
    const int row = image.number(), column = image.number(), nb_miss = image.number(), gas = image.number();
    const bool alive = image.number() != 0;
    const int time = image.number();
#ifdef LUDUS_MADMAX
    board.ludus_units[id] = Car(id, Pos(row, column), nb_miss, gas, alive, time);
#else
    (void)gas;
    board.ludus_units[id] = Starship(id, Pos(row, column), nb_miss, alive, time);
#endif
    if (!alive) return;
    Cell& cell = board.ludus_grid[row * board.ludus_setup.universe_columns + column];
#ifdef LUDUS_MADMAX
    cell.type = CAR;
    cell.cid = id;
#else
    cell.type = STARSHIP;
    cell.sid = id;
#endif
  }
};

}  // namespace ludus

#endif
