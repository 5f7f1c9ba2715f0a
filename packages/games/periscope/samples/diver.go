// A player of Periscope: fires at a visible enemy, or else moves the submarine nearest to a wreck towards it.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type cell struct{ row, column int }

type submarine struct {
	number int
	cell   cell
}

var directions = []string{"up", "right", "down", "left"}
var steps = []cell{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

var board []string // '#' is an island
var settings = map[string]int{}
var input = bufio.NewReader(os.Stdin)

// The words of the next line. Without one, the match is over.
func words() []string {
	line, err := input.ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	return strings.Fields(line)
}

func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

func isSea(at cell) bool {
	inside := at.row >= 0 && at.column >= 0 && at.row < len(board) && at.column < len(board[0])
	return inside && board[at.row][at.column] != '#'
}

func next(from cell, direction int) cell {
	return cell{from.row + steps[direction].row, from.column + steps[direction].column}
}

// The direction in which a torpedo from one cell reaches another, or -1.
func lineOfFire(from, to cell) int {
	for direction := range directions {
		at := next(from, direction)
		for n := 0; n < settings["torpedo"] && isSea(at); n++ {
			if at == to {
				return direction
			}
			at = next(at, direction)
		}
	}
	return -1
}

// By cell, the number of steps to another cell; unreachable cells are absent.
func stepsTo(to cell) map[cell]int {
	found := map[cell]int{to: 0}
	queue := []cell{to}
	for ; len(queue) > 0; queue = queue[1:] {
		for direction := range directions {
			after := next(queue[0], direction)
			if _, known := found[after]; known || !isSea(after) {
				continue
			}
			found[after] = found[queue[0]] + 1
			queue = append(queue, after)
		}
	}
	return found
}

func choose(mine, hostile []submarine, sites []cell) string {
	for _, each := range mine {
		for _, target := range hostile {
			if direction := lineOfFire(each.cell, target.cell); direction >= 0 {
				return fmt.Sprintf("fire %d %s", each.number, directions[direction])
			}
		}
	}
	best := 0
	var diver submarine
	var goal cell
	for _, site := range sites {
		found := stepsTo(site)
		for _, each := range mine {
			if far := found[each.cell]; far > 0 && (best == 0 || far < best) {
				best, diver, goal = far, each, site
			}
		}
	}
	if best == 0 {
		return "silent"
	}
	fmt.Fprintln(os.Stderr, "draw cell", goal.row, goal.column) // shown in the viewer
	found := stepsTo(goal)
	order := fmt.Sprint("move ", diver.number)
	at := diver.cell
	for n := 0; n < 2 && found[at] > 0; n++ {
		for direction := range directions {
			after := next(at, direction)
			if left, known := found[after]; known && left == found[at]-1 {
				order += " " + directions[direction]
				at = after
				break
			}
		}
	}
	return order
}

func main() {
 // Read once: my letter, the names, the settings, and the board's drawing.
	me := words()[1][0]
	words()
	words()
	for settings["columns"] == 0 {
		line := words()
		settings[line[0]] = number(line[1])
	}
	for row := 0; row < settings["rows"]; row++ {
		board = append(board, words()[0])
	}

 // Read in each of my turns: what I see and what was heard. The answer is one line.
	for {
		if words()[0] == "refused" {
			continue
		}
		words() // scores
		var mine, hostile []submarine
		for n := 0; n < settings["players"]*settings["submarines"]; n++ {
			line := words()
			if line[3] != "at" {
				continue
			}
			each := submarine{number(line[2]), cell{number(line[4]), number(line[5])}}
			if letter := line[1][0]; letter == me {
				mine = append(mine, each)
			} else if letter%2 != me%2 { // a and c play together, and so do b and d
				hostile = append(hostile, each)
			}
		}
		var sites []cell
		line := words()
		for ; line[0] == "site"; line = words() {
			if line[3] != "empty" {
				sites = append(sites, cell{number(line[1]), number(line[2])})
			}
		}
  // The reports of each player's last order and the contacts of my ping aren't used here.
		for line[0] == "last" {
			line = words()
		}
		for n := number(line[1]); n > 0; n-- {
			words()
		}
		fmt.Println(choose(mine, hostile, sites))
	}
}
