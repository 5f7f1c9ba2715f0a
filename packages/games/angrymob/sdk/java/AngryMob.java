import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.StringTokenizer;

/**
 * Players of Angry Mob in Java 17 or newer: this one file, nothing else.
 *
 * <pre>
 * class Wanderer extends AngryMob {
 *   protected void move() {
 *     for (Group group : mine()) {
 *       var exits = exits(group.i(), group.j());
 *       send(group.i(), group.j(), group.units(), exits.get((int) (Math.random() * exits.size())));
 *     }
 *   }
 *   public static void main(String[] args) { new Wanderer().play("Wanderer", args); }
 * }
 *
 * javac AngryMob.java Wanderer.java
 * java Wanderer -port 14400
 * </pre>
 *
 * The class tracks the whole position, so a player only needs to read it. A cell is a row i and a column j, from 0 at
 * the top left. Cells outside the map are impassable and empty.
 */
public abstract class AngryMob {
  public static final int RIGHT = 0, UP = 1, LEFT = 2, DOWN = 3;

  /** A cell. */
  public record Cell(int i, int j) {}

  /** Units on a cell. */
  public record Group(int i, int j, int units) {}

  private record Submove(int i, int j, int k, int d) {}

  /** A player with more units than this does not absorb neutral units. */
  private static final int ABSORB_LIMIT = 8;

  private int rows, columns, turn;
  private boolean[] passable;
  private int[] neutrals, leaving;
  /** By side, 0 mine and 1 theirs, then by cell. */
  private int[][] units;
  private final int[] bases = new int[2], totals = {1, 1};
  private final List<Submove> asked = new ArrayList<>();
  private String result = "", reason = "-";

  /** Called once per turn; it calls {@link #send}. */
  protected abstract void move();

  /** Called once before the first turn. */
  protected void start() {}

  public final int rows() { return rows; }
  public final int columns() { return columns; }
  /** Number of turns played so far. */
  public final int turn() { return turn; }
  public final Cell myBase() { return cell(bases[0]); }
  public final Cell theirBase() { return cell(bases[1]); }
  public final int myTotal() { return totals[0]; }
  public final int theirTotal() { return totals[1]; }
  /** "" while the game continues, then "won", "lost", or "draw"; "ended" if the arena ended it. */
  public final String result() { return result; }
  /** The reason for the end: "base", "both-bases", "no-units"; "-" if the arena ended the game. */
  public final String reason() { return reason; }

  public final boolean inside(int i, int j) { return i >= 0 && i < rows && j >= 0 && j < columns; }
  public final boolean passable(int i, int j) { return inside(i, j) && passable[i * columns + j]; }
  public final int mine(int i, int j) { return inside(i, j) ? units[0][i * columns + j] : 0; }
  public final int theirs(int i, int j) { return inside(i, j) ? units[1][i * columns + j] : 0; }
  public final int neutrals(int i, int j) { return inside(i, j) ? neutrals[i * columns + j] : 0; }
  /** The cells where I have units, row by row. */
  public final List<Group> mine() { return groups(units[0]); }
  public final List<Group> theirs() { return groups(units[1]); }
  public final List<Group> neutrals() { return groups(neutrals); }

  /** The cell next to (i, j) in direction d; it may be impassable or outside the map. */
  public final Cell neighbour(int i, int j, int d) {
    return new Cell(i + (d == DOWN ? 1 : d == UP ? -1 : 0), j + (d == RIGHT ? 1 : d == LEFT ? -1 : 0));
  }

  /** The directions in which units on (i, j) can move. */
  public final List<Integer> exits(int i, int j) {
    List<Integer> found = new ArrayList<>(4);
    for (int d = 0; d < 4; d++) {
      Cell target = neighbour(i, j, d);
      if (passable(target.i, target.j)) found.add(d);
    }
    return found;
  }

  /**
   * The number of steps to each cell, by cell number, from the nearest of these cells; -1 if unreachable. A unit moves
   * one step per turn.
   */
  public final int[] distances(List<Cell> sources) { return search(sources, -1, new ArrayList<>()); }
  /** The same for a single start cell (i, j). */
  public final int[] distances(int i, int j) { return distances(List.of(new Cell(i, j))); }

  /** The cells reachable from one of these cells, including these: nearest first, then by number. */
  public final List<Cell> reachable(List<Cell> sources) { return found(sources, -1); }
  /** The cells within this number of steps of one of these cells, including these: nearest first, then by number. */
  public final List<Cell> reachable(List<Cell> sources, int steps) { return found(sources, limit(steps)); }

  /** By cell number: the number of these cells, such as those of theirs(), within this number of steps. */
  public final int[] danger(List<Cell> sources, int steps) {
    int[] count = new int[rows * columns];
    for (Cell source : sources) {
      List<Integer> found = new ArrayList<>();
      search(List.of(source), limit(steps), found);
      for (int cell : found) count[cell]++;
    }
    return count;
  }

  /** The number of a cell: i * columns + j. */
  public final int index(int i, int j) {
    if (!inside(i, j)) throw new IllegalArgumentException("there is no cell (" + i + ", " + j + ") on the map");
    return i * columns + j;
  }

  private static int limit(int steps) {
    if (steps < 0) throw new IllegalArgumentException("steps must be at least 0, found " + steps);
    return steps;
  }

  private List<Cell> found(List<Cell> sources, int steps) {
    List<Integer> found = new ArrayList<>();
    int[] far = search(sources, steps, found);
    found.sort((a, b) -> far[a] != far[b] ? far[a] - far[b] : a - b);
    List<Cell> cells = new ArrayList<>();
    for (int cell : found) cells.add(cell(cell));
    return cells;
  }

  /** The number of steps to each cell; also adds the numbers of the cells found, nearest first. */
  private int[] search(List<Cell> sources, int steps, List<Integer> queue) {
    int[] far = new int[rows * columns];
    Arrays.fill(far, -1);
    for (Cell source : sources) {
      int cell = index(source.i, source.j);
      if (far[cell] == 0) continue;
      far[cell] = 0;
      queue.add(cell);
    }
    for (int at = 0; at < queue.size() && far[queue.get(at)] != steps; at++) {
      int cell = queue.get(at);
      for (int d = 0; d < 4; d++) {
        Cell near = neighbour(cell / columns, cell % columns, d);
        if (!passable(near.i, near.j) || far[near.i * columns + near.j] >= 0) continue;
        far[near.i * columns + near.j] = far[cell] + 1;
        queue.add(near.i * columns + near.j);
      }
    }
    return far;
  }

  /** Moves k units from (i, j) in direction d this turn. Throws an exception with the reason if the rules forbid the call. */
  public final void send(int i, int j, int k, int d) {
    int left = inside(i, j) ? mine(i, j) - leaving[i * columns + j] : 0;
    if (k < 1 || k > left)
      throw new IllegalArgumentException(
          "cannot move " + k + " units out of (" + i + ", " + j + "): " + left + " are left there");
    Cell target = neighbour(i, j, d);
    if (d < 0 || d > 3 || !passable(target.i, target.j))
      throw new IllegalArgumentException("from (" + i + ", " + j + ") nothing can move in direction " + d);
    leaving[i * columns + j] += k;
    asked.add(new Submove(i, j, k, d));
  }

  /**
   * Connects to the arena under this name and plays one game, then prints the result, reason, and number of turns,
   * separated by tabs. The options -port (14400) and -host (127.0.0.1) in {@code args} specify the arena. With -stdio
   * (or LUDUS_STDIO=1 in the environment, as {@code ludus match} sets it), the same lines use standard input and
   * output. Then no result is printed.
   */
  public final void play(String name, String[] args) {
    List<String> words = List.of(args);
    boolean stdio =
        words.contains("-stdio") || (!words.contains("-port") && "1".equals(System.getenv("LUDUS_STDIO")));
    String host = option(words, "-host", "127.0.0.1");
    String portWord = option(words, "-port", "14400");
    int port = portWord.matches("[0-9]{1,5}") ? Integer.parseInt(portWord) : 0;
    if (port < 1 || port > 65535) {
      System.err.println("-port must be 1 to 65535, found " + portWord);
      System.exit(1);
    }
    try (Socket socket = stdio ? null : new Socket(host, port)) {
      if (!stdio) socket.setTcpNoDelay(true);
      var in = new BufferedReader(
          new InputStreamReader(stdio ? System.in : socket.getInputStream(), StandardCharsets.US_ASCII), 65536);
      OutputStream out = stdio ? System.out : socket.getOutputStream();
      write(out, name);
      String first = in.readLine();
      if (first == null || first.startsWith("error ")) {
        System.err.println(name + ": the arena refused: " + (first == null ? "it closed the connection" : first.substring(6)));
        System.exit(1);
      }
      readMap(first, in);
      start();
      while (result.isEmpty()) {
        move();
        write(out, line());
        String answer = read(in);
        if (answer == null) result = "ended";
        else advance(answer);
      }
    } catch (IOException error) {
      if (units == null) {
        System.err.println("there is no arena at " + host + ", port " + port + ": " + error.getMessage());
        System.exit(1);
      }
      if (result.isEmpty()) result = "ended";
    }
    // If the game uses standard input and output, a referee runs the game and reports the result.
    if (!stdio) System.out.println(result + "\t" + reason + "\t" + turn);
  }

  private static String option(List<String> words, String name, String otherwise) {
    int at = words.indexOf(name);
    return at >= 0 && at + 1 < words.size() ? words.get(at + 1) : otherwise;
  }

  /** Writes a line in one piece, so that no part of it is delayed. */
  private static void write(OutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static String read(BufferedReader in) {
    try {
      return in.readLine();
    } catch (IOException gone) {
      return null;
    }
  }

  private void readMap(String first, BufferedReader in) throws IOException {
    var size = new StringTokenizer(first);
    rows = Integer.parseInt(size.nextToken());
    columns = Integer.parseInt(size.nextToken());
    passable = new boolean[rows * columns];
    neutrals = new int[rows * columns];
    leaving = new int[rows * columns];
    units = new int[2][rows * columns];
    for (int i = 0; i < rows; i++) {
      var row = new StringTokenizer(in.readLine());
      for (int j = 0; j < columns; j++) {
        int cell = i * columns + j;
        String token = row.nextToken();
        passable[cell] = !token.equals("#");
        switch (token) {
          case "#", "." -> { }
          case "A" -> bases[0] = cell;
          case "B" -> bases[1] = cell;
          default -> neutrals[cell] = Integer.parseInt(token);
        }
      }
    }
    for (int side = 0; side < 2; side++) units[side][bases[side]] = 1;
  }

  private String line() {
    var line = new StringJoiner(" ");
    for (Submove s : asked) line.add(s.i + " " + s.j + " " + s.k + " " + s.d);
    return line.toString();
  }

  /** Writes a line to the log of this turn. */
  public final void log(Object text) {
    System.err.println(text);
  }

  /** Marks a cell for spectators (docs/drawing.md); a colour is "#rgb" or "#rrggbb", or "" for the player's colour. */
  public final void drawCell(int row, int column, String color) {
    draw("cell " + row + " " + column, color);
  }

  public final void drawPoint(int row, int column, String color) {
    draw("point " + row + " " + column, color);
  }

  public final void drawLine(int row, int column, int toRow, int toColumn, String color) {
    draw("line " + row + " " + column + " " + toRow + " " + toColumn, color);
  }

  public final void drawText(int row, int column, String text, String color) {
    draw("text " + row + " " + column, color.isEmpty() ? text : color + " " + text);
  }

  private static void draw(String shape, String rest) {
    System.err.println("draw " + shape + (rest.isEmpty() ? "" : " " + rest));
  }

  /** Plays one turn, in the order of docs/angry-mob.md §2.2. */
  private void advance(String answer) {
    List<Submove> theirs = new ArrayList<>();
    for (var numbers = new StringTokenizer(answer); numbers.hasMoreTokens(); )
      theirs.add(new Submove(number(numbers), number(numbers), number(numbers), number(numbers)));
    carry(0, asked);
    carry(1, theirs);
    for (Submove s : asked) leaving[s.i * columns + s.j] = 0;
    asked.clear();
    for (int cell = 0; cell < neutrals.length; cell++) {
      int lost = Math.min(units[0][cell], units[1][cell]);
      for (int side = 0; side < 2; side++) {
        units[side][cell] -= lost;
        totals[side] -= lost;
      }
    }
    for (int side = 0; side < 2; side++) {
      if (totals[side] > ABSORB_LIMIT) continue;
      for (int cell = 0; cell < neutrals.length; cell++) {
        if (units[side][cell] == 0) continue;
        units[side][cell] += neutrals[cell];
        totals[side] += neutrals[cell];
        neutrals[cell] = 0;
      }
    }
    turn++;
    boolean iConquer = units[0][bases[1]] > 0, theyConquer = units[1][bases[0]] > 0;
    if (iConquer && theyConquer) end("draw", "both-bases");
    else if (iConquer || theyConquer) end(iConquer ? "won" : "lost", "base");
    else if (totals[0] == 0 && totals[1] == 0) end("draw", "no-units");
  }

  private void carry(int side, List<Submove> submoves) {
    for (Submove s : submoves) {
      Cell target = neighbour(s.i, s.j, s.d);
      units[side][s.i * columns + s.j] -= s.k;
      units[side][target.i * columns + target.j] += s.k;
    }
  }

  private void end(String result, String reason) {
    this.result = result;
    this.reason = reason;
  }

  private static int number(StringTokenizer numbers) { return Integer.parseInt(numbers.nextToken()); }

  private Cell cell(int index) { return new Cell(index / columns, index % columns); }

  private List<Group> groups(int[] counts) {
    List<Group> found = new ArrayList<>();
    for (int cell = 0; cell < counts.length; cell++)
      if (counts[cell] > 0) found.add(new Group(cell / columns, cell % columns, counts[cell]));
    return found;
  }
}
