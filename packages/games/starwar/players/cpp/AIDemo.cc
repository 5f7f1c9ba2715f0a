#include "Player.hh"

#define PLAYER_NAME Demo

/** Takes a prize within one move, shoots an object in front of it, and otherwise wanders. */
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  bool is_prize(CType type) { return type == POINT_BONUS || type == MISSILE_BONUS; }

  /** Gives no instruction to a starship directly behind another starship of this player. */
  void fly(const Starship& c, const vector<Dir>& dirs) {
    if (c.nb_miss > 0) {
      const Cell ahead = cell(c.pos + DEFAULT);
      if (ahead.type == STARSHIP) {
        if (player_of(ahead.sid) != me()) shoot(c.sid);
        return;
      }
    }
    for (const Dir& d : dirs) {
      const Pos target = c.pos + d;
      if (within_window(target, round() + 1) && is_prize(cell(target).type)) {
        move(c.sid, d);
        return;
      }
    }
    if (first(c.pos) == 0 || first(c.pos) == number_rows() - 1) return;
    const Dir d = dirs[randomize(0, dirs.size() - 1)];
    if (within_window(c.pos + d, round() + 1)) move(c.sid, d);
  }

  virtual void play() {
    const vector<Dir> dirs = {UP, DEFAULT, DOWN, SLOW_UP, SLOW, SLOW_DOWN, FAST_UP, FAST, FAST_DOWN};
    for (Starship_Id id = begin(me()); id != end(me()); ++id)
      if (starship(id).alive) fly(starship(id), dirs);
  }
};

RegisterPlayer(PLAYER_NAME);
