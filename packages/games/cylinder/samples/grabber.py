"""A player of Mad Max and Star War: takes adjacent bonuses."""
import ludus


class Grabber(ludus.Player):
    def play(self):
        for unit in self.my_units():
            if not unit.alive:
                continue
            for direction in ludus.DIRECTIONS:
                row, column = unit.row + direction[0], unit.column + direction[1]
                if self.in_window(row, column) and self.content(row, column) in ludus.BONUSES:
                    self.move(unit.id, direction)
                    self.draw_cell(row, column)  # shown in the viewer
                    break


ludus.run(Grabber)
