// Star War for players written in C++: everything that docs/cpp.md §1 names, in one header.
#ifndef LUDUS_PLAYER_HH
#define LUDUS_PLAYER_HH
#define LUDUS_STARWAR

#include "ludus/core.hh"

typedef int Starship_Id;

enum CType { EMPTY, ASTEROID, STARSHIP, MISSILE, POINT_BONUS, MISSILE_BONUS };

inline ostream& operator<<(ostream& os, CType type) {
  static const char* const names[] = {"EMPTY",   "ASTEROID",    "STARSHIP",
                                      "MISSILE", "POINT_BONUS", "MISSILE_BONUS"};
  return type >= EMPTY && type <= MISSILE_BONUS ? os << names[type] : os << static_cast<int>(type);
}

/** The content of a cell. */
struct Cell {
  CType type;
  /** The starship, or −1. */
  Starship_Id sid;
  /** The missile, or −1. */
  Missile_Id mid;
  Cell() : type(EMPTY), sid(-1), mid(-1) {}
  Cell(CType type, Starship_Id sid, Missile_Id mid) : type(type), sid(sid), mid(mid) {}
};

struct Starship {
  Starship_Id sid;
  Pos pos;
  /** Missiles in stock. */
  int nb_miss;
  bool alive;
  /** Rounds until the starship may regenerate; 0 while it is alive. */
  int time;
  Starship() : sid(-1), pos(), nb_miss(0), alive(false), time(0) {}
  Starship(Starship_Id sid, Pos pos, int nb_miss, bool alive, int time)
      : sid(sid), pos(pos), nb_miss(nb_miss), alive(alive), time(time) {}
};

struct Missile {
  Missile_Id mid;
  /** The starship that shot it. */
  Starship_Id sid;
  Pos pos;
  Missile() : mid(-1), sid(-1), pos() {}
  Missile(Missile_Id mid, Starship_Id sid, Pos pos) : mid(mid), sid(sid), pos(pos) {}
};

/** The board of the round. It may be copied. */
class Board : public ludus::Cylinder<Starship, Cell, Missile> {
 public:
  int number_starships_per_player() const { return ludus_setup.units_per_player; }
  int number_starships() const { return ludus_number_units(); }
  int number_point_bonuses() const { return ludus_setup.point_bonuses; }
  int bonus_points() const { return ludus_setup.bonus_points; }
  bool starship_ok(Starship_Id id) const { return id >= 0 && id < ludus_number_units(); }
  const Starship& starship(Starship_Id id) const { return ludus_unit(id, "starship"); }

 private:
  friend struct ludus::Access;
};

/** The instructions of the round: only the first for a starship counts; each further one prints a warning on cerr. */
class Action : public ludus::Orders {
 public:
  void move(Starship_Id id, Dir d) const { ludus_ask_move(id, d); }
  void shoot(Starship_Id id) const { ludus_ask_shoot(id); }
};

#include "ludus/player.hh"
#include "ludus/macros.hh"

#endif
// Outside the guard: the effect of `assert` depends on the NDEBUG of the including file, as with the originals.
#include <cassert>
