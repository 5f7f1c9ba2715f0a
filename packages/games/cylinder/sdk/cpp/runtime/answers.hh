// The definitions of the declarations in ludus/: a player's start and end, the paths in each direction, messages to it,
// and its stored instructions.
#ifndef LUDUS_ANSWERS_HH
#define LUDUS_ANSWERS_HH

#include "Player.hh"

Player::Player() : ludus_me(0) {}
Player::~Player() {}

namespace ludus {

map<Dir, vector<Dir>, Cmp> all_paths() {
  map<Dir, vector<Dir>, Cmp> paths;
  for (int row = -1; row <= 1; ++row) {
    for (int column = 0; column <= 2; ++column) {
      vector<Dir>& path = paths[Dir(row, column)];
      if (row == 0 && column == 0) path.push_back(Dir(0, 0));
      if (column > 0) path.push_back(Dir(0, 1));
      if (row != 0) path.push_back(Dir(row, 0));
      if (row != 0 && column > 0) path.push_back(Dir(row, 1));
      if (column == 2) path.push_back(Dir(0, 2));
      if (row != 0 && column == 2) path.push_back(Dir(row, 2));
    }
  }
  return paths;
}

void warn_no_such(const char* what, int id) { cerr << "warning: there is no " << what << " " << id << endl; }
void warn_no_cell(const Pos& p) { cerr << "warning: there is no cell " << p << endl; }

int direction_code(const Dir& d) {
  static const int first_of[3] = {3, 0, 6};
  return first_of[second(d)] + first(d) + 1;
}

void Orders::ludus_ask_move(int unit, const Dir& d) const {
  if (!ludus_accept(unit, "move")) return;
  if (!dir_ok(d)) {
    cerr << "warning: move of " << unit << " ignored, " << d << " is not a direction" << endl;
    return;
  }
  ludus_ask(unit, direction_code(d));
}

void Orders::ludus_ask_shoot(int unit) const {
  if (ludus_accept(unit, "shoot")) ludus_ask(unit, 9);
}

bool Orders::ludus_accept(int unit, const char* what) const {
  if (unit < 0 || unit >= ludus_units) {
    cerr << "warning: " << what << " of " << unit << " ignored, there is no such unit" << endl;
    return false;
  }
  if (unit / ludus_units_per_player != ludus_player) {
    cerr << "warning: " << what << " of " << unit << " ignored, the unit is another player's" << endl;
    return false;
  }
  if (ludus_asked[unit - ludus_player * ludus_units_per_player]) {
    cerr << "warning: " << what << " of " << unit << " ignored, the unit already has an instruction" << endl;
    return false;
  }
  return true;
}

void Orders::ludus_ask(int unit, int code) const {
  ludus_asked[unit - ludus_player * ludus_units_per_player] = true;
  Instruction instruction = {unit, code};
  ludus_instructions.push_back(instruction);
}

}  // namespace ludus

#endif
