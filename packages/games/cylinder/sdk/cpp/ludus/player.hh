// The player itself; included by the Player.hh of each game, after its Board and its Action.
#ifndef LUDUS_PLAYER_BASE_HH
#define LUDUS_PLAYER_BASE_HH

/** A player: a struct of yours that derives from this one and says in `play` what its units do. It lives for one match. */
class Player : public Board, public Action {
 public:
  Player() : ludus_me(0) {}
  virtual ~Player() {}
  /** Once a round. */
  virtual void play() {}
  /** Which player am I? */
  Player_Id me() const { return ludus_me; }

 private:
  friend struct ludus::Access;
  Player_Id ludus_me;
};

namespace ludus {
typedef Player* (*Factory)();
/** What `RegisterPlayer` at the end of a player's file calls. */
bool register_player(Factory factory);
}  // namespace ludus

#endif
