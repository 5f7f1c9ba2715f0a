/** A player in ten lines: every group of units goes wherever it can. */
class Wanderer extends AngryMob {
  protected void move() {
    for (Group group : mine()) {
      var exits = exits(group.i(), group.j());
      send(group.i(), group.j(), group.units(), exits.get((int) (Math.random() * exits.size())));
    }
  }

  public static void main(String[] args) {
    new Wanderer().play("Wanderer", args);
  }
}
