/**
 * A player of Angry Mob: gathers a few neutral units, then moves to the opponent's base, each group by the shortest
 * path.
 */
class Seeker extends AngryMob {
  /** Number of units from which it attacks. */
  private static final int ENOUGH = 6;

  protected void move() {
    for (Group group : mine()) {
      Cell goal = target(group.i(), group.j());
      int[] steps = distances(goal.i(), goal.j());
      drawLine(group.i(), group.j(), goal.i(), goal.j(), ""); // shown in the viewer
      int best = -1, least = 0;
      for (int d : exits(group.i(), group.j())) {
        Cell to = neighbour(group.i(), group.j(), d);
        int far = steps[index(to.i(), to.j())];
        if (best < 0 || far < least) {
          best = d;
          least = far;
        }
      }
      if (best >= 0) send(group.i(), group.j(), group.units(), best);
    }
  }

  /** The nearest neutral units while I have too few units, otherwise the opponent's base. */
  private Cell target(int i, int j) {
    Cell best = theirBase();
    if (myTotal() >= ENOUGH) return best;
    int[] steps = distances(i, j);
    int least = -1;
    for (Group pile : neutrals()) {
      int far = steps[index(pile.i(), pile.j())];
      if (far < 0 || (least >= 0 && far >= least)) continue;
      least = far;
      best = new Cell(pile.i(), pile.j());
    }
    return best;
  }

  public static void main(String[] args) {
    new Seeker().play("Seeker", args);
  }
}
