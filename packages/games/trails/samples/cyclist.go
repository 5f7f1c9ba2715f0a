// A player of Trails: goes straight ahead while the next cell is free, otherwise to a free side.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

var directions = []string{"up", "right", "down", "left"}
var steps = [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

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

// A cell of the board is '.' if free, '#' for a wall, a … d for a trail, A … D for a player.
func choose(board []string, row, column int, heading string) string {
	first := 0
	for directions[first] != heading {
		first++
	}
	rows, columns := len(board), len(board[0])
	for _, turn := range []int{0, 3, 1} {
		direction := (first + turn) % 4
		nextRow := (row + steps[direction][0] + rows) % rows
		nextColumn := (column + steps[direction][1] + columns) % columns
		if board[nextRow][nextColumn] == '.' {
			fmt.Fprintln(os.Stderr, "draw cell", nextRow, nextColumn) // shown in the viewer
			return directions[direction]
		}
	}
	return "ahead"
}

func main() {
 // Read once: my letter, the names, the settings, and the board's drawing.
	me := words()[1]
	words()
	settings := map[string]string{}
	for settings["columns"] == "" {
		line := words()
		settings[line[0]] = line[1]
	}
	players, rows := number(settings["players"]), number(settings["rows"])
	for row := 0; row < rows; row++ {
		words()
	}

 // Read in each round: its number, the players, and the board. The answer is one word.
	for {
		words()
		row, column, heading := 0, 0, "ended"
		for player := 0; player < players; player++ {
			line := words()
			if line[0] == me {
				row, column, heading = number(line[1]), number(line[2]), line[3]
			}
		}
		board := make([]string, rows)
		for n := range board {
			board[n] = words()[0]
		}
  // An eliminated player is still asked, but its answers do not count.
		answer := "ahead"
		if heading != "ended" {
			answer = choose(board, row, column, heading)
		}
		fmt.Println(answer)
	}
}
