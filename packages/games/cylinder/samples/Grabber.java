/** A player of Mad Max and Star War: takes adjacent bonuses. */
class Grabber extends Ludus {
  @Override
  protected void play() {
    for (Unit unit : myUnits()) {
      if (!unit.alive()) continue;
      for (Direction to : Direction.values()) {
        int row = unit.row() + to.row, column = unit.column() + to.column;
        if (inWindow(row, column) && isBonus(content(row, column))) {
          move(unit.id(), to);
          drawCell(row, column, ""); // shown in the viewer
          break;
        }
      }
    }
  }

  private static boolean isBonus(Content content) {
    return content == Content.MISSILE_BONUS || content == Content.POINT_BONUS || content == Content.GAS_BONUS;
  }

  public static void main(String[] args) {
    new Grabber().run();
  }
}
