// A player of Trails: goes straight ahead while the next cell is free, otherwise to a free side.
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

public class Cyclist {
    static final List<String> DIRECTIONS = List.of("up", "right", "down", "left");
    static final int[] DOWN = {-1, 0, 1, 0};
    static final int[] RIGHT = {0, 1, 0, -1};

    /** A cell of the board is '.' if free, '#' for a wall, a … d for a trail, A … D for a player. */
    static String choose(String[] board, int row, int column, String heading) {
        int first = DIRECTIONS.indexOf(heading);
        for (int turn : new int[] {0, 3, 1}) {
            int direction = (first + turn) % 4;
            int nextRow = Math.floorMod(row + DOWN[direction], board.length);
            int nextColumn = Math.floorMod(column + RIGHT[direction], board[0].length());
            if (board[nextRow].charAt(nextColumn) != '.') continue;
            System.err.println("draw cell " + nextRow + " " + nextColumn); // shown in the viewer
            return DIRECTIONS.get(direction);
        }
        return "ahead";
    }

    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        // Read once: my letter, the names, the settings, and the board's drawing.
        String me = input.nextLine().split(" ")[1];
        String names = input.nextLine();
        Map<String, String> settings = new HashMap<>();
        while (!settings.containsKey("columns")) {
            String[] words = input.nextLine().split(" ");
            settings.put(words[0], words[1]);
        }
        int players = Integer.parseInt(settings.get("players"));
        int rows = Integer.parseInt(settings.get("rows"));
        for (int row = 0; row < rows; row++) input.nextLine();

        // Read in each round: its number, the players, and the board. The answer is one word. Without another round,
        // the match is over.
        while (input.hasNextLine()) {
            int round = Integer.parseInt(input.nextLine().split(" ")[1]);
            int myRow = 0;
            int myColumn = 0;
            String heading = "ended";
            for (int player = 0; player < players; player++) {
                String[] words = input.nextLine().split(" ");
                if (!words[0].equals(me)) continue;
                myRow = Integer.parseInt(words[1]);
                myColumn = Integer.parseInt(words[2]);
                heading = words[3];
            }
            String[] board = new String[rows];
            for (int row = 0; row < rows; row++) board[row] = input.nextLine();
            // An eliminated player is still asked, but its answers do not count.
            System.out.println(heading.equals("ended") ? "ahead" : choose(board, myRow, myColumn, heading));
        }
    }
}
