// The player itself; included by the Player.hh of each game, after its Board and its Action.
#ifndef LUDUS_PLAYER_BASE_HH
#define LUDUS_PLAYER_BASE_HH

/** A player: a struct that derives from this struct and instructs its units in `play`. It exists for one match. */
class Player : public Board, public Action {
 public:
  Player();
  virtual ~Player();
  /** Called once per round. */
  virtual void play() {}
  /** The number of this player. */
  Player_Id me() const { return ludus_me; }

 private:
  friend struct ludus::Access;
  Player_Id ludus_me;
};

/**
 * Draws marks over the board of this round for spectators (docs/drawing.md): `ludus::draw_cell(p)`,
 * `ludus::draw_line(p, q, "#f80")`. A colour is #rgb or #rrggbb; by default a mark has the player's colour.
 */
namespace ludus {
inline string drawn_at(const Pos& p) { return ' ' + to_string(first(p)) + ' ' + to_string(second(p)); }
inline string drawn_in(const string& color) { return color.empty() ? color : ' ' + color; }
inline void draw_cell(const Pos& p, const string& color = "") {
  cerr << "draw cell" + drawn_at(p) + drawn_in(color) + '\n';
}
inline void draw_point(const Pos& p, const string& color = "") {
  cerr << "draw point" + drawn_at(p) + drawn_in(color) + '\n';
}
inline void draw_line(const Pos& from, const Pos& to, const string& color = "") {
  cerr << "draw line" + drawn_at(from) + drawn_at(to) + drawn_in(color) + '\n';
}
inline void draw_text(const Pos& p, const string& text, const string& color = "") {
  cerr << "draw text" + drawn_at(p) + drawn_in(color) + ' ' + text + '\n';
}
}  // namespace ludus

#include "ludus/searches.hh"

namespace ludus {
typedef Player* (*Factory)();
/** Called by `RegisterPlayer` at the end of a player's file. */
bool register_player(Factory factory);
}  // namespace ludus

#endif
