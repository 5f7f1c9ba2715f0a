"""A player of Trails: goes straight ahead while the next cell is free, otherwise to a free side."""
import trails


class Cyclist(trails.Player):
    def play(self):
        for direction in [self.heading, self.left(self.heading), self.right(self.heading)]:
            row, column = self.next(direction)
            if self.is_free((row, column)):
                self.go(direction)
                self.draw_cell(row, column)  # shown in the viewer
                return


trails.run(Cyclist)
