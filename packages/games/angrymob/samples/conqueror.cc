// The sample player: all units walk straight to the opponent's base.
#include "angrymob.hpp"

int main(int argc, char** argv) {
  std::vector<int> steps;
  const auto start = [&](angrymob::Game& game) { steps = game.distances(game.their_base().i, game.their_base().j); };
  const auto move = [&](angrymob::Game& game) {
    for (const angrymob::Group& group : game.mine()) {
      int best = -1, least = 0;
      for (int d : game.exits(group.i, group.j)) {
        const angrymob::Cell target = game.neighbour(group.i, group.j, d);
        const int distance = steps[game.index(target.i, target.j)];
        if (best < 0 || distance < least) best = d, least = distance;
      }
      if (best >= 0) game.send(group.i, group.j, group.units, best);
    }
  };
  return angrymob::play("Conqueror", argc, argv, move, start);
}
