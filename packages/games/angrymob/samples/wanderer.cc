// A player in ten lines: every group of units moves in a random direction.
#include "angrymob.hpp"

int main(int argc, char** argv) {
  return angrymob::play("Wanderer", argc, argv, [](angrymob::Game& game) {
    for (const angrymob::Group& group : game.mine()) {
      const auto exits = game.exits(group.i, group.j);
      game.send(group.i, group.j, group.units, exits[rand() % exits.size()]);
    }
  });
}
