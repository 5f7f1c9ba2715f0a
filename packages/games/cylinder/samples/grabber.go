// A player of Mad Max and Star War that speaks the protocol itself (docs/protocol.md): takes adjacent bonuses.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

var directions = [][2]int{{-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 2}, {0, 2}, {1, 2}}

func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

func mod(a, n int) int { return ((a % n) + n) % n }

func main() {
	input := bufio.NewReader(os.Stdin)
	settings := map[string]int{}
	var grid []string
	answer, inUnits, playersLeft := "", false, 0
	for {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if playersLeft > 0 {
			// After the players' lines the board is complete: answer.
			if playersLeft--; playersLeft == 0 {
				fmt.Print(answer + "-1\n")
			}
			continue
		}
		columns, each := settings["nb_uni_cols"], settings["nb_cars_x_player"]+settings["nb_ships_x_player"]
		switch {
		case words[0] == "rnd":
			settings["rnd"] = number(words[1])
			grid, answer = nil, ""
		case words[0] == "cars" || words[0] == "starships":
			inUnits = true
		case words[0] == "missiles":
			inUnits = false
		case words[0] == "pid":
			playersLeft = 4
		case inUnits && words[len(words)-2] == "y" && number(words[0])/each == settings["seat"]:
			for _, d := range directions {
				row, column := number(words[1])+d[0], mod(number(words[2])+d[1], columns)
				left := mod(column-settings["rnd"]-1, columns)
				if row < 0 || row >= settings["nb_rows"] || left >= settings["nb_win_cols"] {
					continue
				}
				if strings.ContainsRune("MPWG", rune(grid[row][column])) {
					answer += fmt.Sprintf("%s m %d %d\n", words[0], d[0], d[1])
					fmt.Fprintln(os.Stderr, "draw cell", row, column) // shown in the viewer
					break
				}
			}
		case len(words) == 2 && columns > 0 && len(words[1]) == columns:
			grid = append(grid, words[1])
		case len(words) == 2:
			settings[words[0]] = number(words[1])
		}
	}
}
