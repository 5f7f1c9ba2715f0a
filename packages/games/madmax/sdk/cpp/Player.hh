// Mad Max for players written in C++: everything that docs/cpp.md §1 names, in one header.
#ifndef LUDUS_PLAYER_HH
#define LUDUS_PLAYER_HH
#define LUDUS_MADMAX

#include "ludus/core.hh"

typedef int Car_Id;

enum CType { EMPTY, TYRE, CAR, MISSILE, WATER_BONUS, MISSILE_BONUS, GAS_BONUS };

inline ostream& operator<<(ostream& os, CType type) {
  static const char* const names[] = {"EMPTY",       "TYRE",          "CAR",      "MISSILE",
                                      "WATER_BONUS", "MISSILE_BONUS", "GAS_BONUS"};
  return type >= EMPTY && type <= GAS_BONUS ? os << names[type] : os << static_cast<int>(type);
}

/** The content of a cell. */
struct Cell {
  CType type;
  /** The car, or −1. */
  Car_Id cid;
  /** The missile, or −1. */
  Missile_Id mid;
  Cell() : type(EMPTY), cid(-1), mid(-1) {}
  Cell(CType type, Car_Id cid, Missile_Id mid) : type(type), cid(cid), mid(mid) {}
};

struct Car {
  Car_Id cid;
  Pos pos;
  /** Missiles in stock. */
  int nb_miss;
  int gas;
  bool alive;
  /** Rounds until the car may regenerate; 0 while it is alive. */
  int time;
  Car() : cid(-1), pos(), nb_miss(0), gas(0), alive(false), time(0) {}
  Car(Car_Id cid, Pos pos, int nb_miss, int gas, bool alive, int time)
      : cid(cid), pos(pos), nb_miss(nb_miss), gas(gas), alive(alive), time(time) {}
};

struct Missile {
  Missile_Id mid;
  /** The car that shot it. */
  Car_Id cid;
  Pos pos;
  Missile() : mid(-1), cid(-1), pos() {}
  Missile(Missile_Id mid, Car_Id cid, Pos pos) : mid(mid), cid(cid), pos(pos) {}
};

/** The board of the round. It may be copied. */
class Board : public ludus::Cylinder<Car, Cell, Missile> {
 public:
  int number_cars_per_player() const { return ludus_setup.units_per_player; }
  int number_cars() const { return ludus_number_units(); }
  int number_water_bonuses() const { return ludus_setup.point_bonuses; }
  int number_gas_bonuses() const { return ludus_setup.gas_bonuses; }
  int bonus_gas() const { return ludus_setup.bonus_gas; }
  int water_points() const { return ludus_setup.bonus_points; }
  int initial_gas() const { return ludus_setup.initial_gas; }
  bool car_ok(Car_Id id) const { return id >= 0 && id < ludus_number_units(); }
  const Car& car(Car_Id id) const { return ludus_unit(id, "car"); }

 private:
  friend struct ludus::Access;
};

/** The instructions of the round: only the first for a car counts; each further one prints a warning on cerr. */
class Action : public ludus::Orders {
 public:
  void move(Car_Id id, Dir d) const { ludus_ask_move(id, d); }
  void shoot(Car_Id id) const { ludus_ask_shoot(id); }
};

#include "ludus/player.hh"
#include "ludus/macros.hh"

#endif
// Outside the guard: the effect of `assert` depends on the NDEBUG of the including file, as with the originals.
#include <cassert>
