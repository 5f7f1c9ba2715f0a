#include "Player.hh"

// Change this name, and the file's: AI<name>.cc.
#define PLAYER_NAME Null

/** Asks for nothing: a place to start from. */
struct PLAYER_NAME : public Player {
  // Leave this line as it is.
  static Player* factory() { return new PLAYER_NAME; }

  // Your attributes and helper functions go here; they are kept between the rounds.

  /** Called once a round. */
  virtual void play() {
  }
};

// Leave this line as it is.
RegisterPlayer(PLAYER_NAME);
