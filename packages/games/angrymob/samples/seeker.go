// A player of Angry Mob that speaks the protocol itself (docs/protocol.md): gathers a few neutral units, then moves to
// the opponent's base, each group by the shortest path.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

var directions = [][2]int{{0, 1}, {-1, 0}, {0, -1}, {1, 0}} // right, up, left, down

const absorbLimit = 8

// Number of units from which it attacks.
const enough = 6

// A game is the position as this player sees it; a cell's number is row * columns + column.
type game struct {
	rows, columns int
	walls         []bool
	neutrals      []int
	units         [2][]int // mine, and theirs
	theirBase     int
}

// neighbour is the cell next to another one, or -1 if units cannot move there.
func (g *game) neighbour(cell, d int) int {
	i, j := cell/g.columns+directions[d][0], cell%g.columns+directions[d][1]
	if i < 0 || i >= g.rows || j < 0 || j >= g.columns || g.walls[i*g.columns+j] {
		return -1
	}
	return i*g.columns + j
}

// distances are the steps from a cell to every cell; -1 if unreachable.
func (g *game) distances(from int) []int {
	steps := make([]int, len(g.walls))
	for cell := range steps {
		steps[cell] = -1
	}
	steps[from] = 0
	queue := []int{from}
	for at := 0; at < len(queue); at++ {
		for d := range directions {
			if next := g.neighbour(queue[at], d); next >= 0 && steps[next] < 0 {
				steps[next] = steps[queue[at]] + 1
				queue = append(queue, next)
			}
		}
	}
	return steps
}

// target is the nearest neutral units while I have too few units, otherwise the opponent's base.
func (g *game) target(from int) int {
	total := 0
	for _, count := range g.units[0] {
		total += count
	}
	best, steps := -1, g.distances(from)
	for cell, count := range g.neutrals {
		if count > 0 && steps[cell] >= 0 && (best < 0 || steps[cell] < steps[best]) {
			best = cell
		}
	}
	if total >= enough || best < 0 {
		return g.theirBase
	}
	return best
}

// advance plays one turn, in the order of docs/angry-mob.md §2.2; a move has four numbers per submove.
func (g *game) advance(moves [2][]int) {
	for side, move := range moves {
		for at := 0; at+3 < len(move); at += 4 {
			from := move[at]*g.columns + move[at+1]
			if to := g.neighbour(from, move[at+3]); to >= 0 {
				g.units[side][from] -= move[at+2]
				g.units[side][to] += move[at+2]
			}
		}
	}
	for cell := range g.walls {
		lost := min(g.units[0][cell], g.units[1][cell])
		g.units[0][cell] -= lost
		g.units[1][cell] -= lost
	}
	for _, units := range g.units {
		total := 0
		for _, count := range units {
			total += count
		}
		for cell := range units {
			if total <= absorbLimit && units[cell] > 0 {
				units[cell] += g.neutrals[cell]
				g.neutrals[cell] = 0
			}
		}
	}
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

var input = bufio.NewReader(os.Stdin)

// The words of the next line. Without one, the game is over.
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

func readMap() *game {
	size := words()
	g := &game{rows: number(size[0]), columns: number(size[1])}
	cells := g.rows * g.columns
	g.walls, g.neutrals = make([]bool, cells), make([]int, cells)
	g.units = [2][]int{make([]int, cells), make([]int, cells)}
	for row := 0; row < g.rows; row++ {
		for column, token := range words() {
			cell := row*g.columns + column
			switch token {
			case "#":
				g.walls[cell] = true
			case "A":
				g.units[0][cell] = 1
			case "B":
				g.units[1][cell] = 1
				g.theirBase = cell
			case ".":
			default:
				g.neutrals[cell] = number(token)
			}
		}
	}
	return g
}

func main() {
	fmt.Println("Seeker")
	g := readMap()
	for {
		var mine []int
		var said []string
		for cell, count := range g.units[0] {
			if count == 0 {
				continue
			}
			target := g.target(cell)
			steps, best := g.distances(target), -1
			for d := range directions {
				next := g.neighbour(cell, d)
				if next >= 0 && (best < 0 || steps[next] < steps[g.neighbour(cell, best)]) {
					best = d
				}
			}
   // Shown in the viewer.
			fmt.Fprintln(os.Stderr, "draw line", cell/g.columns, cell%g.columns, target/g.columns, target%g.columns)
			if best < 0 {
				continue
			}
			submove := []int{cell / g.columns, cell % g.columns, count, best}
			mine = append(mine, submove...)
			said = append(said, strings.Trim(fmt.Sprint(submove), "[]"))
		}
		fmt.Println(strings.Join(said, " "))
		var theirs []int
		for _, word := range words() {
			theirs = append(theirs, number(word))
		}
		g.advance([2][]int{mine, theirs})
	}
}
