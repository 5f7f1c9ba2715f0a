#include "Player.hh"

// Change this name, and the file's name: AI<name>.cc.
#define PLAYER_NAME Null

/** Gives no instructions: a starting point for your player. */
struct PLAYER_NAME : public Player {
  // Do not change this line.
  static Player* factory() { return new PLAYER_NAME; }

  // Add your attributes and helper functions here; attributes persist between rounds.

  /** Called once per round. */
  virtual void play() {
  }
};

// Do not change this line.
RegisterPlayer(PLAYER_NAME);
