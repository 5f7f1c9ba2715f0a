// A player of Tall Tales: calls unlikely claims, and otherwise claims its best face.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

// The probability that at least `need` of `dice` dice match, each with probability `each`.
double chance(int need, int dice, double each) {
    if (need <= 0) return 1;
    if (need > dice) return 0;
    return each * chance(need - 1, dice - 1, each) + (1 - each) * chance(need, dice - 1, each);
}

int main() {
    // Read once: my letter, the names, and the board with its line of wild faces.
    std::string line, word, me;
    std::cin >> word >> me >> std::ws;
    while (word != "wilds") {
        std::getline(std::cin, line);
        std::istringstream(line) >> word;
    }
    std::getline(std::cin, line);

    // Read in each turn: lines until `go`. The answer is one word. Without another turn, the match is over.
    int wild = 0, total = 0, hidden = 0, count = 0, face = 0, dice[7] = {};
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        words >> word;
        if (word == "round") {
            for (const char* skipped : {"R", "bout", "B", "deal", "D", "wild"}) (void)skipped, words >> word;
            words >> wild;
            total = hidden = count = face = 0;
            std::fill(dice, dice + 7, 0);
        } else if (word == "player" || word == "cup") {
            // The visible dice, by face; the total number of dice, and the number under the other players' cups.
            std::string letter = me;
            int left = 0, skipped, open = 0;
            if (word == "player") {
                words >> letter >> left;
                for (int n = 0; n < 5; n++) words >> skipped;
            }
            for (int each = 1, number; each <= 6 && words >> number; each++) dice[each] += number, open += number;
            total += left;
            if (letter != me) hidden += left - open;
        } else if (word == "claim") {
            char x;
            words >> word >> count >> x >> face;
        } else if (word == "go") {
            const auto seen = [&](int which) { return dice[which] + (wild == 0 || wild == which ? 0 : dice[wild]); };
            int best = 0;
            for (int each = 1; each <= 6; each++)
                if (each != wild && (best == 0 || seen(each) >= seen(best))) best = each;
            const int mine = count == 0 ? 1 : best > face ? count : count + 1;
            const double each = wild == 0 ? 1.0 / 6 : 1.0 / 3;
            if (mine > total || (count > 0 && chance(count - seen(face), hidden, each) < 0.5))
                std::cout << "call" << std::endl;
            else
                std::cout << mine << 'x' << best << std::endl;
        }
    }
}
