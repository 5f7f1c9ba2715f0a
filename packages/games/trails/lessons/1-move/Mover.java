// A player of Trails, lesson 1: a first move. It goes one row up, and then to the right.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

public class Mover {
    static final List<String> WORDS = List.of("up", "right", "down", "left");
    static final int AHEAD = -1;
    static final int UP = 0;
    static final int RIGHT = 1;
    static final int DOWN = 2;
    static final int LEFT = 3;

    // The referee's messages.
    static int rows;
    static int columns;
    static int round;
    static int here;
    static int heading;
    static List<Integer> rivals = new ArrayList<>();
    static boolean[] free;

    // The subject of this lesson: a direction, or AHEAD to go straight ahead.

    static int choose() {
        return round == 0 ? UP : RIGHT;
    }

    // The rest is the same in all lessons: the referee's messages and the answers.

    /** The cell next to a cell; the board has no edge. A cell's number is row * columns + column. */
    static int nextTo(int cell, int direction) {
        int row = cell / columns;
        int column = cell % columns;
        switch (direction) {
            case UP: return (row + rows - 1) % rows * columns + column;
            case RIGHT: return row * columns + (column + 1) % columns;
            case DOWN: return (row + 1) % rows * columns + column;
            default: return row * columns + (column + columns - 1) % columns;
        }
    }

    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        // Read once: my letter, the names, the settings, and the board's drawing.
        String me = input.nextLine().split(" ")[1];
        input.nextLine();
        Map<String, String> settings = new HashMap<>();
        while (!settings.containsKey("columns")) {
            String[] words = input.nextLine().split(" ");
            settings.put(words[0], words[1]);
        }
        int players = Integer.parseInt(settings.get("players"));
        rows = Integer.parseInt(settings.get("rows"));
        columns = Integer.parseInt(settings.get("columns"));
        for (int row = 0; row < rows; row++) input.nextLine();

        // Read in each round: its number, all positions, and the board. The answer is one word.
        free = new boolean[rows * columns];
        while (input.hasNextLine()) {
            round = Integer.parseInt(input.nextLine().split(" ")[1]);
            here = -1;
            rivals.clear();
            for (int player = 0; player < players; player++) {
                String[] words = input.nextLine().split(" ");
                if (words[3].equals("ended")) continue;
                int cell = Integer.parseInt(words[1]) * columns + Integer.parseInt(words[2]);
                if (!words[0].equals(me)) rivals.add(cell);
                else {
                    here = cell;
                    heading = WORDS.indexOf(words[3]);
                }
            }
            for (int row = 0; row < rows; row++) {
                String line = input.nextLine();
                for (int column = 0; column < columns; column++) free[row * columns + column] = line.charAt(column) == '.';
            }
            // An eliminated player is still asked, but its answers do not count.
            int choice = here < 0 ? AHEAD : choose();
            System.out.println(choice == AHEAD ? "ahead" : WORDS.get(choice));
        }
    }
}
