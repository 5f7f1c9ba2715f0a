// A player of Tall Tales: calls unlikely claims, and otherwise claims its best face.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// My knowledge in a turn. Visible dice are counted by face.
var wild, total, hidden, count, face int
var dice [7]int

// The number of visible dice that match a face.
func seen(which int) int {
	if wild == 0 || wild == which {
		return dice[which]
	}
	return dice[which] + dice[wild]
}

// The probability that at least `need` of `number` dice match, each with probability `each`.
func chance(need, number int, each float64) float64 {
	if need <= 0 {
		return 1
	}
	if need > number {
		return 0
	}
	return each*chance(need-1, number-1, each) + (1-each)*chance(need, number-1, each)
}

func choose() string {
	best := 0
	for which := 1; which <= 6; which++ {
		if which != wild && (best == 0 || seen(which) >= seen(best)) {
			best = which
		}
	}
	mine := 1
	if count > 0 && best > face {
		mine = count
	} else if count > 0 {
		mine = count + 1
	}
	each := 1.0 / 3
	if wild == 0 {
		each = 1.0 / 6
	}
	if mine > total || (count > 0 && chance(count-seen(face), hidden, each) < 0.5) {
		return "call"
	}
	return fmt.Sprintf("%dx%d", mine, best)
}

func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

var input = bufio.NewReader(os.Stdin)

// The words of the next line. Without one, the match is over.
func words() []string {
	line, err := input.ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	return strings.Fields(line)
}

func main() {
 // Read once: my letter, the names, and the board with its line of wild faces.
	me := words()[1]
	for words()[0] != "wilds" {
	}
	words()

 // Read in each turn: lines until `go`. The answer is one word.
	for {
		line := words()
		switch line[0] {
		case "round":
			wild, dice = number(line[7]), [7]int{}
			total, hidden, count, face = 0, 0, 0, 0
		case "player", "cup":
   // The visible dice, by face; the total number of dice, and the number under the other players' cups.
			open := 0
			for n, text := range line[len(line)-6:] {
				dice[n+1] += number(text)
				open += number(text)
			}
			if line[0] == "player" {
				total += number(line[2])
				if line[1] != me {
					hidden += number(line[2]) - open
				}
			}
		case "claim":
			parts := strings.Split(strings.TrimSuffix(line[2], "!"), "x")
			count, face = number(parts[0]), number(parts[1])
		case "go":
			fmt.Println(choose())
		}
	}
}
