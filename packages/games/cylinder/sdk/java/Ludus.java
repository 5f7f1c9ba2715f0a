import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Ludus: what a Java player of Mad Max or Star War needs. One file, Java 17 or later, nothing to install.
 *
 * <pre>
 * class Mine extends Ludus {
 *   protected void play() {
 *     for (Unit unit : myUnits()) if (unit.alive()) move(unit.id(), Direction.UP);
 *   }
 *   public static void main(String[] args) { new Mine().run(); }
 * }
 * </pre>
 *
 * Fields persist between rounds; the board is new in each round. Output to System.out or System.err is the player's
 * log. Positions are (row, column); columns wrap around the universe.
 */
abstract class Ludus {
  /** The nine directions, and the cells that a move by each enters, in order (the rules, "Collisions in a cell"). */
  enum Direction {
    UP(-1, 1, 0, 1, -1, 0, -1, 1),
    DEFAULT(0, 1, 0, 1),
    DOWN(1, 1, 0, 1, 1, 0, 1, 1),
    SLOW_UP(-1, 0, -1, 0),
    SLOW(0, 0),
    SLOW_DOWN(1, 0, 1, 0),
    FAST_UP(-1, 2, 0, 1, -1, 0, -1, 1, 0, 2, -1, 2),
    FAST(0, 2, 0, 1, 0, 2),
    FAST_DOWN(1, 2, 0, 1, 1, 0, 1, 1, 0, 2, 1, 2);

    final int row, column;
    /** Pairs: change of row, change of column. */
    final int[] path;

    Direction(int row, int column, int... path) {
      this.row = row;
      this.column = column;
      this.path = path;
    }
  }

  /** The content of a cell. An obstacle is a tyre or an asteroid; a point bonus is water in Mad Max. */
  enum Content { EMPTY, OBSTACLE, UNIT, MISSILE, MISSILE_BONUS, POINT_BONUS, GAS_BONUS }

  /** A car or a starship. gas is 0 in Star War; time: rounds until it may regenerate, 0 while it is alive. */
  record Unit(int id, int player, int row, int column, int missiles, int gas, boolean alive, int time) {}

  /** A missile in flight; owner is the id of the unit that shot it. */
  record Missile(int id, int owner, int row, int column) {}

  /** A cell; any column is taken modulo the universe's columns. */
  record Position(int row, int column) {}

  /** My number, 0 to 3. */
  protected int me;
  /** "madmax" or "starwar". */
  protected String game;
  /** The numbers of the board file by their names in that file: settings.get("nb_rnds") ... */
  protected final Map<String, Integer> settings = new HashMap<>();
  /** Rows and columns of the universe, the window's columns, and the number of rounds. */
  protected int rows, columns, window, rounds;
  protected int round;
  protected List<Unit> units = List.of();
  protected List<Missile> missiles = List.of();
  protected int[] scores;
  /** A generator with the same numbers in every match, so that matches can be repeated. */
  protected Random random;

  private final List<String> grid = new ArrayList<>();
  private final Map<Integer, Unit> unitAt = new HashMap<>();
  private final Map<Integer, Missile> missileAt = new HashMap<>();
  private final StringBuilder answer = new StringBuilder();
  private BufferedReader in;
  private PrintStream out;

  /** Called once per round: reads the board and gives instructions. */
  protected abstract void play();

  /** Called once, when the settings are known. */
  protected void start() {}

  /** Instructs a unit to move; the first instruction to a unit counts. */
  protected final void move(int unit, Direction to) {
    answer.append(unit).append(" m ").append(to.row).append(' ').append(to.column).append('\n');
  }

  /** Instructs a unit to shoot; it then moves by DEFAULT. */
  protected final void shoot(int unit) {
    answer.append(unit).append(" s 0 1\n");
  }

  /** Writes a line to the log of this round. */
  protected final void log(Object text) {
    System.err.println(text);
  }

  /** Marks a cell for spectators (docs/drawing.md); a colour is "#rgb" or "#rrggbb", or "" for the player's colour. */
  protected final void drawCell(int row, int column, String color) {
    draw("cell " + row + " " + column, color);
  }

  protected final void drawPoint(int row, int column, String color) {
    draw("point " + row + " " + column, color);
  }

  protected final void drawLine(int row, int column, int toRow, int toColumn, String color) {
    draw("line " + row + " " + column + " " + toRow + " " + toColumn, color);
  }

  protected final void drawText(int row, int column, String text, String color) {
    draw("text " + row + " " + column, color.isEmpty() ? text : color + " " + text);
  }

  private static void draw(String shape, String rest) {
    System.err.println("draw " + shape + (rest.isEmpty() ? "" : " " + rest));
  }

  protected final List<Unit> myUnits() {
    return units.stream().filter(unit -> unit.player() == me).toList();
  }

  /** The content of a cell. The row must be inside the universe. */
  protected final Content content(int row, int column) {
    if (unitAt(row, column) != null) return Content.UNIT;
    if (missileAt(row, column) != null) return Content.MISSILE;
    return switch (grid.get(row).charAt(Math.floorMod(column, columns))) {
      case 'X' -> Content.OBSTACLE;
      case 'M' -> Content.MISSILE_BONUS;
      case 'P', 'W' -> Content.POINT_BONUS;
      case 'G' -> Content.GAS_BONUS;
      default -> Content.EMPTY;
    };
  }

  /** The living unit in a cell, or null. */
  protected final Unit unitAt(int row, int column) {
    return unitAt.get(row * columns + Math.floorMod(column, columns));
  }

  /** The missile in a cell, or null. */
  protected final Missile missileAt(int row, int column) {
    return missileAt.get(row * columns + Math.floorMod(column, columns));
  }

  /** Whether the cell is inside the next round's window, where a move must end. */
  protected final boolean inWindow(int row, int column) {
    return row >= 0 && row < rows && Math.floorMod(column - (round + 1), columns) < window;
  }

  /**
   * The number of rounds that a unit needs to each cell, by cell number, from the nearest of these positions; -1 if
   * unreachable. The unit stays in the window and avoids obstacles. Other units and missiles don't count.
   */
  protected final int[] distances(List<Position> sources) {
    return roundsFrom(numbers(sources), columns, obstacles());
  }

  /** The cells that a unit can reach: nearest first, then by number. */
  protected final List<Position> reachable(List<Position> sources) {
    return reachable(sources, columns);
  }

  /** The cells that a unit can reach within `steps` rounds. */
  protected final List<Position> reachable(List<Position> sources, int steps) {
    int[] far = roundsFrom(numbers(sources), limited(steps), obstacles());
    List<Integer> cells = new ArrayList<>();
    for (int cell = 0; cell < far.length; cell++) if (far[cell] >= 0) cells.add(cell);
    cells.sort((a, b) -> far[a] - far[b]);
    List<Position> found = new ArrayList<>();
    for (int cell : cells) found.add(new Position(cell / columns, cell % columns));
    return found;
  }

  /** By cell number: the number of units at these positions that can be there within `steps` rounds. */
  protected final int[] danger(List<Position> sources, int steps) {
    boolean[] blocked = obstacles();
    int[] count = new int[rows * columns];
    for (int source : numbers(sources)) {
      int[] far = roundsFrom(new int[] {source}, limited(steps), blocked);
      for (int cell = 0; cell < far.length; cell++) if (far[cell] >= 0) count[cell]++;
    }
    return count;
  }

  /** The number of a cell: row * columns + column. */
  protected final int index(int row, int column) {
    if (row < 0 || row >= rows) throw new IllegalArgumentException("there is no row " + row + " in the universe");
    return row * columns + Math.floorMod(column, columns);
  }

  private int[] numbers(List<Position> sources) {
    return sources.stream().mapToInt(source -> index(source.row(), source.column())).toArray();
  }

  private static int limited(int steps) {
    if (steps < 0) throw new IllegalArgumentException("steps must be at least 0, found " + steps);
    return steps;
  }

  /** By place, whether it is an obstacle. A place is a row and the number of columns ahead of the window's first. */
  private boolean[] obstacles() {
    int wide = columns + window;
    boolean[] blocked = new boolean[rows * wide];
    for (int place = 0; place < blocked.length; place++)
      blocked[place] = grid.get(place / wide).charAt((round + place % wide) % columns) == 'X';
    return blocked;
  }

  /** By cell: the number of rounds from the nearest of these cells, up to `steps`, or -1. */
  private int[] roundsFrom(int[] sources, int steps, boolean[] blocked) {
    int wide = columns + window, count = 0;
    int[] far = new int[rows * wide], queue = new int[rows * wide];
    Arrays.fill(far, -1);
    for (int source : sources) {
      int place = source / columns * wide + Math.floorMod(source % columns - round, columns);
      if (far[place] == 0) continue;
      far[place] = 0;
      queue[count++] = place;
    }
    for (int head = 0; head < count; head++) {
      int row = queue[head] / wide, ahead = queue[head] % wide, then = far[queue[head]] + 1;
      if (then > steps || then > columns) break;
      for (int side = row - 1; side <= row + 1; side++) {
        if (side < 0 || side >= rows || side != row && blocked[side * wide + ahead]) continue;
        // Within the window of that round, which never extends beyond the last place.
        for (int to = ahead; to <= ahead + 2 && to < then + window; to++) {
          int next = side * wide + to;
          if (to > ahead && (blocked[row * wide + to] || blocked[next])) break;
          if (to < then || far[next] >= 0) continue;
          far[next] = then;
          queue[count++] = next;
        }
      }
    }
    int[] nearest = new int[rows * columns];
    Arrays.fill(nearest, -1);
    // Backwards, so that the nearer of a cell's two places counts.
    while (count > 0) {
      int place = queue[--count];
      nearest[place / wide * columns + (round + place % wide) % columns] = far[place];
    }
    return nearest;
  }

  /** Seconds of CPU time left, or a negative number if nothing is counted. Sends a request to the referee. */
  protected final double budgetLeft() {
    say("budget\n");
    String left = words()[1];
    return left.equals("-") ? -1 : Double.parseDouble(left);
  }

  /** Plays a match over standard input and output, until the input ends. */
  public final void run() {
    in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 65536);
    out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
    System.setOut(System.err);
    readSettings();
    start();
    while (readBoard()) {
      answer.setLength(0);
      play();
      say(answer.append("-1\n").toString());
    }
  }

  private void say(String text) {
    out.print(text);
    out.flush();
  }

  private String line() {
    try {
      return in.readLine();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** The words of the next non-empty line; null at the end. */
  private String[] words() {
    for (String line = line(); line != null; line = line()) if (!line.isBlank()) return line.trim().split("\\s+");
    return null;
  }

  private String[] skipTo(String word) {
    String[] words = words();
    while (words != null && !words[0].equals(word)) words = words();
    return words;
  }

  private void readSettings() {
    me = Integer.parseInt(skipTo("seat")[1]);
    random = new Random(me);
    game = words()[0].equals("starwar") ? "starwar" : "madmax";
    for (String[] words = words(); !words[0].equals("names"); words = words())
      if (!words[1].equals("?")) settings.put(words[0], Integer.valueOf(words[1]));
    rows = settings.get("nb_rows");
    columns = settings.get("nb_uni_cols");
    window = settings.get("nb_win_cols");
    rounds = settings.get("nb_rnds");
  }

  private boolean readBoard() {
    String[] words = skipTo("rnd");
    if (words == null) return false;
    round = Integer.parseInt(words[1]);
    grid.clear();
    unitAt.clear();
    missileAt.clear();
    for (words = words(); !words[0].equals("cars") && !words[0].equals("starships"); words = words())
      if (words.length == 2 && words[1].length() == columns && grid.size() < rows) grid.add(words[1]);
    words();
    boolean hasGas = game.equals("madmax");
    int each = settings.get(hasGas ? "nb_cars_x_player" : "nb_ships_x_player");
    units = new ArrayList<>();
    for (int n = each * settings.get("nb_players"); n > 0; n--) {
      String[] unit = words();
      int[] numbers = new int[5];
      for (int i = 0; i < (hasGas ? 5 : 4); i++) numbers[i] = Integer.parseInt(unit[i]);
      boolean alive = unit[unit.length - 2].equals("y");
      Unit read = new Unit(numbers[0], numbers[0] / each, numbers[1], numbers[2], numbers[3], numbers[4], alive,
          Integer.parseInt(unit[unit.length - 1]));
      units.add(read);
      if (alive) unitAt.put(read.row() * columns + read.column(), read);
    }
    skipTo("missiles");
    int count = Integer.parseInt(words()[0]);
    words();
    missiles = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      String[] missile = words();
      Missile read = new Missile(Integer.parseInt(missile[0]), Integer.parseInt(missile[1]), Integer.parseInt(missile[2]),
          Integer.parseInt(missile[3]));
      missiles.add(read);
      missileAt.put(read.row() * columns + read.column(), read);
    }
    skipTo("pid");
    scores = new int[settings.get("nb_players")];
    for (int player = 0; player < scores.length; player++) scores[player] = Integer.parseInt(words()[1]);
    return true;
  }
}
