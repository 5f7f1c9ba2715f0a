/** A player in ten lines: every group of units goes wherever it can. */
class Wanderer extends AngryMob {
  /** With a seed, the same match can be played again. */
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
