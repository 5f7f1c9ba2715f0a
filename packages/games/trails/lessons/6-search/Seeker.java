// A player of Trails, lesson 6: searches ahead. It tries its moves and all answers to them, some rounds deep, and then
// compares territories.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

public class Seeker {
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

    static final int DEPTH = 2; // number of rounds to look ahead
    static final int WON = 100_000; // more than any board is worth

    static int choose() {
        int chosen = AHEAD;
        int most = -2 * WON;
        for (int direction = 0; direction < 4; direction++) {
            int cell = nextTo(here, direction);
            if (!free[cell]) continue;
            int value = worst(cell, rivals.get(0), DEPTH, most);
            if (value <= most) continue;
            most = value;
            chosen = direction;
        }
        return chosen;
    }

    /** My guaranteed value if I enter a cell and the opponent gives the worst answer for me; may stop at `enough`. */
    static int worst(int mine, int rival, int depth, int enough) {
        int least = WON + depth;
        free[mine] = false;
        for (int direction = 0; direction < 4 && least > enough; direction++) {
            int theirs = nextTo(rival, direction);
            int value = -WON / 2; // both end
            if (theirs != mine) {
                if (!free[theirs]) continue;
                free[theirs] = false;
                value = depth == 1 ? lead(mine, theirs) : best(mine, theirs, depth - 1);
                free[theirs] = true;
            }
            least = Math.min(least, value);
        }
        free[mine] = true;
        return least;
    }

    /** My guaranteed value from here. */
    static int best(int mine, int rival, int depth) {
        int most = -WON - depth;
        for (int direction = 0; direction < 4; direction++) {
            int cell = nextTo(mine, direction);
            if (free[cell]) most = Math.max(most, worst(cell, rival, depth, most));
        }
        return most;
    }

    /**
     * Ten times the number of my cells minus the opponent's, minus my exits: a cell belongs to the player that reaches
     * it first.
     */
    static int lead(int mine, int rival) {
        int[] owner = new int[free.length];
        int[] queue = new int[free.length];
        owner[rival] = -1;
        owner[mine] = 1;
        queue[0] = rival;
        queue[1] = mine;
        int sum = 0;
        int ways = 0;
        for (int i = 0, end = 2; i < end; i++) {
            for (int direction = 0; direction < 4; direction++) {
                int near = nextTo(queue[i], direction);
                if (!free[near] || owner[near] != 0) continue;
                owner[near] = owner[queue[i]];
                sum += owner[near];
                queue[end++] = near;
            }
        }
        for (int direction = 0; direction < 4; direction++) if (free[nextTo(mine, direction)]) ways++;
        return 10 * sum - ways;
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
