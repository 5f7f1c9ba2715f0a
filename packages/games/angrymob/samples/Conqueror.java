/** The sample player: all units walk straight to the opponent's base. */
class Conqueror extends AngryMob {
  private int[] steps;

  protected void start() {
    steps = distances(theirBase().i(), theirBase().j());
  }

  protected void move() {
    for (Group group : mine()) {
      int best = -1, least = Integer.MAX_VALUE;
      for (int d : exits(group.i(), group.j())) {
        Cell target = neighbour(group.i(), group.j(), d);
        if (steps[index(target.i(), target.j())] >= least) continue;
        best = d;
        least = steps[index(target.i(), target.j())];
      }
      if (best >= 0) send(group.i(), group.j(), group.units(), best);
    }
  }

  public static void main(String[] args) {
    new Conqueror().play("Conqueror", args);
  }
}
