// A player of Tall Tales: calls unlikely claims, and otherwise claims its best face.
import java.util.Scanner;

public class Teller {
    static int wild;
    static int[] dice;

    /** The number of visible dice that match a face. */
    static int seen(int face) {
        return dice[face] + (wild == 0 || wild == face ? 0 : dice[wild]);
    }

    /** The probability that at least `need` of `count` dice match, each with probability `each`. */
    static double chance(int need, int count, double each) {
        if (need <= 0) return 1;
        if (need > count) return 0;
        return each * chance(need - 1, count - 1, each) + (1 - each) * chance(need, count - 1, each);
    }

    static String choose(int total, int hidden, int count, int face) {
        int best = 0;
        for (int each = 1; each <= 6; each++)
            if (each != wild && (best == 0 || seen(each) >= seen(best))) best = each;
        int mine = count == 0 ? 1 : best > face ? count : count + 1;
        double each = wild == 0 ? 1.0 / 6 : 1.0 / 3;
        boolean doubts = count > 0 && chance(count - seen(face), hidden, each) < 0.5;
        return doubts || mine > total ? "call" : mine + "x" + best;
    }

    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        // Read once: my letter, the names, and the board with its line of wild faces.
        String me = input.nextLine().split(" ")[1];
        while (!input.nextLine().startsWith("wilds")) continue;
        input.nextLine();

        // Read in each turn: lines until `go`. The answer is one word. Without another turn, the match is over.
        int total = 0;
        int hidden = 0;
        int count = 0;
        int face = 0;
        while (input.hasNextLine()) {
            String[] words = input.nextLine().split(" ");
            switch (words[0]) {
                case "round":
                    wild = Integer.parseInt(words[7]);
                    dice = new int[7];
                    total = hidden = count = face = 0;
                    break;
                case "player":
                case "cup":
                    // The visible dice, by face; the total number of dice, and the number under the other players'
                    // cups.
                    int open = 0;
                    for (int each = 1; each <= 6; each++) {
                        int number = Integer.parseInt(words[words.length - 7 + each]);
                        dice[each] += number;
                        open += number;
                    }
                    if (words[0].equals("cup")) break;
                    total += Integer.parseInt(words[2]);
                    if (!words[1].equals(me)) hidden += Integer.parseInt(words[2]) - open;
                    break;
                case "claim":
                    String[] parts = words[2].replace("!", "").split("x");
                    count = Integer.parseInt(parts[0]);
                    face = Integer.parseInt(parts[1]);
                    break;
                case "go":
                    System.out.println(choose(total, hidden, count, face));
                    break;
                default:
                    break;
            }
        }
    }
}
