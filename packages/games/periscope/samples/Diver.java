// A player of Periscope: fires at a visible enemy, or else moves the submarine nearest to a wreck towards it.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Diver {
    /** A cell is the number row · columns + column. */
    static final class Submarine {
        final int number;
        final int cell;

        Submarine(int number, int cell) {
            this.number = number;
            this.cell = cell;
        }
    }

    static final String[] DIRECTIONS = {"up", "right", "down", "left"};

    static final Map<String, Integer> settings = new HashMap<>();
    /** By cell, whether it is sea. */
    static boolean[] sea;
    static int columns;

    /** The cell next to another one, or -1 if that isn't sea. */
    static int next(int cell, int direction) {
        int column = cell % columns;
        if (direction == 1 && column == columns - 1 || direction == 3 && column == 0) return -1;
        int after = cell + (direction == 0 ? -columns : direction == 1 ? 1 : direction == 2 ? columns : -1);
        return after >= 0 && after < sea.length && sea[after] ? after : -1;
    }

    /** The direction in which a torpedo from one cell reaches another, or -1. */
    static int lineOfFire(int from, int to) {
        int reach = settings.get("torpedo");
        for (int direction = 0; direction < 4; direction++) {
            int cell = next(from, direction);
            for (int n = 0; n < reach && cell >= 0; n++, cell = next(cell, direction)) if (cell == to) return direction;
        }
        return -1;
    }

    /** By cell, the number of steps to another cell; -1 if unreachable. */
    static int[] stepsTo(int to) {
        int[] steps = new int[sea.length];
        Arrays.fill(steps, -1);
        int[] queue = new int[sea.length];
        int end = 1;
        queue[0] = to;
        steps[to] = 0;
        for (int at = 0; at < end; at++)
            for (int direction = 0; direction < 4; direction++) {
                int after = next(queue[at], direction);
                if (after < 0 || steps[after] >= 0) continue;
                steps[after] = steps[queue[at]] + 1;
                queue[end++] = after;
            }
        return steps;
    }

    /** `sites`: the possible locations of wrecks. */
    static String choose(List<Submarine> mine, List<Submarine> hostile, List<Integer> sites) {
        for (Submarine submarine : mine)
            for (Submarine target : hostile) {
                int direction = lineOfFire(submarine.cell, target.cell);
                if (direction >= 0) return "fire " + submarine.number + " " + DIRECTIONS[direction];
            }
        int best = 0;
        Submarine diver = null;
        int goal = 0;
        for (int site : sites) {
            int[] steps = stepsTo(site);
            for (Submarine submarine : mine) {
                int far = steps[submarine.cell];
                if (far <= 0 || best > 0 && far >= best) continue;
                best = far;
                diver = submarine;
                goal = site;
            }
        }
        if (diver == null) return "silent";
        System.err.println("draw cell " + goal / columns + " " + goal % columns); // shown in the viewer
        int[] steps = stepsTo(goal);
        String order = "move " + diver.number;
        int cell = diver.cell;
        for (int n = 0; n < 2 && steps[cell] > 0; n++)
            for (int direction = 0; direction < 4; direction++) {
                int after = next(cell, direction);
                if (after < 0 || steps[after] != steps[cell] - 1) continue;
                order += " " + DIRECTIONS[direction];
                cell = after;
                break;
            }
        return order;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        // Read once: my letter, the names, the settings, and the board's drawing.
        char me = input.readLine().charAt(4);
        input.readLine();
        input.readLine();
        while (!settings.containsKey("columns")) {
            String[] words = input.readLine().split(" ");
            settings.put(words[0], Integer.parseInt(words[1]));
        }
        columns = settings.get("columns");
        sea = new boolean[settings.get("rows") * columns];
        for (int row = 0; row < settings.get("rows"); row++) {
            String marks = input.readLine();
            for (int column = 0; column < columns; column++) sea[row * columns + column] = marks.charAt(column) != '#';
        }

        // Read in each of my turns: what I see and what was heard. The answer is one line. Without another turn, the
        // match is over.
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.startsWith("refused")) continue;
            input.readLine(); // scores
            List<Submarine> mine = new ArrayList<>();
            List<Submarine> hostile = new ArrayList<>();
            for (int n = settings.get("players") * settings.get("submarines"); n > 0; n--) {
                String[] words = input.readLine().split(" ");
                if (!words[3].equals("at")) continue;
                Submarine submarine = new Submarine(Integer.parseInt(words[2]), cellOf(words[4], words[5]));
                char letter = words[1].charAt(0);
                if (letter == me) mine.add(submarine);
                // a and c play together, and so do b and d.
                else if ((letter - me) % 2 != 0) hostile.add(submarine);
            }
            List<Integer> sites = new ArrayList<>();
            String[] words = input.readLine().split(" ");
            for (; words[0].equals("site"); words = input.readLine().split(" "))
                if (!words[3].equals("empty")) sites.add(cellOf(words[1], words[2]));
            // The reports of each player's last order and the contacts of my ping aren't used here.
            while (words[0].equals("last")) words = input.readLine().split(" ");
            for (int n = Integer.parseInt(words[1]); n > 0; n--) input.readLine();
            System.out.println(choose(mine, hostile, sites));
        }
    }

    static int cellOf(String row, String column) {
        return Integer.parseInt(row) * columns + Integer.parseInt(column);
    }
}
