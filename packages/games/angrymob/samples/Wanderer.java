/** A player in ten lines: every group of units moves in a random direction. */
class Wanderer extends AngryMob {
  /** With a seed, a match can be reproduced. */
  private final java.util.Random random = new java.util.Random(1);

  protected void move() {
    for (Group group : mine()) {
      var exits = exits(group.i(), group.j());
      send(group.i(), group.j(), group.units(), exits.get(random.nextInt(exits.size())));
    }
  }

  public static void main(String[] args) {
    new Wanderer().play("Wanderer", args);
  }
}
