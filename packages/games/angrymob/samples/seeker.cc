// A player of Angry Mob: gathers a few neutral units, then moves to the opponent's base, each group by the shortest
// path.
#include "angrymob.hpp"

using angrymob::Cell;
using angrymob::Game;

const int ENOUGH = 6;  // number of units from which it attacks

// The nearest neutral units while I have too few units, otherwise the opponent's base.
Cell target(const Game& game, int i, int j) {
  Cell best = game.their_base();
  if (game.my_total() >= ENOUGH) return best;
  const std::vector<int> steps = game.distances(i, j);
  int least = -1;
  for (const angrymob::Group& pile : game.neutrals()) {
    const int far = steps[game.index(pile.i, pile.j)];
    if (far < 0 || (least >= 0 && far >= least)) continue;
    least = far;
    best = {pile.i, pile.j};
  }
  return best;
}

int main(int argc, char** argv) {
  return angrymob::play("Seeker", argc, argv, [](Game& game) {
    for (const angrymob::Group& group : game.mine()) {
      const Cell goal = target(game, group.i, group.j);
      const std::vector<int> steps = game.distances(goal.i, goal.j);
      game.draw_line(group.i, group.j, goal.i, goal.j);  // shown in the viewer
      int best = -1, least = 0;
      for (int d : game.exits(group.i, group.j)) {
        const Cell to = game.neighbour(group.i, group.j, d);
        const int far = steps[game.index(to.i, to.j)];
        if (best < 0 || far < least) best = d, least = far;
      }
      if (best >= 0) game.send(group.i, group.j, group.units, best);
    }
  });
}
