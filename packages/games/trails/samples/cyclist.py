"""A player of Trails: straight on while the way is free, else to the side where it is."""
import trails


class Cyclist(trails.Player):
    def play(self):
        for direction in [self.heading, self.left(self.heading), self.right(self.heading)]:
            row, column = self.next(direction)
            if self.is_free((row, column)):
                self.go(direction)
                self.draw_cell(row, column)  # seen in the viewer
                return


trails.run(Cyclist)
